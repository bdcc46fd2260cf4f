import { innermostMessage } from '../db/errors.ts'
import { dueSince, type Job, type JobDeps } from './job.ts'
import { beginRun, endRun, holdJob } from './queries.ts'

/** `failed` carries what the job threw. */
export type RunOutcome = { kind: 'ran' | 'held_elsewhere' | 'not_due' } | { kind: 'failed'; error: unknown }

/**
 * Runs the job unless another process is at it or it is not due yet. Of processes that try at once, one runs it: the
 * lock lets one in at a time, and the next finds that the job has been begun. Throws when the database cannot be had.
 */
export async function runJob(job: Job, deps: JobDeps): Promise<RunOutcome> {
  const { orm, pool } = deps.database
  const hold = await holdJob(pool, job.name)
  if (!hold) return { kind: 'held_elsewhere' }
  try {
    const now = deps.clock.now()
    const due = {
      now: new Date(now),
      since: new Date(dueSince(job, now)),
      retrySince: new Date(now - job.everyMs),
    }
    if (!(await beginRun(orm, job.name, due))) return { kind: 'not_due' }
    try {
      await job.run(deps, now)
    } catch (error) {
      // When even this cannot be written, the run stands as not ended, and the job comes up again all the same.
      await endRun(orm, job.name, {
        error: innermostMessage(error).slice(0, REASON_LENGTH),
      }).catch(() => {})
      return { kind: 'failed', error }
    }
    await endRun(orm, job.name, { finishedAt: new Date(deps.clock.now()) })
    return { kind: 'ran' }
  } finally {
    await hold.release()
  }
}

const REASON_LENGTH = 300
