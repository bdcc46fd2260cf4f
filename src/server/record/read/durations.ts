import { type Sample, sampleOf, usualRows } from '#domain/usual/sample'
import { createUsual, type UsualOf, type UsualRow } from '#domain/usual/usual'
import { createKept } from '../../adapters/kept.ts'
import { inTurns } from '../../adapters/thread/in-turns.ts'
import type { Database } from '../../db/connect.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { readTrips } from './trips.ts'

/** Four weeks of history hardly move in a quarter of an hour. */
const KEPT_MS = 15 * 60 * 1000
/** Samples of supervisors; the oldest is forgotten. */
const MOST_KEPT = 200

/** What is usual for one supervisor. */
interface UsualTimes {
  rows: readonly UsualRow[]
  usualOf: UsualOf
  sample: Sample
}

export type UsualTimesOf = (scope: SupervisorScope) => Promise<UsualTimes>

/** The one reading of what is usual; each supervisor's is kept for a quarter of an hour. */
export function createUsualTimes({
  database: { orm },
  clock,
}: {
  database: Pick<Database, 'orm'>
  clock: { now(): number }
}): UsualTimesOf {
  const kept = createKept<number, UsualTimes>({ forMs: KEPT_MS, most: MOST_KEPT, now: () => clock.now() })
  return (scope) =>
    kept(scope.supervisorId, async () => {
      const now = clock.now()
      const trips = await readTrips(orm, scope, { since: now, until: now })
      const rows = await inTurns(scope, usualRows(trips))
      return { rows, usualOf: createUsual(rows), sample: sampleOf(trips) }
    })
}
