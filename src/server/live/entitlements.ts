import type { FeaturesResponse } from '#contract/http/entitlements'
import type { StoredPremium } from '#domain/account/entitlements'
import type { Clock } from '../adapters/clock.ts'
import { type SupervisorScope, scopeOf } from '../identity/supervisor-scope.ts'
import { awaitsExpiry } from './audience.ts'
import type { Connections } from './connections.ts'

/** Sockets are checked this often for expired premium. */
const SCAN_MS = 1_000

/** Reads what a supervisor may see from the database. */
export interface PremiumReader {
  /** By supervisor; one statement. */
  premiumsOf(scopes: readonly SupervisorScope[]): Promise<ReadonlyMap<number, StoredPremium>>
  /** Both from one reading; `features` as `GET /api/user/features` answers at `now` (epoch milliseconds). */
  premiumAndFeatures(
    scope: SupervisorScope,
    now: number,
  ): Promise<{ premium: StoredPremium; features: FeaturesResponse }>
}

export interface EntitlementsTeller {
  /** Reloads a supervisor's entitlements, applies them, and sends them to all sockets of the account. */
  refresh(supervisorId: number): Promise<void>
  /**
   * Refreshes every supervisor whose premium has expired by `now` (epoch milliseconds), each once. Returns their ids. A
   * failure (database down) is logged and retried at the next check.
   */
  announceExpired(now: number): Promise<number[]>
  stop(): void
}

/** Sends supervisors their entitlements when these change and when premium expires. */
export function tellEntitlements(deps: {
  read: PremiumReader
  clock: Clock
  connections: Pick<Connections, 'all' | 'of' | 'send'>
  onError: (error: unknown) => void
}): EntitlementsTeller {
  const { read, clock, connections, onError } = deps
  /** Refreshes in progress: with a slow database one expiry must not become many messages. */
  const telling = new Set<number>()

  async function refresh(supervisorId: number): Promise<void> {
    const now = clock.steady()
    const scope = scopeOf({ id: supervisorId, role: 'supervisor' })
    const { premium, features } = await read.premiumAndFeatures(scope, now)
    for (const connection of connections.of(supervisorId)) {
      const { listener } = connection
      if (listener.role !== 'supervisor') continue
      listener.premium = premium
      listener.toldExpiry = passed(premium, now)
      connections.send(connection, { type: 'entitlements_update', payload: features })
    }
  }

  async function announceExpired(now: number): Promise<number[]> {
    const due = new Set<number>()
    for (const { listener } of connections.all()) if (awaitsExpiry(listener, now)) due.add(listener.userId)
    const told = await Promise.all(
      [...due].map(async (supervisorId) => {
        if (telling.has(supervisorId)) return []
        telling.add(supervisorId)
        try {
          await refresh(supervisorId)
          return [supervisorId]
        } catch (error) {
          onError(error)
          return []
        } finally {
          telling.delete(supervisorId)
        }
      }),
    )
    return told.flat()
  }

  const scanning = setInterval(() => void announceExpired(clock.steady()), SCAN_MS)
  scanning.unref()
  return { refresh, announceExpired, stop: () => clearInterval(scanning) }
}

const passed = ({ expiresAt }: StoredPremium, now: number): number | null =>
  expiresAt !== null && expiresAt <= now ? expiresAt : null
