import {
  OPERATION_TYPES,
  PARK_ACCESS,
  PARK_INTERVALS,
  type StepType,
  stepsOf,
  workflowRow,
} from '../operation/steps.ts'
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

/**
 * A timing lasts from the first of its events (`within`) to the first event after them (`after`, every later step). A
 * trip from before a step existed lacks that step: its timing begins and ends at the steps that it has.
 */
interface ParkGap {
  within: readonly StepType[]
  after: readonly StepType[]
}

function parkGap(timing: VisitTiming): ParkGap {
  const within = new Set<StepType>()
  const after = new Set<StepType>()
  for (const operationType of OPERATION_TYPES) {
    const steps = stepsOf(operationType)
    const inTerminal = steps.slice(steps.indexOf(PARK_ACCESS))
    const belongs = (step: StepType): boolean => {
      const { parkInterval } = workflowRow(operationType, step)
      if (timing === 'totalTime') return parkInterval !== null
      if (timing === 'terminalTime') return parkInterval !== null && inTerminal.includes(step)
      return parkInterval === timing
    }
    for (const step of steps.filter(belongs)) within.add(step)
    const last = steps.findLastIndex(belongs)
    // A trip without such a step ends none.
    if (last !== -1) for (const step of steps.slice(last + 1)) after.add(step)
  }
  return { within: [...within], after: [...after] }
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

const NO_GAPS: GapSums = { samples: 0, sumMs: 0, p50Ms: 0, p90Ms: 0, excluded: 0, excludedLong: 0 }

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

/** The figures of these timings; one without gaps is 0. */
export const parkTimings = <T extends VisitTiming>(
  timings: readonly T[],
  gaps: Partial<Record<T, GapSums>>,
) =>
  Object.fromEntries(timings.map((timing) => [timing, parkTiming(gaps[timing] ?? NO_GAPS)])) as Record<
    T,
    ReturnType<typeof parkTiming>
  >
