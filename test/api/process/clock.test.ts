import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchedClock } from '#server/adapters/clock'
import { watchClock } from '#server/clock-watch'
import { readConfig } from '#server/config'
import type { Database } from '#server/db/connect'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { startSchedule } from '#server/jobs/schedule'
import { type Actor, anonymous, register } from '../../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]
const LONG = 420 * DAY

let database: Database
let dataDir: string
let machine: { wall: number; elapsed: number }
/** The database's clock is that of the machine, or ahead of it. */
let ahead: number
let running: { stop(): Promise<void> }[]

/** A start of the product on `database`, on a machine whose clock the test moves. */
async function start() {
  const told: string[] = []
  const clock = watchedClock({ wall: () => machine.wall, elapsed: () => machine.elapsed })
  const watch = await watchClock(clock, {
    orm: database.orm,
    tell: (code) => void told.push(code),
    confirmed: null,
    onError: (error) => expect(error).toBeNull(),
    theirTime: async () => machine.wall + ahead,
    elapsed: () => machine.elapsed,
  })
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const t = await createTestApp({ database, clock, config })
  watch.watchMetrics(t.app.metrics)
  const one = {
    ...t,
    told,
    watch,
    async stop() {
      await watch.stop()
      await t.close()
    },
  }
  running.push(one)
  return one
}

function pass(milliseconds: number): void {
  machine.wall += milliseconds
  machine.elapsed += milliseconds
}

beforeEach(async () => {
  machine = { wall: NOON, elapsed: 0 }
  running = []
  ahead = 0
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-clock-'))
})

afterEach(async () => {
  for (const one of running) await one.stop()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs every job that ends or deletes by the clock, as the schedule does. */
async function runJobs({ deps }: TestApp): Promise<string[]> {
  const ran: string[] = []
  const jobs = productJobs(deps.config).filter(({ byTheClock }) => byTheClock)
  const due: (() => void)[] = []
  const schedule = startSchedule(jobs, {
    deps,
    log: {},
    after: (_milliseconds, act) => {
      due.push(act)
      return () => {}
    },
    onOutcome: ({ name }, { kind }) => {
      if (kind === 'ran') ran.push(name)
    },
  })
  for (const act of due.splice(0)) act()
  await schedule.stop()
  return ran
}

const isOpen = async (person: Actor): Promise<number> => (await person.get('/api/user')).status
const as = ({ app }: TestApp, { cookie }: Actor): Actor => Object.assign(anonymous(app), { cookie })
const premium = async (person: Actor): Promise<boolean> =>
  (await person.get('/api/user/features')).body.features.premiumActivated
const metric = async ({ app }: TestApp, name: string): Promise<number> => {
  const { body } = await app.inject('/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
}
const stored = async (): Promise<{ sessions: number; premium: boolean }> => {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from session) as sessions, (select bool_and(premium_activated) from feature_flags) as premium`,
  )
  return rows[0]
}

it('420 days ahead end no session and no premium, and delete nothing; when the clock is right, all goes on', async () => {
  const t = await start()
  const [ana, luis] = [await register(t.app, 'supervisor'), await register(t.app, 'supervisor')]
  const before = await stored()
  expect(before).toEqual({ sessions: 2, premium: true })
  pass(HOUR)
  machine.wall += LONG
  for (const person of [ana, luis]) expect([await isOpen(person), await premium(person)]).toEqual([200, true])
  t.watch.beat()
  t.watch.beat()
  expect(t.told).toEqual(['CLOCK_IN_DOUBT'])
  expect(await metric(t, 'acarreo_clock_in_doubt')).toBe(1)
  expect(await runJobs(t)).toEqual([])
  expect(await stored()).toEqual(before)
  expect((await t.app.inject('/readyz')).json()).toMatchObject({ status: 'ok', clock: 'in_doubt' })

  // What begins meanwhile ends when it should, by the clock that is right again.
  const late = await register(t.app, 'supervisor')
  const { url, expiresAt } = (await ana.post('/api/users/invitations')).body
  const invited = `/api/public/invitations/${new URL(url).searchParams.get('invitation')}`
  expect((await ana.get(invited)).status).toBe(404)
  machine.wall -= LONG
  t.watch.beat()
  await t.watch.compare()
  expect(t.told).toEqual(['CLOCK_IN_DOUBT', 'CLOCK_RIGHT'])
  expect(await metric(t, 'acarreo_clock_in_doubt')).toBe(0)
  for (const person of [ana, luis, late]) expect(await isOpen(person)).toBe(200)
  // A link that was made in doubt lives as long as any other.
  expect((await ana.get(invited)).status).toBe(200)
  expect(Date.parse(expiresAt) - machine.wall).toBeLessThan(8 * DAY)
  pass(31 * DAY)
  expect((await anonymous(t.app).get(invited)).status).toBe(404)
  for (const person of [ana, luis, late]) expect(await isOpen(person)).toBe(401)
})

it('a start 420 days ahead is doubted too, and leaves the last right time alone', async () => {
  const first = await start()
  const ana = await register(first.app, 'supervisor')
  await running.pop()?.stop()
  machine = { wall: machine.wall + LONG, elapsed: 0 }
  const second = await start()
  expect(second.told).toEqual(['CLOCK_IN_DOUBT'])
  const back = as(second, ana)
  expect([await isOpen(back), await premium(back)]).toEqual([200, true])
  expect(await runJobs(second)).toEqual([])
  await running.pop()?.stop()
  machine = { wall: machine.wall - LONG + 2 * HOUR, elapsed: 0 }
  const third = await start()
  expect(third.told).toEqual([])
  expect(await isOpen(as(third, ana))).toBe(200)
})

it('a backup of a wrong future is named by the right time, so that it pushes out no later one', async () => {
  const t = await start()
  machine.wall += LONG
  const backups = productJobs(t.deps.config).find(({ name }) => name === 'backups')
  if (!backups) throw new Error('no such job')
  await runJob(backups, t.deps)
  const [file = ''] = (await readdir(join(dataDir, 'backups'))).filter((name) => name.endsWith('.gz'))
  expect(file).toContain(new Date(machine.wall - LONG).toISOString().slice(0, 4))
})

it('a database an hour ahead is a doubt, in a gauge, and the earlier of both clocks counts', async () => {
  const t = await start()
  const ana = await register(t.app, 'supervisor')
  expect(await metric(t, 'acarreo_clock_offset_seconds')).toBe(0)
  ahead = -HOUR
  await t.watch.compare()
  expect(t.told).toEqual(['CLOCK_IN_DOUBT'])
  expect(await metric(t, 'acarreo_clock_offset_seconds')).toBe(3_600)
  expect(t.deps.clock.steady()).toBe(machine.wall - HOUR)
  expect(await isOpen(ana)).toBe(200)
  ahead = 0
  await t.watch.compare()
  expect(t.told).toEqual(['CLOCK_IN_DOUBT', 'CLOCK_RIGHT'])
})
