import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { plainClock } from '#server/adapters/clock'
import { connect, type Database } from '#server/db/connect'
import { jobRuns } from '#server/db/schema/console'
import type { AppDeps } from '#server/deps'
import type { Job } from '#server/jobs/job'
import { type RunOutcome, runJob } from '#server/jobs/run-job'
import { type After, startSchedule } from '#server/jobs/schedule'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'

let t: TestApp
/** The database as another process of the product reaches it. */
let elsewhere: Database
let other: AppDeps

beforeAll(async () => {
  t = await createTestApp()
  elsewhere = connect({ ...inject('postgres'), database: t.deps.database.pool.options.database as string })
  other = { ...t.deps, database: elsewhere }
})
afterAll(async () => {
  await elsewhere.close()
  await t.close()
})
beforeEach(() => t.deps.database.orm.delete(jobRuns))

const MINUTE = 60_000

/** A promise with its resolve function. */
function promise<T = void>() {
  let keep: (value: T) => void = () => {}
  const kept = new Promise<T>((resolve) => {
    keep = resolve
  })
  return { kept, keep }
}

/** A job that counts its runs and ends when it is told to. */
function heldJob(name = 'held') {
  const begun = promise()
  const end = promise()
  let runs = 0
  const job: Job = {
    name,
    everyMs: MINUTE,
    async run() {
      runs++
      begun.keep()
      await end.kept
    },
  }
  return { job, begun: begun.kept, end: end.keep, runs: () => runs }
}

function countingJob(name = 'counting', everyMs = MINUTE) {
  const starts: number[] = []
  const job: Job = { name, everyMs, run: async (_deps, now) => void starts.push(now) }
  return { job, starts }
}

const row = async (name: string) =>
  (await t.deps.database.orm.select().from(jobRuns)).find((r) => r.name === name)

describe('a job', () => {
  it('runs in one process at a time', async () => {
    const { job, begun, end, runs } = heldJob()
    const first = runJob(job, t.deps)
    await begun
    expect((await runJob(job, other)).kind).toBe('held_elsewhere')
    // Not even when it would be due again.
    t.clock.advance(10 * MINUTE)
    expect((await runJob(job, other)).kind).toBe('held_elsewhere')
    expect((await runJob(job, t.deps)).kind).toBe('held_elsewhere')
    end()
    expect((await first).kind).toBe('ran')
    expect(runs()).toBe(1)
  })

  it('does not block another one', async () => {
    const { job, begun, end } = heldJob()
    const first = runJob(job, t.deps)
    await begun
    const { job: free, starts } = countingJob()
    expect((await runJob(free, other)).kind).toBe('ran')
    expect(starts).toHaveLength(1)
    end()
    await first
  })

  it('runs once when many processes start at the same moment', async () => {
    const { job, starts } = countingJob()
    for (let round = 1; round <= 5; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, i) => runJob(job, i % 2 === 0 ? t.deps : other)),
      )
      expect(outcomes.filter((outcome) => outcome.kind === 'ran')).toHaveLength(1)
      expect(starts).toHaveLength(round)
      t.clock.advance(MINUTE)
    }
  })

  it('is due on its interval, in any process', async () => {
    const { job, starts } = countingJob()
    expect((await runJob(job, t.deps)).kind).toBe('ran')
    t.clock.advance(MINUTE - 1)
    expect((await runJob(job, other)).kind).toBe('not_due')
    expect((await runJob(job, t.deps)).kind).toBe('not_due')
    t.clock.advance(1)
    expect((await runJob(job, other)).kind).toBe('ran')
    expect((await runJob(job, t.deps)).kind).toBe('not_due')
    expect(starts).toHaveLength(2)
    const now = new Date(t.clock.now())
    expect(await row('counting')).toEqual({
      name: 'counting',
      lastStartedAt: now,
      lastFinishedAt: now,
      lastError: null,
    })
  })

  it('runs although a wrong clock has stored a start in the future', async () => {
    const { job } = countingJob()
    const fast = { ...t.deps, clock: plainClock(() => t.clock.now() + 86_400_000) }
    expect((await runJob(job, fast)).kind).toBe('ran')
    expect((await runJob(job, t.deps)).kind).toBe('ran')
  })

  it('that fails logs the error without user data, and is due again after its interval', async () => {
    const { orm } = t.deps.database
    const job: Job = {
      name: 'failing',
      everyMs: MINUTE,
      dueSince: () => t.clock.now() - 1_000 * MINUTE,
      async run({ database }) {
        await database.orm.insert(jobRuns).values({ name: 'private text', lastStartedAt: new Date(0) })
      },
    }
    await orm.insert(jobRuns).values({ name: 'private text', lastStartedAt: new Date(0) })
    const outcome = await runJob(job, t.deps)
    expect(outcome.kind).toBe('failed')
    const written = await row('failing')
    expect(written).toMatchObject({ lastFinishedAt: null, lastError: expect.stringMatching(/duplicate key/) })
    expect(written?.lastError).not.toContain('private text')
    t.clock.advance(MINUTE - 1)
    expect((await runJob(job, other)).kind).toBe('not_due')
    t.clock.advance(1)
    expect((await runJob(job, other)).kind).toBe('failed')
    t.clock.advance(MINUTE)
    expect((await runJob({ ...job, run: async () => {} }, t.deps)).kind).toBe('ran')
    expect((await row('failing'))?.lastError).toBeNull()
    // It succeeded: done until its next due time.
    t.clock.advance(5 * MINUTE)
    expect((await runJob(job, t.deps)).kind).toBe('not_due')
  })

  it('is unlocked when its process dies, and runs again', async () => {
    const { job, begun, end } = heldJob('orphan')
    const orphan = runJob(job, other)
    await begun
    const { rows } = await ownerDoes(
      t.deps.database,
      `select pg_terminate_backend(pid, 5000) as ended from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toEqual([{ ended: true }])
    // It counts as started, so it waits for its interval: the crash may repeat.
    const { job: again, starts } = countingJob('orphan')
    expect((await runJob(again, t.deps)).kind).toBe('not_due')
    t.clock.advance(MINUTE)
    expect((await runJob(again, t.deps)).kind).toBe('ran')
    expect(starts).toHaveLength(1)
    // The other process survives the lost connection, and so does its pool.
    end()
    expect((await orphan).kind).toBe('ran')
    t.clock.advance(MINUTE)
    expect((await runJob(again, other)).kind).toBe('ran')
  })

  it('leaves no connection open after success or failure', async () => {
    const { job } = countingJob()
    const failing: Job = { name: 'failing', everyMs: 0, run: () => Promise.reject(new Error('no')) }
    for (let i = 0; i < 30; i++) {
      await runJob(job, other)
      await runJob(failing, other)
    }
    expect(elsewhere.pool.idleCount).toBe(elsewhere.pool.totalCount)
  })
})

/** Timers that go off when a test says so. */
function manualTimers() {
  const set: { milliseconds: number; act: () => void }[] = []
  const after: After = (milliseconds, act) => {
    const timer = { milliseconds, act }
    set.push(timer)
    return () => {
      const place = set.indexOf(timer)
      if (place >= 0) set.splice(place, 1)
    }
  }
  const fire = (): void => {
    for (const { act } of set.splice(0)) act()
  }
  return { after, fire, waiting: () => set.map((timer) => timer.milliseconds) }
}

function scheduled(jobs: Job[], deps: AppDeps = t.deps) {
  const timers = manualTimers()
  const outcomes: [string, RunOutcome['kind']][] = []
  let told = promise()
  const schedule = startSchedule(jobs, {
    deps,
    log: t.app.log,
    after: timers.after,
    random: () => 0.5,
    onOutcome: (job, outcome) => {
      outcomes.push([job.name, outcome.kind])
      if (outcomes.length % jobs.length === 0) {
        told.keep()
        told = promise()
      }
    },
  })
  /** Every timer goes off, and every job has ended. */
  async function round(): Promise<void> {
    const all = told.kept
    timers.fire()
    await all
    // Reporting the outcome comes before the next timer.
    await pause(0)
  }
  return { schedule, timers, outcomes, round }
}

describe('a schedule', () => {
  it('starts soon after the process, then repeats with its interval plus jitter', async () => {
    const { job: minutely, starts } = countingJob('minutely', MINUTE)
    const { job: often } = countingJob('often', 10_000)
    const { schedule, timers, round } = scheduled([minutely, often])
    expect(timers.waiting()).toEqual([7_500, 5_000])
    expect(starts).toHaveLength(0)
    await round()
    expect(starts).toHaveLength(1)
    expect(timers.waiting().sort()).toEqual([10_500, 63_000])
    await schedule.stop()
    expect(timers.waiting()).toEqual([])
  })

  it('tells the job that runs when it stops; the run counts as unfinished, and not as failed', async () => {
    const begun = promise()
    const job: Job = {
      name: 'long',
      everyMs: MINUTE,
      async run({ stopping }) {
        begun.keep()
        await pause(MINUTE, undefined, stopping ? { signal: stopping } : {})
      },
    }
    const { schedule, timers, outcomes } = scheduled([job])
    timers.fire()
    await begun.kept
    await schedule.stop()
    expect(outcomes).toEqual([['long', 'stopped']])
    expect(await row('long')).toMatchObject({ lastFinishedAt: null, lastError: null })
  })

  it('of two processes runs each job once', async () => {
    const jobs = [countingJob('one'), countingJob('two'), countingJob('three')]
    const here = scheduled(jobs.map(({ job }) => job))
    const there = scheduled(
      jobs.map(({ job }) => job),
      other,
    )
    for (let round = 1; round <= 3; round++) {
      await Promise.all([here.round(), there.round()])
      expect(jobs.map(({ starts }) => starts.length)).toEqual([round, round, round])
      t.clock.advance(MINUTE)
    }
    await Promise.all([here.schedule.stop(), there.schedule.stop()])
  })

  it('continues when a job throws, synchronously or later', async () => {
    const { job, starts } = countingJob()
    const throws: Job = {
      name: 'throws',
      everyMs: MINUTE,
      run() {
        throw new Error('at once')
      },
    }
    const rejects: Job = { name: 'rejects', everyMs: MINUTE, run: () => Promise.reject(new Error('later')) }
    const { schedule, outcomes, round, timers } = scheduled([throws, rejects, job])
    await round()
    t.clock.advance(MINUTE)
    await round()
    expect(starts).toHaveLength(2)
    expect(outcomes.filter(([, kind]) => kind === 'failed')).toHaveLength(4)
    expect(timers.waiting()).toHaveLength(3)
    await schedule.stop()
  })

  it('works while the database is away', async () => {
    const gone = connect({ host: '127.0.0.1', port: 1, database: 'none', user: 'nobody' })
    const { job, starts } = countingJob()
    const { schedule, outcomes, round, timers } = scheduled([job], { ...t.deps, database: gone })
    await round()
    await round()
    expect(outcomes).toEqual([
      ['counting', 'failed'],
      ['counting', 'failed'],
    ])
    expect(starts).toHaveLength(0)
    expect(timers.waiting()).toHaveLength(1)
    await schedule.stop()
    await gone.close()
  })

  it('stops after the running job, and starts no other', async () => {
    const { job, begun, end, runs } = heldJob()
    const { schedule, timers } = scheduled([job])
    timers.fire()
    await begun
    let stopped = false
    const stopping = schedule.stop().then(() => {
      stopped = true
    })
    // The job hangs; a stop that did not wait would return at once.
    await t.deps.database.pool.query('select 1')
    await t.deps.database.pool.query('select 1')
    expect(stopped).toBe(false)
    end()
    await stopping
    expect(timers.waiting()).toEqual([])
    expect((await row('held'))?.lastFinishedAt).not.toBeNull()
    expect(runs()).toBe(1)
  })
})
