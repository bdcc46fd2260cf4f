import { percentOf } from './rounding.ts'

/** Seconds of stops, and running seconds of the operations; an open stop and an active operation count to now. */
export interface DeadTimeSums {
  stopSeconds: number
  runningSeconds: number
  operations: number
}

/** One decimal, at most 100; 0 when nothing ran. */
export function deadTimePercent({ stopSeconds, runningSeconds }: DeadTimeSums): number {
  return percentOf(stopSeconds, runningSeconds)
}

/** The percentage of an earlier period, for comparison; null when nothing ran in it. */
export function previousDeadTimePercent(sums: DeadTimeSums): number | null {
  return sums.operations === 0 ? null : deadTimePercent(sums)
}
