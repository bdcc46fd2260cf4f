import type { FastifyBaseLogger } from 'fastify'
import type { Job, JobDeps } from './job.ts'
import { type RunOutcome, runJob } from './run-job.ts'

/** Calls `act` once, so many milliseconds from now; returns the way to call it off. */
export type After = (milliseconds: number, act: () => void) => () => void

export interface Schedule {
  /** No job begins any more; resolves when those that run have ended. */
  stop(): Promise<void>
}

/** Processes that are started together must not all ask at once, nor a start be slowed by what can wait. */
const FIRST_MS = 15_000
/** How far, as a part of its interval, a job may slip: ever later, so that it is due when its process asks. */
const JITTER = 0.1

const realAfter: After = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds)
  // The jobs alone are no reason to keep a process running.
  timer.unref()
  return () => clearTimeout(timer)
}

/**
 * Runs each job soon after the start and then on its interval. A job that fails is logged and comes up again; it stops
 * neither the others nor the process. `random` gives a number from 0 up to 1.
 */
export function startSchedule(
  jobs: readonly Job[],
  {
    deps,
    log,
    after = realAfter,
    random = Math.random,
    onOutcome = () => {},
  }: {
    deps: JobDeps
    log: FastifyBaseLogger
    after?: After
    random?: () => number
    /** For whoever counts. */
    onOutcome?: (job: Job, outcome: RunOutcome) => void
  },
): Schedule {
  const callOff = new Map<Job, () => void>()
  const running = new Set<Promise<void>>()
  let stopped = false

  async function attempt(job: Job): Promise<void> {
    let outcome: RunOutcome
    try {
      outcome = await runJob(job, deps)
    } catch (error) {
      outcome = { kind: 'failed', error }
    }
    if (outcome.kind === 'failed') log.error({ err: outcome.error, job: job.name }, 'job failed')
    onOutcome(job, outcome)
  }

  function come(job: Job, milliseconds: number): void {
    if (stopped) return
    const begin = (): void => {
      const run = attempt(job).finally(() => {
        running.delete(run)
        come(job, job.everyMs * (1 + JITTER * random()))
      })
      running.add(run)
    }
    callOff.set(job, after(milliseconds, begin))
  }

  for (const job of jobs) come(job, Math.min(FIRST_MS, job.everyMs) * random())

  return {
    async stop() {
      stopped = true
      for (const cancel of callOff.values()) cancel()
      await Promise.all(running)
    },
  }
}
