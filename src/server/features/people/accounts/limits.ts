import { LIMITS, type LimitName } from '#domain/account/limits'
import type { Queryable } from '../../../db/connect.ts'
import { Problem, unauthorized } from '../../../http/answer/problem.ts'
import { say } from '../../../text/messages.ts'
import { holdUser } from './queries.ts'

declare const held: unique symbol
/** Proof of `lockTenant`: no limit is judged without it. */
export interface TenantLock {
  readonly [held]: true
}

/**
 * The one lock of all limits: the row of the account that they are of, in the transaction that counts and inserts. Transactions
 * lock in this order: invitations, this, other rows of the tenant (flags, links, operations), the counter of its record.
 * Presses wait for no limit: they take 'key share'. Throws 401 when the account has been deleted meanwhile.
 */
export async function lockTenant(tx: Queryable, accountId: number): Promise<TenantLock> {
  if (!(await holdUser(tx, accountId, 'no key update'))) throw unauthorized()
  return {} as TenantLock
}

type Refused = Exclude<LimitName, 'knownDevices'>

const REFUSALS: Record<Refused, (limit: number) => Problem> = {
  operators: (limit) => new Problem(409, 'operator_limit', say('operator_limit', { limit })),
  alertRules: (limit) => new Problem(409, 'alert_rule_limit', say('alert_rule_limit', { limit })),
  pushBrowsers: (limit) => new Problem(409, 'push_refused', say('push_limit', { limit })),
  contracts: (limit) => new Problem(409, 'contract_limit', say('contract_limit', { limit })),
  placesInUse: (limit) => new Problem(409, 'place_limit', say('place_limit', { limit })),
  placesEver: (limit) => new Problem(409, 'place_limit', say('place_limit', { limit })),
  clients: (limit) => new Problem(409, 'place_limit', say('client_limit', { limit })),
  linksOfOperation: (limit) => new Problem(409, 'link_limit', say('link_limit', { limit })),
  linksOfPack: (limit) => new Problem(409, 'link_limit', say('link_limit', { limit })),
  passkeys: (limit) => new Problem(409, 'passkey_refused', say('passkey_limit', { limit })),
}

/** What is answered to whom asks for one more. */
export const limitReached = (name: Refused, limit: number = LIMITS[name]): Problem => REFUSALS[name](limit)

/** Throws 409 when there are as many as there may be. `count` was taken under the lock. */
export function refuseFull(_lock: TenantLock, name: Refused, count: number): void {
  if (count >= LIMITS[name]) throw limitReached(name)
}
