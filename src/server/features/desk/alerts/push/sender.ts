import { effectivePremium } from '#domain/account/entitlements'
import type { AppDeps } from '../../../../deps.ts'
import { scopeOf } from '../../../../identity/supervisor-scope.ts'
import { pushTitle } from '../../../../text/alerts.ts'
import { premiumReader } from '../../../base/entitlements/service.ts'
import { type ClaimedPush, claimPushes, dropGone, markSent } from './queries.ts'

/** A message of an alert that is older than this tells nothing that the desk does not. */
const FRESH_MS = 10 * 60_000
const AT_ONCE = 20

export interface PushSender {
  /** Sends what waits. Concurrent calls share one run, and what came meanwhile is sent after it. */
  wake(): void
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>
}

/**
 * Sends the push messages of alerts. Each is claimed in the database before it is sent, so a kill in between loses that
 * one message and no process sends it twice.
 */
export function createPushSender(
  deps: Pick<AppDeps, 'database' | 'clock' | 'webPush'>,
  onError: (error: unknown) => void,
): PushSender {
  const { clock, webPush } = deps
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
      const claimed = await claimPushes(orm, {
        now: new Date(now),
        since: new Date(now - FRESH_MS),
        limit: AT_ONCE,
      })
      const scopes = [...new Set(claimed.map(({ supervisorId }) => supervisorId))].map((id) =>
        scopeOf({ id, role: 'supervisor' }),
      )
      const premiums = scopes.length > 0 ? await premium.premiumsOf(scopes) : new Map()
      const open = claimed.filter(({ supervisorId }) => {
        const stored = premiums.get(supervisorId)
        return stored && effectivePremium(stored, now).flags.realTimeInfo
      })
      await Promise.all(open.map(sendOne))
      if (claimed.length === AT_ONCE) again = true
    } while (again && !stopped)
  }

  return {
    wake() {
      again = true
      if (stopped) return
      running ??= sendAll()
        .catch(onError)
        .finally(() => {
          running = null
          if (again) this.wake()
        })
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
