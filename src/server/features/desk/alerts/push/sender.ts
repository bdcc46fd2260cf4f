import { effectivePremium } from '#domain/account/entitlements'
import { localMinute } from '#domain/time/zone'
import type { AppDeps } from '../../../../deps.ts'
import { scopeOf } from '../../../../identity/supervisor-scope.ts'
import { pushTitle } from '../../../../text/alerts.ts'
import { premiumReader } from '../../../base/entitlements/service.ts'
import { type ClaimedPush, claimPushes, dropGone, markSent } from './queries.ts'

const AT_ONCE = 20

export interface PushSender {
  /** Sends what waits. Concurrent calls share one run, and what came meanwhile is sent after it. */
  wake(): void
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>
}

/**
 * Sends the push messages of alerts. Each is claimed in the database before it is sent, so a kill in between loses that
 * one message and no process sends it twice. What waits for the end of a snooze or of quiet hours needs another `wake`.
 */
export function createPushSender(
  deps: Pick<AppDeps, 'database' | 'clock' | 'webPush'> & { config: Pick<AppDeps['config'], 'timezone'> },
  onError: (error: unknown) => void,
): PushSender {
  const { clock, config, webPush } = deps
  const { orm } = deps.database
  const premium = premiumReader(orm)
  let again = false
  let running: Promise<void> | null = null
  let stopped = false

  async function sendOne(push: ClaimedPush): Promise<void> {
    try {
      const outcome = await webPush.send(push, {
        title: pushTitle(push.kind, push.level),
        // The container, not the driver: a lock screen is read by everybody.
        body: push.containerNumber,
        alertId: push.alertId,
      })
      if (outcome === 'gone') await dropGone(orm, push.subscriptionId)
      else await markSent(orm, push.id, new Date(clock.now()))
    } catch (error) {
      onError(error)
    }
  }

  async function sendAll(): Promise<void> {
    do {
      again = false
      const now = clock.now()
      const { claimed, pushes } = await claimPushes(orm, {
        now: new Date(now),
        localTime: localMinute(now, config.timezone).slice(-5),
        limit: AT_ONCE,
      })
      const scopes = [...new Set(pushes.map(({ supervisorId }) => supervisorId))].map((id) =>
        scopeOf({ id, role: 'supervisor' }),
      )
      const premiums = scopes.length > 0 ? await premium.premiumsOf(scopes) : new Map()
      const open = pushes.filter(({ supervisorId }) => {
        const stored = premiums.get(supervisorId)
        return stored && effectivePremium(stored, clock.steady()).flags.realTimeInfo
      })
      await Promise.all(open.map(sendOne))
      if (claimed === AT_ONCE) again = true
    } while (again && !stopped)
  }

  function wake(): void {
    again = true
    if (stopped) return
    running ??= sendAll()
      .catch(onError)
      .finally(() => {
        running = null
        if (again) wake()
      })
  }

  return {
    wake,
    async stop() {
      stopped = true
      await running
    },
  }
}
