import { percentOf } from './rounding.ts'

/** Seconds of stops, and seconds for which the operations ran; an open stop and an active operation count to now. */
export interface DeadTimeSums {
  stopSeconds: number
  runningSeconds: number
  operations: number
}

/** One decimal, at most 100; 0 when nothing ran. */
export function deadTimePercent({ stopSeconds, runningSeconds }: DeadTimeSums): number {
  return percentOf(stopSeconds, runningSeconds)
}

/** The percentage of an earlier stretch to compare with; null when nothing ran in it. */
export function previousDeadTimePercent(sums: DeadTimeSums): number | null {
  return sums.operations === 0 ? null : deadTimePercent(sums)
}
