import type { StepType } from '../operation/steps.ts'
import { oneDecimal } from './rounding.ts'

export const PARK_TIMINGS = ['accessTime', 'parkingTime', 'loadUnloadTime', 'exitTime', 'totalTime'] as const
export type ParkTimingName = (typeof PARK_TIMINGS)[number]

/** Between which steps of one visit a timing is taken. Of the load/unload pair a visit has one. */
export const PARK_GAPS: Readonly<
  Record<ParkTimingName, { from: readonly StepType[]; to: readonly StepType[] }>
> = {
  accessTime: { from: ['arrived_at_park'], to: ['access_granted'] },
  parkingTime: { from: ['access_granted'], to: ['vehicle_parked'] },
  loadUnloadTime: { from: ['vehicle_parked'], to: ['load_complete', 'unload_complete'] },
  exitTime: { from: ['load_complete', 'unload_complete'], to: ['exit_park'] },
  totalTime: { from: ['arrived_at_park'], to: ['exit_park'] },
}

/** A longer gap is a forgotten button rather than a long visit. */
export const LONGEST_GAP_MINUTES = 240
export const LONGEST_GAP_MS = LONGEST_GAP_MINUTES * 60_000

/** Whether a gap counts: more than nothing, and not over four hours. */
export function isCountedGap(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds <= LONGEST_GAP_MS
}

/** The gaps of one timing, reduced; times in milliseconds, those of no sample 0. */
export interface GapSums {
  samples: number
  sumMs: number
  p50Ms: number
  p90Ms: number
  excluded: number
  excludedLong: number
}

export interface ParkTimingFigures {
  mean: number
  p50: number
  p90: number
  samples: number
  excluded: number
  excludedLong: number
}

/** Milliseconds as minutes with one decimal. */
export const gapMinutes = (milliseconds: number): number => oneDecimal(milliseconds, 60_000)

export function parkTiming(sums: GapSums): ParkTimingFigures {
  return {
    mean: oneDecimal(sums.sumMs, sums.samples * 60_000),
    p50: gapMinutes(sums.p50Ms),
    p90: gapMinutes(sums.p90Ms),
    samples: sums.samples,
    excluded: sums.excluded,
    excludedLong: sums.excludedLong,
  }
}

/** Nearest rank: the smallest value that at least this fraction of all do not exceed. `sorted` ascends; of none it is 0. */
export function nearestRank(sorted: readonly number[], fraction: number): number {
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0
}

/** Reduces gaps in milliseconds, whether they count or not. */
export function gapSums(gaps: readonly number[]): GapSums {
  const counted = gaps.filter(isCountedGap).sort((a, b) => a - b)
  return {
    samples: counted.length,
    sumMs: counted.reduce((sum, gap) => sum + gap, 0),
    p50Ms: nearestRank(counted, 0.5),
    p90Ms: nearestRank(counted, 0.9),
    excluded: gaps.length - counted.length,
    excludedLong: gaps.filter((gap) => gap > LONGEST_GAP_MS).length,
  }
}
