import type { Secrets } from '../../../adapters/secrets.ts'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { spending } from '../../../http/spending.ts'
import type { Trace } from '../../../identity/trace.ts'
import { recoveryCodeUsedMail } from '../../../text/account-mails.ts'
import { recordAudit } from '../../base/audit/service.ts'
import type { AddressedAccount } from '../email/queries.ts'
import { sendNotice } from '../email/service.ts'
import { isTotp, periodOf, recoveryHash } from './codes.ts'
import {
  countRecoveryCodes,
  type FactorRow,
  findFactor,
  listFactors,
  replaceSealed,
  spendPeriod,
  spendRecoveryCode,
} from './queries.ts'
import { seal, unseal } from './seal.ts'

/** Whose second factor it is; `account` null: the administrator's. `trace`: who acts, from where. */
export interface Owner {
  account: AddressedAccount | null
  trace: Trace
}

export const ownerId = ({ account }: Owner): number | null => account?.id ?? null

/** 'passed' also without a second factor. `recoveryCodesLeft`: after one was used. */
export type Shown = { state: 'passed'; recoveryCodesLeft?: number } | { state: 'missing' | 'wrong' }

export const hasSecondFactor = async (db: Queryable, userId: number): Promise<boolean> =>
  ((await findFactor(db, userId))?.confirmedAt ?? null) !== null

/**
 * Judges the code of a login. Its password, or key, must have been right. A right code is used up. `triesOf`: what wrong
 * codes are counted for. Throws 429.
 */
export async function showSecondFactor(
  deps: AppDeps,
  owner: Owner,
  { code, triesOf }: { code: string | undefined; triesOf: string },
): Promise<Shown> {
  const { orm } = deps.database
  const factor = await findFactor(orm, ownerId(owner))
  if (!factor?.confirmedAt) return { state: 'passed' }
  if (code === undefined) return { state: 'missing' }
  const { right, ...passed } = await spendCode(deps, orm, { owner, factor, code, triesOf })
  return right ? { state: 'passed', ...passed } : { state: 'wrong' }
}

interface Attempt {
  owner: Owner
  factor: FactorRow
  code: string
  triesOf: string
}

/** Uses up a code of this factor. `right` for exactly one of several callers with one code. Throws 429. */
export const spendCode = (
  deps: AppDeps,
  db: Queryable,
  { triesOf, ...attempt }: Attempt,
): Promise<{ right: boolean; recoveryCodesLeft?: number }> =>
  spending([[deps.rateLimits.wrongCodeOfAccount, triesOf]], () => judge(deps, db, attempt))

async function judge(
  deps: AppDeps,
  db: Queryable,
  { owner, factor, code }: Omit<Attempt, 'triesOf'>,
): Promise<{ right: boolean; recoveryCodesLeft?: number }> {
  const now = deps.clock.now()
  if (isTotp(code)) {
    const secret = openSecret(deps, factor)
    const period = secret === null ? null : periodOf(secret, code, now)
    return { right: period !== null && (await spendPeriod(db, factor.id, period)) }
  }
  const left = await db.transaction(async (tx) => {
    const spent = { codeHash: recoveryHash(code), usedAt: new Date(now) }
    if (!(await spendRecoveryCode(tx, factor.id, spent))) return null
    const recoveryCodesLeft = await countRecoveryCodes(tx, factor.id)
    const { account, trace } = owner
    await recordAudit(tx, trace, now, {
      action: 'recovery_code_used',
      target: trace.name,
      targetId: account?.id ?? null,
      after: { recoveryCodesLeft },
    })
    return recoveryCodesLeft
  })
  if (left === null) return { right: false }
  if (owner.account) sendNotice(deps, owner.account, recoveryCodeUsedMail(left))
  return { right: true, recoveryCodesLeft: left }
}

/** Null: it was sealed under a SESSION_SECRET that is not known any more. Only recovery codes are right then. */
export const openSecret = (
  { sessionSecrets }: Pick<AppDeps, 'sessionSecrets'>,
  { secret, userId }: FactorRow,
): string | null => unseal(secret, { secrets: sessionSecrets, owner: String(userId) })

/** Seals every second factor with the first secret, where an older one was used. Idempotent. Returns how many. */
export async function sealSecondFactorsAgain(db: Queryable, sessionSecrets: Secrets): Promise<number> {
  const [first, ...older] = sessionSecrets
  if (older.length === 0) return 0
  let sealed = 0
  for (const factor of await listFactors(db)) {
    if (openSecret({ sessionSecrets: [first] }, factor) !== null) continue
    const secret = openSecret({ sessionSecrets }, factor)
    if (secret === null) continue
    const again = seal(secret, { secrets: [first], owner: String(factor.userId) })
    if (await replaceSealed(db, factor, again)) sealed++
  }
  return sealed
}
