import { isStep, STEP_TYPES, type StepType } from '../operation/steps.ts'
import { placeOf } from '../usual/lengths.ts'
import { enough, groupsOf, spansOf, type Trip } from '../usual/sample.ts'
import { EARLY_SHARE, LATE_SHARE, milestoneAfter, quantile } from './forecast.ts'

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

const DAY_MS = 24 * 60 * 60 * 1000

/** From a step to its milestone, in a trip that reached both. */
type Span = ReturnType<typeof spansOf>[number] & { to: StepType }

type Moment = { at: number; span: Span; ends: boolean }

/**
 * Repeats what was announced: at each step of each of `trips`, when the next arrival or departure would be, from what had
 * been reached by then and from nothing later. Counts those moments from `since` on (epoch milliseconds). Yields after each.
 */
export function* calibrate(trips: readonly Trip[], since: number): Generator<void, readonly Calibration[]> {
  const groups = new Map<string, number[]>()
  const byStep = new Map<StepType, Calibration>()
  for (const { at, span, ends } of yield* momentsOf(trips)) {
    if (ends) learn(groups, span)
    else if (at >= since) judge(groups, byStep, span)
    yield
  }
  return [...byStep.values()].sort((a, b) => STEP_TYPES.indexOf(a.step) - STEP_TYPES.indexOf(b.step))
}

/** When each span begins and ends, in the order of time. */
function* momentsOf(trips: readonly Trip[]): Generator<void, readonly Moment[]> {
  // By days, because sorting so many at once would hold the thread.
  const days = new Map<number, Moment[]>()
  const add = (moment: Moment): void => {
    const day = Math.floor(moment.at / DAY_MS)
    const known = days.get(day)
    if (known) known.push(moment)
    else days.set(day, [moment])
  }
  for (const trip of trips) {
    for (const { type } of trip.events) {
      const to = isStep(type) ? milestoneAfter(trip.operationType, type) : null
      if (to === null) continue
      for (const found of spansOf(trip, type, to)) {
        const { at } = found.question
        const span = { ...found, to }
        add({ at, span, ends: false })
        add({ at: at + found.seconds * 1000, span, ends: true })
      }
    }
    yield
  }
  const sorted: Moment[] = []
  for (const [, moments] of [...days].sort(([a], [b]) => a - b)) {
    sorted.push(...moments.sort((a, b) => a.at - b.at))
    yield
  }
  return sorted
}

/** In its place in each of its groups. */
function learn(groups: Map<string, number[]>, { question, seconds }: Span): void {
  for (const key of groupsOf(question)) {
    const lengths = groups.get(key)
    if (lengths) lengths.splice(placeOf(lengths, seconds), 0, seconds)
    else groups.set(key, [seconds])
  }
}

function judge(
  groups: ReadonlyMap<string, number[]>,
  byStep: Map<StepType, Calibration>,
  { to, question, seconds }: Span,
): void {
  const counted = byStep.get(to) ?? { step: to, announced: 0, byEarly: 0, byLate: 0, unknown: 0 }
  byStep.set(to, counted)
  const lengths = enough(groups, question)
  if (lengths === null) {
    counted.unknown++
    return
  }
  counted.announced++
  if (seconds <= quantile(lengths, EARLY_SHARE)) counted.byEarly++
  if (seconds <= quantile(lengths, LATE_SHARE)) counted.byLate++
}
