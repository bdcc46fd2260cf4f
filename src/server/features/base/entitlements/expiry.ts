import { FEATURES, NO_ENTITLEMENTS } from '#domain/account/entitlements'
import type { Queryable } from '../../../db/connect.ts'
import { isLockTimeout } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { SYSTEM_TRACE } from '../../../identity/trace.ts'
import { recordAudit } from '../audit/service.ts'
import { storedPremium } from './policy.ts'
import { listExpired, lockFlags, turnOffFlags } from './queries.ts'

/**
 * Stores what already applies: after the expiry every feature is off. The date stays, to show since when. One
 * transaction for each supervisor, so that a locked row delays no other; under the lock of the row, so that premium
 * renewed at the same moment is kept. A row that stays locked is left to the next run.
 */
export async function expirePremium(deps: Pick<AppDeps, 'database' | 'bus'>, now: number): Promise<void> {
  const { orm } = deps.database
  for (const supervisor of await listExpired(orm, new Date(now))) {
    const expired = await orm.transaction((tx) => expire(tx, supervisor, now)).catch(notNow)
    if (expired) deps.bus.publish({ kind: 'entitlements_changed', supervisorId: supervisor.userId })
  }
}

function notNow(error: unknown): false {
  if (isLockTimeout(error)) return false
  throw error
}

/** Whether anything was on. */
async function expire(
  tx: Queryable,
  { userId, username }: { userId: number; username: string },
  now: number,
): Promise<boolean> {
  const row = await lockFlags(tx, userId)
  const { flags, activated, expiresAt } = storedPremium(row)
  const isOn = activated || FEATURES.some((feature) => flags[feature])
  if (!isOn || expiresAt === null || expiresAt > now) return false
  await turnOffFlags(tx, userId, { now: new Date(now), by: SYSTEM_TRACE.name })
  const premiumExpirationDate = new Date(expiresAt).toISOString()
  await recordAudit(tx, SYSTEM_TRACE, now, {
    action: 'premium_expired',
    target: username,
    targetId: userId,
    before: { ...flags, premiumActivated: activated, premiumExpirationDate },
    after: { ...NO_ENTITLEMENTS, premiumActivated: false, premiumExpirationDate },
  })
  return true
}
