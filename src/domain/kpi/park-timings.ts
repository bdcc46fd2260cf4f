import { OPERATION_TYPES, PARK_INTERVALS, type StepType, stepsOf, workflowRow } from '../operation/steps.ts'
import { oneDecimal } from './rounding.ts'

export const PARK_TIMINGS = [...PARK_INTERVALS, 'totalTime'] as const
export type ParkTimingName = (typeof PARK_TIMINGS)[number]

/** Of a visit: also the time at the terminal, from the gate that opened to the exit. */
export const VISIT_TIMINGS = [...PARK_TIMINGS, 'terminalTime'] as const
export type VisitTiming = (typeof VISIT_TIMINGS)[number]

/** What places are compared by: queue, terminal, and the visit, which is both. */
export const TURN_TIMINGS = [
  'accessTime',
  'terminalTime',
  'totalTime',
] as const satisfies readonly VisitTiming[]
export type TurnTiming = (typeof TURN_TIMINGS)[number]

/** The steps of one visit between which a timing is taken. Of the load/unload pair a visit has one. */
interface ParkGap {
  from: readonly StepType[]
  to: readonly StepType[]
}

/** From the first step whose interval belongs to the timing to the step that ends the last such interval. */
function parkGap(timing: VisitTiming): ParkGap {
  const from = new Set<StepType>()
  const to = new Set<StepType>()
  for (const operationType of OPERATION_TYPES) {
    const steps = stepsOf(operationType)
    const belongs = (step: StepType): boolean => {
      const { parkInterval } = workflowRow(operationType, step)
      if (timing === 'totalTime') return parkInterval !== null
      if (timing === 'terminalTime') return parkInterval !== null && parkInterval !== 'accessTime'
      return parkInterval === timing
    }
    const first = steps.find(belongs)
    const end = steps[steps.findLastIndex(belongs) + 1]
    if (first) from.add(first)
    if (end) to.add(end)
  }
  return { from: [...from], to: [...to] }
}

export const PARK_GAPS = Object.fromEntries(
  VISIT_TIMINGS.map((timing) => [timing, parkGap(timing)]),
) as Readonly<Record<VisitTiming, ParkGap>>

/** Four hours: a longer gap means that a button was forgotten. */
export const LONGEST_GAP_MS = 240 * 60_000

/** Whether a gap counts: longer than zero, at most four hours. */
export function isCountedGap(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds <= LONGEST_GAP_MS
}

/** Sums over the gaps of one timing, in milliseconds; 0 without samples. */
export interface GapSums {
  samples: number
  sumMs: number
  p50Ms: number
  p90Ms: number
  excluded: number
  excludedLong: number
}

export const NO_GAPS: GapSums = { samples: 0, sumMs: 0, p50Ms: 0, p90Ms: 0, excluded: 0, excludedLong: 0 }

/** Milliseconds as minutes with one decimal. */
export const gapMinutes = (milliseconds: number): number => oneDecimal(milliseconds, 60_000)

export function parkTiming({ sumMs, p50Ms, p90Ms, ...counts }: GapSums) {
  return {
    mean: oneDecimal(sumMs, counts.samples * 60_000),
    p50: gapMinutes(p50Ms),
    p90: gapMinutes(p90Ms),
    ...counts,
  }
}
