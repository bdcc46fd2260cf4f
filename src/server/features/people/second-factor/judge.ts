import { seal, unseal } from '../../../adapters/seal.ts'
import type { Secrets } from '../../../adapters/secrets.ts'
import type { Queryable, Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { spending } from '../../../http/limits/spending.ts'
import type { Trace } from '../../../identity/trace.ts'
import { recoveryCodeUsedMail } from '../../../text/account-mails.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing, type Post } from '../../base/mails/service.ts'
import type { AddressedAccount } from '../email/queries.ts'
import { postNotice } from '../email/service.ts'
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

/** Whose second factor it is; `account` null: the administrator's. `trace`: who acts, from where. */
export interface Owner {
  account: AddressedAccount | null
  trace: Trace
}

/** For whom the secret of a factor is sealed; null: the administrator. */
export const ofFactor = (userId: number | null) =>
  ({ purpose: 'second factor', owner: String(userId) }) as const

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
  const attempt = { owner, factor, code }
  const { right, ...passed } = await counting(deps, triesOf, () =>
    mailing(deps, (tx, post) => judge(deps, { tx, post }, attempt)),
  )
  return right ? { state: 'passed', ...passed } : { state: 'wrong' }
}

interface Attempt {
  owner: Owner
  factor: FactorRow
  code: string
}

interface Judged {
  right: boolean
  recoveryCodesLeft?: number
}

/** The transaction in which a code is used up, and the mails that it causes. */
export interface Judging {
  tx: Tx
  post: Post
}

const counting = (
  { rateLimits }: AppDeps,
  triesOf: string,
  judgeIt: () => Promise<Judged>,
): Promise<Judged> => spending([[rateLimits.wrongCodeOfAccount, triesOf]], judgeIt)

/** Uses up a code of this factor. `right` for exactly one of several callers with one code. Throws 429. */
export const spendCode = (
  deps: AppDeps,
  judging: Judging,
  { triesOf, ...attempt }: Attempt & { triesOf: string },
): Promise<Judged> => counting(deps, triesOf, () => judge(deps, judging, attempt))

async function judge(
  deps: AppDeps,
  { tx, post }: Judging,
  { owner: { account, trace }, factor, code }: Attempt,
): Promise<Judged> {
  const now = deps.clock.now()
  if (isTotp(code)) {
    const secret = openSecret(deps, factor)
    const period = secret === null ? null : periodOf(secret, code, now)
    return { right: period !== null && (await spendPeriod(tx, factor.id, period)) }
  }
  const spent = { codeHash: recoveryHash(code), usedAt: new Date(now) }
  if (!(await spendRecoveryCode(tx, factor.id, spent))) return { right: false }
  const recoveryCodesLeft = await countRecoveryCodes(tx, factor.id)
  await recordAudit(tx, trace, now, {
    action: 'recovery_code_used',
    target: trace.name,
    targetId: account?.id ?? null,
    after: { recoveryCodesLeft },
  })
  if (account) await postNotice(deps, post, account, recoveryCodeUsedMail(recoveryCodesLeft))
  return { right: true, recoveryCodesLeft }
}

/** Null: it was sealed under a SESSION_SECRET that is not known any more. Only recovery codes are right then. */
export const openSecret = (
  { sessionSecrets }: Pick<AppDeps, 'sessionSecrets'>,
  { secret, userId }: FactorRow,
): string | null => unseal(secret, { secrets: sessionSecrets, ...ofFactor(userId) })

/** Seals every second factor with the first secret, where an older one was used. Idempotent. Returns how many. */
export async function sealSecondFactorsAgain(db: Queryable, sessionSecrets: Secrets): Promise<number> {
  const [first, ...older] = sessionSecrets
  if (older.length === 0) return 0
  let sealed = 0
  for (const factor of await listFactors(db)) {
    if (openSecret({ sessionSecrets: [first] }, factor) !== null) continue
    const secret = openSecret({ sessionSecrets }, factor)
    if (secret === null) continue
    const again = seal(secret, { secrets: [first], ...ofFactor(factor.userId) })
    if (await replaceSealed(db, factor, again)) sealed++
  }
  return sealed
}
