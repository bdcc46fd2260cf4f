import type {
  RecoveryCodesResponse,
  SecondFactorResponse,
  SecondFactorSetup,
} from '#contract/http/people/second-factor'
import { seal } from '../../../adapters/seal.ts'
import type { Queryable, Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { invalid, notFound, unauthorized } from '../../../http/answer/problem.ts'
import { ADMIN_NAME, type Trace } from '../../../identity/trace.ts'
import { secondFactorMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing, type Post } from '../../base/mails/service.ts'
import { type AddressedAccount, lockAddressed } from '../email/queries.ts'
import { postNotice } from '../email/service.ts'
import { newRecoveryCodes, newSecret, periodOf, recoveryHash, uriOf } from './codes.ts'
import { type Judging, type Owner, ofFactor, openSecret, ownerId, spendCode } from './judge.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  type FactorRow,
  findFactor,
  lockFactor,
  type OwnerId,
  putFactor,
  replaceRecoveryCodes,
  spendPeriod,
} from './queries.ts'

const wrongCode = () => invalid([{ path: 'code', ...say('second_factor_wrong') }])
const isOff = () => notFound(say('second_factor_off'))

export async function secondFactorOf(db: Queryable, owner: OwnerId): Promise<SecondFactorResponse> {
  const factor = await findFactor(db, owner)
  if (!factor?.confirmedAt) return { on: false, recoveryCodesLeft: 0 }
  return { on: true, recoveryCodesLeft: await countRecoveryCodes(db, factor.id) }
}

/** A new secret, which counts after `confirmSecondFactor`. Asked again, it replaces the one before. Throws 400 when it is on. */
export async function beginSecondFactor(deps: AppDeps, owner: Owner): Promise<SecondFactorSetup> {
  const secret = newSecret()
  const sealed = seal(secret, { secrets: deps.sessionSecrets, ...ofFactor(ownerId(owner)) })
  await change(deps, owner, async (tx) => {
    if (!(await putFactor(tx, ownerId(owner), sealed))) {
      throw invalid([{ path: '', ...say('second_factor_is_on') }])
    }
  })
  return { secret, uri: uriOf(secret, owner.account?.username ?? ADMIN_NAME) }
}

/** Switches it on with a first right code. Throws 400 when the code is wrong, 404 when nothing waits for one. */
export async function confirmSecondFactor(
  deps: AppDeps,
  owner: Owner,
  code: string,
): Promise<RecoveryCodesResponse> {
  const now = deps.clock.now()
  const recoveryCodes = await change(deps, owner, async (tx, post) => {
    const factor = await lockFactor(tx, ownerId(owner))
    if (!factor || factor.confirmedAt) throw isOff()
    const secret = openSecret(deps, factor)
    const period = secret === null ? null : periodOf(secret, code, now)
    if (period === null) throw wrongCode()
    await spendPeriod(tx, factor.id, period)
    await confirmFactor(tx, factor.id, new Date(now))
    await record(deps, tx, owner, 'second_factor_on')
    await notify(deps, post, owner, 'on')
    return storeNewCodes(tx, factor)
  })
  tellChanged(deps, owner)
  return { recoveryCodes }
}

/** Ten new recovery codes; those of before end. Throws 400 when the code is wrong, 404, 429. */
export async function renewRecoveryCodes(
  deps: AppDeps,
  owner: Owner,
  code: string,
): Promise<RecoveryCodesResponse> {
  const recoveryCodes = await change(deps, owner, async (tx, post) => {
    const factor = await provenFactor(deps, { tx, post }, owner, code)
    await record(deps, tx, owner, 'recovery_codes_made')
    return storeNewCodes(tx, factor)
  })
  return { recoveryCodes }
}

/** Throws 400 when the code is wrong, 404, 429. */
export async function switchOffSecondFactor(deps: AppDeps, owner: Owner, code: string): Promise<void> {
  await change(deps, owner, async (tx, post) => {
    await provenFactor(deps, { tx, post }, owner, code)
    await deleteFactor(tx, ownerId(owner))
    await record(deps, tx, owner, 'second_factor_off')
    await notify(deps, post, owner, 'off')
  })
  tellChanged(deps, owner)
}

/**
 * Takes it off without a code, because its owner has lost phone and recovery codes; `owner` null: the administrator's.
 * False: it was off.
 */
export async function removeSecondFactor(
  tx: Queryable,
  { owner, trace, now }: { owner: AddressedAccount | null; trace: Trace; now: number },
): Promise<boolean> {
  if (!(await deleteFactor(tx, owner?.id ?? null))) return false
  await recordAudit(tx, trace, now, {
    action: 'second_factor_removed',
    target: owner?.username ?? ADMIN_NAME,
    targetId: owner?.id ?? null,
  })
  return true
}

/** A transaction that has locked the account: its changes come one after the other. */
const change = <T>(deps: AppDeps, { account }: Owner, make: (tx: Tx, post: Post) => Promise<T>) =>
  mailing(deps, async (tx, post) => {
    if (account && !(await lockAddressed(tx, account.id))) throw unauthorized()
    return make(tx, post)
  })

async function provenFactor(
  deps: AppDeps,
  { tx, post }: Judging,
  owner: Owner,
  code: string,
): Promise<FactorRow> {
  const factor = await lockFactor(tx, ownerId(owner))
  if (!factor?.confirmedAt) throw isOff()
  const triesOf = `signed in ${ownerId(owner)}`
  const { right } = await spendCode(deps, { tx, post }, { owner, factor, code, triesOf })
  if (!right) throw wrongCode()
  return factor
}

async function storeNewCodes(tx: Queryable, { id }: FactorRow): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, id, codes.map(recoveryHash))
  return codes
}

const record = (
  { clock }: AppDeps,
  tx: Queryable,
  { account, trace }: Owner,
  action: 'second_factor_on' | 'second_factor_off' | 'recovery_codes_made',
) => recordAudit(tx, trace, clock.now(), { action, target: trace.name, targetId: account?.id ?? null })

/** Processes remember of each caller whether there is one. */
function tellChanged({ bus }: AppDeps, { account }: Owner): void {
  if (account) bus.publish({ kind: 'account_changed', userIds: [account.id] })
}

/** The administrator has no address. */
async function notify(deps: AppDeps, post: Post, { account }: Owner, state: 'on' | 'off'): Promise<void> {
  if (account) await postNotice(deps, post, account, secondFactorMail(state))
}
