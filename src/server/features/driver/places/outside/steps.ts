import { whereIs } from '#domain/place/grade'
import { coreOf, type Shape } from '#domain/place/shape'
import { mapInTurns } from '../../../../adapters/thread/in-turns.ts'
import type { Queryable } from '../../../../db/connect.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import { type PlacedStep, stepsBeyond, type Which } from '../../../../record/read/visits.ts'

/** Steps that are judged at once, the newest of those outside of the core of their place. */
const JUDGED = 20_000

export type OutsideStep = PlacedStep & { metres: number }

/**
 * The steps outside their place, newest first. The database leaves out what lies well inside, which are nearly all; the
 * rest is judged here, by the same rule as each step that is shown. `which`: a condition on `events` or `containers`, which
 * bounds what is read.
 */
export async function outsideSteps(
  db: Queryable,
  scope: SupervisorScope,
  places: ReadonlyMap<number, { shape: Shape }>,
  which: Which,
): Promise<OutsideStep[]> {
  if (places.size === 0) return []
  const cores = Array.from(places, ([placeId, { shape }]) => ({ placeId, ...coreOf(shape) }))
  const steps = await stepsBeyond(db, scope, cores, { which, limit: JUDGED })
  const judged = await mapInTurns(scope, steps, (step) => {
    const place = places.get(step.placeId)
    const grade = place && whereIs(place.shape, step, step.accuracy)
    return grade?.metres == null ? [] : [{ ...step, metres: grade.metres }]
  })
  return judged.flat()
}
