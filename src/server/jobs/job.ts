import type { Stoppable } from '../adapters/stopping.ts'
import type { AppDeps } from '../deps.ts'

/** What a job may use. */
export interface JobDeps extends AppDeps, Stoppable {}

/** The job has done its work and found what a repetition would find too: a failed run, not repeated before it is due. */
export class FoundFault extends Error {}

/** A periodic job that runs in one process at a time. */
export interface Job {
  /** Stored in the database and shown by /metrics. */
  name: string
  /** Interval of the check whether the job is due, and the delay of a retry after a failure. */
  everyMs: number
  /** Ends or deletes what is over by the clock: not while that is in doubt. */
  byTheClock?: true
  /** Due when the last run began at this instant (epoch milliseconds) or earlier. Default: `everyMs` before `now`. */
  dueSince?(now: number): number
  /** `warn`: it goes on, but somebody should know. `note`: a line for the log, whatever happens. */
  run(
    deps: JobDeps,
    now: number,
    warn: (message: string) => void,
    note: (message: string) => void,
  ): Promise<void>
}

/** The job is due when its last run began at this instant or earlier. */
export const dueSince = (job: Job, now: number): number => job.dueSince?.(now) ?? now - job.everyMs
