import type { AppDeps } from '../deps.ts'

/** What a job may use; `now` (epoch milliseconds) is the start of the run. */
export type JobDeps = AppDeps

/** Something that the product does by itself, in one process at a time. */
export interface Job {
  /** Kept in the database and shown by /metrics. */
  name: string
  /** A process looks this often whether the job is due, and this long after a run that failed it is due again. */
  everyMs: number
  /** Whether a run that began at this instant (epoch milliseconds) or earlier is the last due one; else `everyMs`. */
  dueSince?(now: number): number
  run(deps: JobDeps, now: number): Promise<void>
}

/** The job is due when its last run began at this instant or earlier. */
export const dueSince = (job: Job, now: number): number => job.dueSince?.(now) ?? now - job.everyMs
