import { STEP_TYPES, type StepType, stepsOf } from '../operation/steps.ts'
import { EARLY_SHARE, firstAtLeast, LATE_SHARE, milestoneAfter, quantile } from './forecast.ts'
import { enough, groupsOf, spanOf, type Trip } from './record.ts'

/** How the forecasts of one step turned out. */
export interface Calibration {
  step: StepType
  /** Forecasts with a range. */
  announced: number
  /** Of these, reached by the start, and by the end of the range. */
  byEarly: number
  byLate: number
  /** Moments at which there was too little history. */
  unknown: number
}

type Moment = { at: number; trip: Trip } & ({ ends: true } | { ends: false; step: StepType })

/**
 * Repeats what was announced: at each step of each of `trips`, when the next arrival or departure would be, from the trips that
 * had ended by then and from no later ones. Counts those moments from `since` on (epoch milliseconds).
 */
export function calibrate(trips: readonly Trip[], since: number): readonly Calibration[] {
  const groups = new Map<string, number[]>()
  const byStep = new Map<StepType, Calibration>()
  for (const moment of momentsOf(trips)) {
    if (moment.ends) learn(groups, moment.trip)
    else if (moment.at >= since) judge(groups, byStep, moment.trip, moment.step)
  }
  return [...byStep.values()].sort((a, b) => STEP_TYPES.indexOf(a.step) - STEP_TYPES.indexOf(b.step))
}

/** All steps of all trips in the order of time; a trip is known from its last one on. */
function momentsOf(trips: readonly Trip[]): readonly Moment[] {
  const moments = trips.flatMap((trip) => {
    const steps = stepsOf(trip.operationType)
    return steps.flatMap((step, index): Moment[] => {
      const at = trip.reached.get(step)?.at
      if (at === undefined) return []
      return [index === steps.length - 1 ? { at, trip, ends: true } : { at, trip, ends: false, step }]
    })
  })
  return moments.sort((a, b) => a.at - b.at)
}

/** Every span to the next milestone, in its place. */
function learn(groups: Map<string, number[]>, trip: Trip): void {
  for (const from of trip.reached.keys()) {
    const to = milestoneAfter(trip.operationType, from)
    const span = to && spanOf(trip, from, to)
    if (!span) continue
    for (const key of groupsOf(span.question)) {
      const spans = groups.get(key)
      if (spans) spans.splice(firstAtLeast(spans, span.seconds), 0, span.seconds)
      else groups.set(key, [span.seconds])
    }
  }
}

function judge(
  groups: ReadonlyMap<string, number[]>,
  byStep: Map<StepType, Calibration>,
  trip: Trip,
  from: StepType,
): void {
  const to = milestoneAfter(trip.operationType, from)
  const span = to && spanOf(trip, from, to)
  if (!to || !span) return
  const counted = byStep.get(to) ?? { step: to, announced: 0, byEarly: 0, byLate: 0, unknown: 0 }
  byStep.set(to, counted)
  const spans = enough(groups, span.question)
  if (spans === null) {
    counted.unknown++
    return
  }
  counted.announced++
  if (span.seconds <= quantile(spans, EARLY_SHARE)) counted.byEarly++
  if (span.seconds <= quantile(spans, LATE_SHARE)) counted.byLate++
}
