import { STEP_HISTORY_DAYS } from '#contract/http/step-percentiles'
import type { LinkLevel } from '#domain/container/share-link'
import { type UsualTime, usualTime } from '#domain/operation/usual-time'
import type { AppDeps } from '../../deps.ts'
import { type SupervisorScope, scopeOf } from '../../identity/supervisor-scope.ts'
import type { OperationRow } from '../operations/queries.ts'
import { readLengths } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Four weeks of history hardly move in a quarter of an hour. */
const KEPT_MS = 15 * 60 * 1000
/** Of steps of supervisors; the oldest is forgotten. */
const MOST_KEPT = 2_000

export type UsualTimes = ReturnType<typeof createUsualTimes>

/** How much longer the step of a tracked operation usually takes, by its supervisor's own record. */
export function createUsualTimes({ database: { orm }, clock }: Pick<AppDeps, 'database' | 'clock'>) {
  const kept = new Map<string, { at: number; lengths: Promise<readonly number[]> }>()

  function lengthsOf(scope: SupervisorScope, operation: OperationRow): Promise<readonly number[]> {
    const { operationType, newestEventType } = operation
    const key = `${scope.supervisorId} ${operationType} ${newestEventType}`
    const now = clock.now()
    const known = kept.get(key)
    if (known && now - known.at < KEPT_MS) return known.lengths
    const lengths = readLengths(orm, scope, operation, new Date(now - STEP_HISTORY_DAYS * DAY_MS))
    kept.delete(key)
    kept.set(key, { at: now, lengths })
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    // A fault is not kept: the next visitor reads again.
    lengths.catch(() => kept.delete(key))
    return lengths
  }

  return async ({
    operation,
    level,
  }: {
    operation: OperationRow
    level: LinkLevel
  }): Promise<UsualTime | null> => {
    const { supervisorId, isActive, newestEventAt } = operation
    if (level === 'status' || !isActive || supervisorId === null) return null
    const scope = scopeOf({ id: supervisorId, role: 'supervisor' })
    const elapsedSeconds = Math.max(0, Math.floor((clock.now() - newestEventAt.getTime()) / 1000))
    return usualTime(await lengthsOf(scope, operation), elapsedSeconds)
  }
}
