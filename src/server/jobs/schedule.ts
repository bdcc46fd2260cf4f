import { innermostMessage, isUnavailable } from '../db/errors.ts'
import { createSpells } from '../log/spell.ts'
import { type Log, tellTo } from '../log/tell.ts'
import { FoundFault, type Job, type JobDeps } from './job.ts'
import { type RunOutcome, runJob } from './run-job.ts'

/** Calls `act` once after a delay; returns the function that cancels it. */
export type After = (milliseconds: number, act: () => void) => () => void

export interface Schedule {
  /** Starts no more jobs and tells the running ones; resolves when they have ended. */
  stop(): Promise<void>
}

/** Spreads processes that start together, and keeps jobs from slowing the start. */
const FIRST_MS = 15_000
/** Random delay, as a share of the interval. Only later, so that the job is due when it is checked. */
const JITTER = 0.1

const realAfter: After = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds)
  // Jobs do not keep the process alive.
  timer.unref()
  return () => clearTimeout(timer)
}

/**
 * Runs each job soon after the start and then on its interval. A failing job is logged and retried; it stops neither the
 * others nor the process. `random` returns a number in [0, 1).
 */
export function startSchedule(
  jobs: readonly Job[],
  {
    deps,
    log,
    after = realAfter,
    random = Math.random,
    onOutcome = () => {},
    during = (_name, run) => run(),
  }: {
    deps: JobDeps
    log: Log
    after?: After
    random?: () => number
    /** For metrics. */
    onOutcome?: (job: Job, outcome: RunOutcome) => void
    /** Runs a job under a name, for who watches the thread. */
    during?: <T>(name: string, run: () => Promise<T>) => Promise<T>
  },
): Schedule {
  const callOff = new Map<Job, () => void>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  const tell = tellTo(log)
  const failing = createSpells(tell, { begin: 'JOB_FAILED', end: 'JOB_WORKS' })
  /** Why each job failed last: another reason is another fault, with a line of its own. */
  const reasons = new Map<string, string>()

  function judge(job: Job, outcome: RunOutcome): void {
    const { name } = job
    if (outcome.kind === 'ran') {
      failing.over(name)
      reasons.delete(name)
    }
    if (outcome.kind !== 'failed') return
    const { error } = outcome
    const reason = innermostMessage(error)
    if (isUnavailable(error)) {
      // The database's fault takes it.
      tell('JOB_FAILED', { job: name, err: error })
      return
    }
    if (reasons.has(name) && reasons.get(name) !== reason) failing.over(name)
    reasons.set(name, reason)
    // What a job found is its result: a stack would say nothing.
    failing.seen(name, { job: name, reason, ...(!(error instanceof FoundFault) && { err: error }) })
  }

  async function attempt(job: Job): Promise<void> {
    if (job.byTheClock && deps.clock.inDoubt()) return
    let outcome: RunOutcome
    try {
      outcome = await runJob(
        job,
        { ...deps, stopping: stopping.signal },
        (message) => tell('JOB_WARNS', { job: job.name }, message),
        (message) => tell('JOB_NOTES', { job: job.name }, message),
      )
    } catch (error) {
      outcome = { kind: 'failed', error }
    }
    judge(job, outcome)
    onOutcome(job, outcome)
  }

  function come(job: Job, milliseconds: number): void {
    if (stopping.signal.aborted) return
    const begin = (): void => {
      const run = during(`job ${job.name}`, () => attempt(job)).finally(() => {
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
      stopping.abort()
      for (const cancel of callOff.values()) cancel()
      await Promise.all(running)
    },
  }
}
