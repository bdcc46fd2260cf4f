import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readConfig } from '#server/config'
import { featureFlags, invitations } from '#server/db/schema/accounts'
import { sharedLinks } from '#server/db/schema/desk'
import { expirePremium } from '#server/features/base/entitlements/expiry'
import { productJobs } from '#server/jobs/product-jobs'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { whileLocked } from '../../support/database.ts'

let t: TestApp
let dataDir: string
/** Connections outside the product. */
let holder: pg.Client
let watcher: pg.Client
let boxes = 6000000

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-locks-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  await register(t.app, 'supervisor')
  const { rows } = await t.deps.database.pool.query('select current_database() as database')
  ;[holder, watcher] = [
    new pg.Client({ ...inject('postgres'), ...rows[0] }),
    new pg.Client({ ...inject('postgres'), ...rows[0] }),
  ]
  await Promise.all([holder.connect(), watcher.connect()])
})
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()])
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = (driver: Actor) =>
  driver.post('/api/containers', { containerId: `MSKU${boxes++}`, operationType: 'load' })

/** Runs `act` while a transaction outside the product locks the rows of this statement. */
async function holding<T>(statement: string, values: unknown[], act: () => Promise<T>): Promise<T> {
  await holder.query('begin')
  try {
    await holder.query(`${statement} for update`, values)
    return await act()
  } finally {
    await holder.query('rollback')
  }
}

/** How long each statement has waited for a lock, milliseconds. */
async function waits(): Promise<number[]> {
  const { rows } = await watcher.query<{ ms: number }>(
    `select (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ ms }) => ms)
}

it('a press that waits for a locked row gets 503 to retry, and delays no driver but its own', async () => {
  const [boss, other] = [await register(t.app, 'supervisor'), await register(t.app, 'supervisor')]
  const [driver, colleague, free] = [
    await operatorOf(t.app, boss),
    await operatorOf(t.app, boss),
    await operatorOf(t.app, other),
  ]
  const { containerId } = (await start(driver)).body
  const { containerId: beside } = (await start(colleague)).body
  const eventId = crypto.randomUUID()
  const press = () => driver.post('/api/events', { containerId, eventType: 'en_route', eventId })
  const row = 'select from containers where container_id = $1'

  const refused = await holding(row, [containerId], async () => {
    // Three times the size of the connection pool.
    const waiting = Array.from({ length: 60 }, press)
    await expect
      .poll(async () => (await waits()).length, { timeout: 10_000, interval: 20 })
      .toBeGreaterThan(0)
    const answered = waiting.map((one) => one.then(() => 'refused'))
    const others = Promise.all([
      start(free),
      colleague.post('/api/events', { containerId: beside, eventType: 'en_route' }),
    ])
    // The statement that holds the others up ends after its lock timeout: by then they have been answered.
    const first = await Promise.race([
      ...answered,
      others.then((answers) => answers.map(({ status }) => status)),
    ])
    expect(first).toEqual([201, 201])
    return Promise.all(waiting)
  })
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['503 unavailable']),
  )
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // The retry is recorded once.
  expect([(await press()).status, (await press()).status]).toEqual([201, 200])
}, 40_000)

it('a locked counter delays the drivers of its supervisor alone, and their events keep their order', async () => {
  const [boss, other] = [await register(t.app, 'supervisor'), await register(t.app, 'supervisor')]
  const [driver, free] = [await operatorOf(t.app, boss), await operatorOf(t.app, other)]
  const [held, passing] = [(await start(driver)).body.containerId, (await start(free)).body.containerId]
  const waiting = await holding('select from event_counters where tenant_id = $1', [boss.id], async () => {
    const pressed = driver.post('/api/events', { containerId: held, eventType: 'en_route' })
    await expect.poll(waits, { timeout: 10_000, interval: 20 }).toHaveLength(1)
    expect((await free.post('/api/events', { containerId: passing, eventType: 'en_route' })).status).toBe(201)
    return { pressed }
  })
  const { status, body } = await waiting.pressed
  expect([status, body.seq]).toEqual([201, 2])
}, 40_000)

it('an event that the database refuses fails alone, and the others of its batch are recorded', async () => {
  const boss = await register(t.app, 'supervisor')
  const drivers = await Promise.all(Array.from({ length: 8 }, () => operatorOf(t.app, boss)))
  const keys = await Promise.all(drivers.map(async (driver) => (await start(driver)).body.containerId))
  await holder.query(`create function poison() returns trigger language plpgsql as
    $$ begin raise exception 'poisoned'; end $$`)
  await holder.query(`create trigger poison before insert on events for each row
    when (new.container_id = '${keys[3]}') execute function poison()`)
  const press = () =>
    Promise.all(
      drivers.map(async (driver, index) => {
        const { status } = await driver.post('/api/events', {
          containerId: keys[index],
          eventType: 'en_route',
        })
        return status
      }),
    )
  try {
    expect(await press()).toEqual([201, 201, 201, 500, 201, 201, 201, 201])
  } finally {
    await holder.query('drop trigger poison on events')
  }
  // Eight starts and seven events: the refused one left no hole.
  const { rows } = await holder.query('select last_seq::integer from event_counters where tenant_id = $1', [
    boss.id,
  ])
  expect(rows).toEqual([{ last_seq: 15 }])
}, 40_000)

it('a statement timeout is 503 with retry for a write, and 500 for a read', async () => {
  const boss = await register(t.app, 'supervisor')
  const ended = (ask: () => ReturnType<Actor['get']>) =>
    whileLocked(t.deps.database, 'reports', async () => {
      const answer = ask()
      // By hand what `statement_timeout` does after half a minute: the error is the same.
      const end = `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await watcher.query(end)).rowCount, { interval: 20 }).toBe(1)
      const { status, body, headers } = await answer
      return [status, body.code, headers['retry-after'] !== undefined]
    })
  expect(await ended(() => boss.post('/api/reports', { month: '2026-03' }))).toEqual([
    503,
    'unavailable',
    true,
  ])
  expect(await ended(() => boss.get('/api/reports'))).toEqual([500, 'internal', false])
}, 40_000)

it('deleting a supervisor waits for concurrent writers longer than a press may', async () => {
  const boss = await register(t.app, 'supervisor')
  const driver = await operatorOf(t.app, boss)
  const { containerId } = (await start(driver)).body
  const admin = await administrator(t.app)
  const removal = await holding('select from containers where container_id = $1', [containerId], async () => {
    const answer = admin.delete(`/api/admin/supervisors/${boss.id}`)
    await expect.poll(async () => Math.max(0, ...(await waits())), { timeout: 15_000 }).toBeGreaterThan(3_500)
    return { answer }
  })
  expect((await removal.answer).status).toBe(200)
}, 40_000)

it('premium expires for the others while one supervisor’s row is locked', async () => {
  const [held, free] = [await register(t.app, 'supervisor'), await register(t.app, 'supervisor')]
  const { orm } = t.deps.database
  const past = new Date(t.clock.now() - 1)
  for (const { id } of [held, free]) {
    await orm.update(featureFlags).set({ premiumExpirationDate: past }).where(eq(featureFlags.userId, id))
  }
  const isOn = async ({ id }: Actor) =>
    (await orm.select().from(featureFlags).where(eq(featureFlags.userId, id)))[0]?.premiumActivated
  const run = () => expirePremium(t.deps, t.clock.now())
  await holding('select from feature_flags where user_id = $1', [held.id], run)
  expect([await isOn(held), await isOn(free)]).toEqual([true, false])
  await run()
  expect(await isOn(held)).toBe(false)
}, 40_000)

it('expired invitations are deleted while one of them is locked', async () => {
  const boss = await register(t.app, 'supervisor')
  const { orm } = t.deps.database
  const expiresAt = new Date(t.clock.now() - 1)
  await orm
    .insert(invitations)
    .values(['held', 'free'].map((tokenHash) => ({ tokenHash, supervisorId: boss.id, expiresAt })))
  const run = () =>
    productJobs(t.deps.config)
      .find(({ name }) => name === 'invitations')
      ?.run(
        t.deps,
        t.clock.now(),
        () => {},
        () => {},
      )
  const left = async () =>
    (await orm.select().from(invitations).where(eq(invitations.supervisorId, boss.id))).map(
      ({ tokenHash }) => tokenHash,
    )
  await holding('select from invitations where token_hash = $1', ['held'], async () => run())
  expect(await left()).toEqual(['held'])
  await run()
  expect(await left()).toEqual([])
}, 40_000)

it('writes of a supervisor who is being deleted are refused, and leave nothing', async () => {
  const boss = await register(t.app, 'supervisor')
  const driver = await operatorOf(t.app, boss)
  const { containerId } = (await start(driver)).body
  const { id: reportId } = (await boss.post('/api/reports', { month: '2026-02' })).body
  expect(reportId).toBeGreaterThan(0)
  const admin = await administrator(t.app)
  // The last lock of a deletion: the account is locked by then.
  const all = await holding('select from event_counters where tenant_id = $1', [boss.id], async () => {
    const removal = admin.delete(`/api/admin/supervisors/${boss.id}`)
    await expect.poll(waits, { timeout: 10_000 }).toHaveLength(1)
    const asked = [
      boss.post(`/api/containers/${containerId}/share`),
      boss.post('/api/users/invitations'),
      boss.post('/api/reports', { month: '2026-03' }),
      boss.post('/api/reports', { month: '2026-03', operatorId: driver.id }),
      boss.delete(`/api/reports/${reportId}`),
      boss.delete('/api/users/invitations'),
    ]
    // Two writes of a supervisor run at a time, beside the two reports, which are dear; the others wait for their turn.
    await expect.poll(waits, { timeout: 2_000 }).toHaveLength(5)
    return { removal, asked }
  })
  expect((await all.removal).status).toBe(200)
  expect((await Promise.all(all.asked)).map(({ status }) => status)).toEqual(Array(6).fill(401))
  const { orm } = t.deps.database
  expect(await orm.select().from(sharedLinks).where(eq(sharedLinks.supervisorId, boss.id))).toEqual([])
}, 40_000)
