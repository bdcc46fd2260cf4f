import { innermostMessage } from '../db/errors.ts'
import { dueSince, FoundFault, type Job, type JobDeps } from './job.ts'
import { beginRun, endRun, holdJob } from './queries.ts'

/** `failed` has the error of the job. `stopped`: the process stops, and the run counts as unfinished. */
export type RunOutcome =
  | { kind: 'ran' | 'held_elsewhere' | 'not_due' | 'stopped' }
  | { kind: 'failed'; error: unknown }

/**
 * Runs the job if it is due and no other process runs it. Of concurrent attempts one runs it: the lock admits one at a
 * time, and the next finds the job already started. Throws when the database is unavailable.
 */
export async function runJob(
  job: Job,
  deps: JobDeps,
  warn: (message: string) => void = () => {},
  note: (message: string) => void = () => {},
): Promise<RunOutcome> {
  const { orm, pool } = deps.database
  const hold = await holdJob(pool, job.name)
  if (!hold) return { kind: 'held_elsewhere' }
  try {
    const now = deps.clock.steady()
    const due = {
      now: new Date(now),
      since: new Date(dueSince(job, now)),
      retrySince: new Date(now - job.everyMs),
    }
    if (!(await beginRun(orm, job.name, due))) return { kind: 'not_due' }
    try {
      await job.run(deps, now, warn, note)
    } catch (error) {
      if (deps.stopping?.aborted) return { kind: 'stopped' }
      // If this write fails too, the run counts as unfinished and is retried anyway.
      await endRun(orm, job.name, {
        error: innermostMessage(error).slice(0, REASON_LENGTH),
        ...(error instanceof FoundFault && { finishedAt: new Date(deps.clock.steady()) }),
      }).catch(() => {})
      return { kind: 'failed', error }
    }
    await endRun(orm, job.name, { finishedAt: new Date(deps.clock.steady()) })
    return { kind: 'ran' }
  } finally {
    await hold.release()
  }
}

const REASON_LENGTH = 300
