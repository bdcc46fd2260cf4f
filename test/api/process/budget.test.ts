import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { CONNECTIONS, connect } from '#server/db/connect'
import { SESSION_COOKIE } from '#server/http/caller/session'
import type { Line } from '#server/http/limits/budget'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createNamedDatabase, whileLocked } from '../../support/database.ts'
import { goLive, listen } from '../../support/socket.ts'

const MONTH = '2026-03'
/** Reads the agreements, which the others of this file do not. */
const DEAR = `/api/detention?month=${MONTH}`
const OTHER = `/api/supervisor/kpis?month=${MONTH}`
const EACH = 3
const IN_ALL = 8
const WAITING = 30

let t: TestApp
let port: number
let boss: Actor
let other: Actor
let driver: Actor
beforeAll(async () => {
  const { name, drop } = await createNamedDatabase()
  // A lock that a test holds is no fault here, however slow the machine is.
  const given = { ...inject('postgres'), user: inject('productRole'), database: name, lock_timeout: 120_000 }
  const database = connect(given)
  const app = await createTestApp({ database })
  t = {
    ...app,
    async close() {
      await app.close()
      await database.close()
      await drop()
    },
  }
  port = (await listen(t.app)).port
  boss = await register(t.app, 'supervisor')
  other = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, other)
})
afterAll(() => t.close())

const counts = () => t.app.budget.counts()
const settles = (running: number, waiting: number) =>
  vi.waitFor(() => expect(counts()).toMatchObject({ running, waiting }), { timeout: 5_000 })
afterEach(() => settles(0, 0))

/** Every read of the agreements waits for the end of `work`. */
const withSlowReads = (work: () => Promise<void>) => whileLocked(t.deps.database, 'contracts', work)

/** Of the product, and not of this test. */
async function waitingStatements(): Promise<number> {
  const { rows } = await t.deps.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
     where not l.granted and d.datname = current_database()`,
  )
  return rows[0]?.n ?? 0
}

const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort()

const connection = () => ({
  request: { socket: Object.assign(new EventEmitter(), { destroyed: false }) as never },
  response: new EventEmitter() as never,
})
const holdTurns = (line: Line, n = EACH) =>
  Promise.all(Array.from({ length: n }, () => t.app.budget.turn(line, connection())))
const lineOf = ({ id }: Actor): Line => `tenant ${id}`

describe('many dear reads of one tenant at once', () => {
  it('run three at a time, wait in line, and are refused beyond it; another tenant reads and presses', async () => {
    const answers: Promise<{ status: number }>[] = []
    const before = { ...counts().refused }
    await withSlowReads(async () => {
      for (let i = 0; i < EACH + WAITING + 7; i++) answers.push(boss.get(DEAR))
      await settles(EACH, WAITING)
      await expect.poll(waitingStatements).toBe(EACH)
      await expect.poll(() => counts().refused.full - before.full).toBe(7)
      expect((await other.get(OTHER)).status).toBe(200)
      const containerId = 'MSKU2000000'
      const started = await driver.post('/api/containers', { containerId, operationType: 'load' })
      expect(started.status).toBe(201)
      const press = { containerId: started.body.containerId, operationType: 'load', eventType: 'en_route' }
      expect((await driver.post('/api/events', press)).status).toBe(201)
      // What the tenant's own desk cannot do without waits for none of its own figures.
      expect((await boss.get('/api/supervisor/operations')).status).toBe(200)
      expect((await boss.get('/api/events?after=0')).status).toBe(200)
    })
    const statuses = await statusesOf(answers)
    // On a slow machine some have waited in line too long.
    const late = counts().refused.late - before.late
    const served = EACH + WAITING - late
    expect(served).toBeGreaterThanOrEqual(EACH)
    expect(statuses).toEqual([...Array(served).fill(200), ...Array(7 + late).fill(429)])
  })

  it('of many tenants leave connections to everything else', async () => {
    const tenants = await Promise.all(Array.from({ length: 5 }, () => register(t.app, 'supervisor')))
    const answers: Promise<{ status: number }>[] = []
    await withSlowReads(async () => {
      for (const tenant of tenants) for (let i = 0; i < EACH; i++) answers.push(tenant.get(DEAR))
      await settles(IN_ALL, tenants.length * EACH - IN_ALL)
      await expect.poll(waitingStatements).toBe(IN_ALL)
      expect((await other.get('/api/users/operators')).status).toBe(200)
    })
    const statuses = await statusesOf(answers)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(IN_ALL)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
  })
})

it('no read takes the connections of presses and the live channel', async () => {
  const { pool, vital } = t.deps.database
  const most = pool.options.max ?? 0
  // What a process may open altogether stays what a pooler and PostgreSQL are set up for.
  expect(most + (vital.pool.options.max ?? 0)).toBe(CONNECTIONS)
  const own = await operatorOf(t.app, boss)
  const taken = await Promise.all(Array.from({ length: most }, () => pool.connect()))
  try {
    const desk = await goLive(port, boss)
    const started = await own.post('/api/containers', { containerId: 'MSKU2000047', operationType: 'load' })
    expect(started.status).toBe(201)
    const { containerId } = started.body
    const press = { containerId, operationType: 'load', eventType: 'en_route' }
    expect((await own.post('/api/events', press)).status).toBe(201)
    const undo = { kind: 'retraction', position: 2, correctionId: randomUUID() }
    expect((await own.post(`/api/containers/${containerId}/corrections`, undo)).status).toBe(201)
    await desk.heard('event_update', ({ payload }) => payload.eventType === 'en_route')
    expect((await own.get('/api/containers/active')).status).toBe(200)
    expect((await boss.get('/api/supervisor/operations')).status).toBe(200)
    expect((await t.app.inject('/readyz')).statusCode).toBe(200)
    desk.close()
  } finally {
    for (const client of taken) client.release()
  }
})

describe('a line', () => {
  it('says in words when to come back, after five seconds of waiting', async () => {
    const turns = await holdTurns(lineOf(boss))
    const before = counts().refused.late
    const { status, headers, body } = await boss.get(DEAR)
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('5')
    expect(body).toEqual({
      error: 'Ya hay varias consultas como esta en curso. Espere unos segundos y vuelva a intentarlo.',
      code: 'rate_limited',
      messageCode: 'turn_wait',
    })
    expect(counts().refused.late).toBe(before + 1)
    for (const end of turns) end()
  }, 15_000)

  it('is left by a request whose client has gone', async () => {
    const turns = await holdTurns(lineOf(boss))
    const headers = { cookie: `${SESSION_COOKIE}=${boss.cookie}` }
    const request = get({ port, host: '127.0.0.1', path: DEAR, headers }).on('error', () => {})
    await settles(EACH, 1)
    request.destroy()
    await settles(EACH, 0)
    for (const end of turns) end()
  })

  it('is shared by a supervisor and their drivers, and is no part of a line of others', async () => {
    const turns = await holdTurns(lineOf(other))
    const guide = driver.get('/api/operator/guide')
    await settles(EACH, 1)
    expect((await boss.get(DEAR)).status).toBe(200)
    const console_ = await administrator(t.app)
    expect((await console_.get('/api/admin/users')).status).toBe(200)
    for (const end of turns) end()
    expect((await guide).status).toBe(200)
    const ends = await holdTurns('administrator')
    const users = console_.get('/api/admin/users')
    await settles(EACH, 1)
    expect((await boss.get(DEAR)).status).toBe(200)
    for (const end of ends) end()
    expect((await users).status).toBe(200)
  })

  it('has the history, and not the catching up in the same call', async () => {
    const turns = await holdTurns(lineOf(boss))
    const page = boss.get('/api/events')
    await settles(EACH, 1)
    expect((await boss.get('/api/events?after=0')).status).toBe(200)
    for (const end of turns) end()
    expect((await page).status).toBe(200)
  })

  it('does not hold back catching up, which has one of its own', async () => {
    const turns = await holdTurns(`catch-up ${boss.id}`)
    const missed = boss.get('/api/events?after=0')
    await settles(EACH, 1)
    expect((await boss.get('/api/events')).status).toBe(200)
    for (const end of turns) end()
    expect((await missed).status).toBe(200)
  })

  it('is left whatever a request ends with', async () => {
    for (const url of ['/api/detention?month=2026-13', '/api/supervisor/kpis?month=no', DEAR])
      await boss.get(url)
    expect((await boss.get('/api/users/operators/2000000000/metrics')).status).toBe(404)
    await settles(0, 0)
  })
})

describe('files and large lists of one person', () => {
  it('come one at a time: the next waits for the one before, and is told so', async () => {
    const one = connection()
    await t.app.budget.download(`account ${boss.id}`, one)
    const { status, body, headers } = await boss.get('/api/events/export')
    expect([status, body.messageCode, headers['retry-after']]).toEqual([429, 'download_wait', '5'])
    expect((await other.get('/api/events/export')).status).toBe(200)
    expect((await boss.get(DEAR)).status).toBe(200)
    const next = [boss.get('/api/events/export'), boss.get('/api/supervisor/places')]
    await pause(50)
    ;(one.response as EventEmitter).emit('close')
    expect(await statusesOf(next)).toEqual([200, 200])
    expect((await boss.get('/api/events/export')).status).toBe(200)
  }, 15_000)
})

it('writes of one tenant wait for each other two at a time, and hold back no other tenant and no read', async () => {
  const invite = (actor: Actor) => actor.post('/api/users/invitations')
  const turns = await Promise.all([1, 2].map(() => t.app.budget.write(lineOf(boss), connection())))
  let isDone = false
  const waiting = invite(boss).finally(() => {
    isDone = true
  })
  expect((await invite(other)).status).toBe(201)
  expect((await boss.get('/api/users/operators')).status).toBe(200)
  expect(isDone).toBe(false)
  for (const end of turns) end()
  expect((await waiting).status).toBe(201)
})

it('reads of one tenant that are not dear run six at a time, and hold back no other tenant, no press and no figures', async () => {
  const list = (actor: Actor) => actor.get('/api/users/operators')
  const turns = await Promise.all(
    Array.from({ length: 6 }, () => t.app.budget.read(lineOf(other), connection())),
  )
  let isDone = false
  const waiting = list(other).finally(() => {
    isDone = true
  })
  expect((await list(boss)).status).toBe(200)
  expect((await other.get(OTHER)).status).toBe(200)
  const own = await operatorOf(t.app, other)
  const started = await own.post('/api/containers', { containerId: 'MSKU2000100', operationType: 'load' })
  expect(started.status).toBe(201)
  expect(isDone).toBe(false)
  for (const end of turns) end()
  expect((await waiting).status).toBe(200)
})

it('saved reports wait in the line of their tenant: each holds the times of all places', async () => {
  const turns = await holdTurns(lineOf(boss))
  const answers = ['/api/reports', '/api/reports/1'].map((path) => boss.get(path))
  await settles(EACH, answers.length)
  for (const end of turns) end()
  expect(await statusesOf(answers)).toEqual([200, 404])
})

it('a statement of the product takes one core, however large its tables are', async () => {
  const { pool } = t.deps.database
  // PostgreSQL then plans parallel workers for the smallest table, where it may.
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('set debug_parallel_query = on')
  const { rows } = await client.query('explain select count(*) from events')
  const plan = JSON.stringify(rows)
  expect(plan).toContain('Aggregate')
  expect(plan).not.toContain('Gather')
})
