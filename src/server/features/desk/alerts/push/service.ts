import type { z } from 'zod'
import type { pushSubscriptionRequest, QuietHours } from '#contract/http/desk/alerts'
import type { AppDeps } from '../../../../deps.ts'
import { Problem } from '../../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../../identity/trace.ts'
import { say } from '../../../../text/messages.ts'
import { recordAudit } from '../../../base/audit/service.ts'
import { lockTenant, refuseFull } from '../../../people/accounts/limits.ts'
import { holdAccount } from '../../../people/accounts/service.ts'
import {
  countSubscriptions,
  dropSubscription,
  hasSubscription,
  keepQuietHours,
  keepSubscription,
  quietHoursOf,
} from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'webPush'>

/**
 * Push messages go to this browser while the session is open. Repeating it is harmless, and how a new session takes the
 * browser over. Throws 422 for an address that no push service of a browser has, 409 at too many.
 */
export async function subscribe(
  deps: Deps,
  scope: SupervisorScope,
  { endpoint, keys }: z.output<typeof pushSubscriptionRequest>,
  sessionId: string,
  trace: Trace,
): Promise<void> {
  if (!deps.webPush.mayCall(endpoint)) throw new Problem(422, 'push_refused', say('push_host'))
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    const lock = await lockTenant(tx, scope.supervisorId)
    if (await hasSubscription(tx, scope, { endpoint, sessionId })) return
    refuseFull(lock, 'pushBrowsers', await countSubscriptions(tx, scope))
    const createdAt = new Date(now)
    await keepSubscription(tx, { userId: scope.supervisorId, sessionId, endpoint, ...keys, createdAt })
    // The address is a secret.
    await recordAudit(tx, trace, now, { action: 'push_on', target: new URL(endpoint).hostname })
  })
}

export async function unsubscribe(
  deps: Deps,
  scope: SupervisorScope,
  endpoint: string,
  trace: Trace,
): Promise<void> {
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    if (!(await dropSubscription(tx, scope, endpoint))) return
    await recordAudit(tx, trace, deps.clock.now(), { action: 'push_off', target: new URL(endpoint).hostname })
  })
}

const audited = ({ on, from, until, urgentToo }: QuietHours) => ({
  quietHours: on ? `${from}–${until}` : null,
  urgentToo,
})

export async function saveQuietHours(
  deps: Deps,
  scope: SupervisorScope,
  asked: QuietHours,
  trace: Trace,
): Promise<QuietHours> {
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const before = await quietHoursOf(tx, scope)
    await keepQuietHours(tx, scope, asked)
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'quiet_hours_changed',
      before: audited(before),
      after: audited(asked),
    })
  })
  return asked
}
