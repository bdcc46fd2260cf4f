import { EventEmitter } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { featureFlags } from '#server/db/schema/accounts'
import { backUp } from '#server/features/console/backups/service'
import { createRateLimits } from '#server/http/limits/rate-limits'
import type {} from '#server/http/watch/metrics'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import type { Bus } from '#server/live/bus/bus'
import type {} from '#server/live/bus/counted'
import { memoryBus } from '#server/live/bus/memory'
import { productVersion } from '#server/version'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'
import { type Family, parseMetrics } from '../../support/prometheus.ts'
import { goLive, listen } from '../../support/socket.ts'

let t: TestApp
let dataDir: string
let port: number
let boss: Actor
let driver: Actor
let gap: () => void = () => {}

/** Like the bus over Redis: it can report gaps. */
function gappyBus(): Bus {
  return {
    ...memoryBus(),
    onGap(listener) {
      const before = gap
      gap = () => {
        before()
        listener()
      }
      return () => {}
    },
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-metrics-'))
  t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, TRUST_PROXY: 'true' }),
    bus: gappyBus(),
    rateLimits: createRateLimits({ publicPageOfAddress: 3 }),
  })
  port = (await listen(t.app)).port
  boss = await register(t.app, 'supervisor', 'patronaverde')
  driver = await operatorOf(t.app, boss, 'choferverde')
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Inject = { headers?: Record<string, string>; remoteAddress?: string }
const ask = ({ headers = {}, remoteAddress = '127.0.0.1' }: Inject = {}) =>
  t.app.inject({ url: '/metrics', headers: { host: 'localhost:3000', ...headers }, remoteAddress })

async function families(): Promise<Map<string, Family>> {
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  return parseMetrics(answer.body)
}

/** The value of one line; undefined when there is none with these labels. */
async function value(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  for (const family of (await families()).values()) {
    const found = family.samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
    )
    if (found) return found.value
  }
  return undefined
}

describe('who may read', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'this machine (%s)',
    async (remoteAddress) => {
      const answer = await ask({ remoteAddress })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:80'])(
    'by its own name %s',
    async (host) => {
      expect((await ask({ headers: { host } })).statusCode).toBe(200)
    },
  )

  it.each(['203.0.113.5', '10.0.0.1', '::2', '1.127.0.0', '::ffff:10.127.0.0.1'])(
    'nobody at %s',
    async (remoteAddress) => {
      expect((await ask({ remoteAddress })).statusCode).toBe(401)
    },
  )

  // Behind a local proxy every request comes from this machine.
  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('nobody who was passed on (%s: %s)', async (name, text) => {
    expect((await ask({ headers: { [name]: text } })).statusCode).toBe(401)
  })

  it.each(['acarreo.example', 'rebound.example:3000', 'localhost.example', '127.0.0.1.example'])(
    'nobody who calls it %s, as a page does that was given this address',
    async (host) => {
      expect((await ask({ headers: { host } })).statusCode).toBe(401)
    },
  )

  it('the administrator’s key, from any address', async () => {
    const far = { remoteAddress: '203.0.113.6' }
    expect((await ask({ ...far, headers: { 'x-admin-key': ADMIN_KEY } })).statusCode).toBe(200)
    expect((await ask({ ...far, headers: { 'x-admin-key': `${ADMIN_KEY}x` } })).statusCode).toBe(401)
    const proxied = { 'x-forwarded-for': '203.0.113.7', 'x-admin-key': ADMIN_KEY }
    expect((await ask({ headers: proxied })).statusCode).toBe(200)
    const inQuery = await t.app.inject({
      url: `/metrics?adminKey=${encodeURIComponent(ADMIN_KEY)}`,
      ...far,
    })
    expect(inQuery.statusCode).toBe(401)
  })

  it('no address that guesses keys: it is rate limited', async () => {
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const answer = await ask({ remoteAddress: '203.0.113.8', headers: { 'x-admin-key': `guess ${i}` } })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('answers a refusal without metrics', async () => {
    const { body } = await ask({ remoteAddress: '203.0.113.5' })
    expect(JSON.parse(body)).toEqual({
      error: 'No autorizado',
      code: 'unauthorized',
      messageCode: 'unauthorized',
    })
  })
})

describe('what is measured', () => {
  it('requests by pattern, method and class of status', async () => {
    const name = 'acarreo_http_request_duration_seconds_count'
    const labels = { route: '/api/users/operators/:id', method: 'PUT', status: '4xx' }
    expect(await value(name, labels)).toBeUndefined()
    await boss.put('/api/users/operators/2000000000', { displayName: 'Nadie' })
    await boss.put('/api/users/operators/1999999999', { displayName: 'Nadie' })
    expect(await value(name, labels)).toBe(2)
    await anonymous(t.app).get('/api/no/such/thing')
    expect(await value(name, { status: '4xx', method: 'GET' })).toBeGreaterThan(0)
  })

  it('events by type; a retry does not count', async () => {
    const recorded = (type: string) => value('acarreo_events_recorded_total', { event_type: type })
    const begin = {
      containerId: 'CSQU3054383',
      operationType: 'load',
      eventId: 'b6c7f3f4-2f64-4a51-8f0c-1f0f9a1c7a01',
    }
    const { body } = await driver.post('/api/containers', begin)
    expect((await driver.post('/api/containers', begin)).status).toBe(200)
    expect(await recorded('start_trip')).toBe(1)
    expect(
      (await driver.post('/api/events', { containerId: body.containerId, eventType: 'end_trip' })).status,
    ).toBe(409)
    expect(await recorded('end_trip')).toBeUndefined()
    expect(await value('acarreo_bus_messages_total', { direction: 'out', kind: 'recorded' })).toBe(1)
    expect(await value('acarreo_bus_messages_total', { direction: 'in', kind: 'recorded' })).toBe(1)
  })

  it('messages that a job publishes', async () => {
    const told = () => value('acarreo_bus_messages_total', { direction: 'out', kind: 'entitlements_changed' })
    const before = (await told()) ?? 0
    const { orm } = t.deps.database
    const lapsed = await register(t.app, 'supervisor')
    const premiumExpirationDate = new Date(t.clock.now() - 1)
    await orm.update(featureFlags).set({ premiumExpirationDate }).where(eq(featureFlags.userId, lapsed.id))
    const job = productJobs(t.deps.config).find(({ name }) => name === 'premium_expiry')
    await job?.run(
      { ...t.deps, bus: t.app.bus },
      t.clock.now(),
      () => {},
      () => {},
    )
    expect(await told()).toBe(before + 1)
  })

  it('live sockets, while they are open', async () => {
    expect(await value('acarreo_live_sockets')).toBe(0)
    const [one, two] = [await goLive(port, boss), await goLive(port, driver)]
    expect(await value('acarreo_live_sockets')).toBe(2)
    one.close()
    two.close()
    await Promise.all([one.closed, two.closed])
    await expect.poll(() => value('acarreo_live_sockets'), { timeout: 10_000 }).toBe(0)
  })

  it('the bus: its health and its gaps', async () => {
    expect(await value('acarreo_bus_healthy')).toBe(1)
    const before = (await value('acarreo_bus_gaps_total')) ?? 0
    gap()
    expect(await value('acarreo_bus_gaps_total')).toBe(before + 1)
  })

  it('connections to the database', async () => {
    const state = (name: string) => value('acarreo_db_connections', { state: name })
    const client = await t.deps.database.pool.connect()
    // In this order: a scrape may open a connection.
    const idle = (await state('idle')) ?? 0
    expect((await state('total')) ?? 0).toBeGreaterThan(idle)
    client.release()
    expect(await state('waiting')).toBe(0)
  })

  it('dear requests: how many run and wait, and how many were refused', async () => {
    const state = (name: string) => value('acarreo_dear_requests', { state: name })
    const refused = (reason: string) => value('acarreo_dear_requests_refused_total', { reason })
    const connection = () => ({
      request: { socket: new EventEmitter() as never },
      response: new EventEmitter() as never,
    })
    const ask = () => t.app.budget.turn('administrator', connection())
    const running = [await ask(), await ask(), await ask()]
    const waiting = Array.from({ length: 30 }, ask)
    await expect(ask()).rejects.toMatchObject({ status: 429 })
    expect([await state('running'), await state('waiting')]).toEqual([3, 30])
    expect([await refused('full'), await refused('late')]).toEqual([1, 0])
    for (const end of running) end()
    for (const turn of waiting) (await turn)()
    expect([await state('running'), await state('waiting')]).toEqual([0, 0])
  })

  it('rate limited requests', async () => {
    const url = '/api/public/containers/CSQU3054383'
    const refused = { route: '/api/public/containers/:containerId' }
    for (let i = 0; i < 3; i++) expect((await anonymous(t.app).get(url)).status).not.toBe(429)
    expect(await value('acarreo_rate_limited_total', refused)).toBeUndefined()
    expect((await anonymous(t.app).get(url)).status).toBe(429)
    expect((await anonymous(t.app).get(url)).status).toBe(429)
    expect(await value('acarreo_rate_limited_total', refused)).toBe(2)
  })

  it('jobs: last success and number of failures', async () => {
    const success = () => value('acarreo_job_last_success_timestamp_seconds', { job_name: 'invitations' })
    expect(await success()).toBeUndefined()
    const job = productJobs(t.deps.config).find(({ name }) => name === 'invitations')
    if (!job) throw new Error('no such job')
    await runJob(job, t.deps)
    const then = t.clock.now() / 1000
    expect(await success()).toBe(then)
    t.clock.advance(2 * job.everyMs)
    const failing = { ...job, run: () => Promise.reject(new Error('no')) }
    expect((await runJob(failing, t.deps)).kind).toBe('failed')
    t.app.metrics.countJobFailure('invitations')
    expect(await success()).toBe(then)
    expect(await value('acarreo_job_failures_total', { job_name: 'invitations' })).toBe(1)
  })

  it('jobs that have not failed yet, from zero', async () => {
    t.app.metrics.expectJobs(['invitations', 'premium_expiry'])
    expect(await value('acarreo_job_failures_total', { job_name: 'premium_expiry' })).toBe(0)
    expect(await value('acarreo_job_failures_total', { job_name: 'invitations' })).toBe(1)
  })

  it('the database, its disk, maintenance and the version', async () => {
    expect(await value('acarreo_database_up')).toBe(1)
    expect(await value('acarreo_database_writable')).toBe(1)
    const [free, size] = [await value('acarreo_disk_free_bytes'), await value('acarreo_disk_size_bytes')]
    expect(free).toBeGreaterThan(0)
    expect(size).toBeGreaterThan(free ?? 0)
    expect(await value('acarreo_maintenance')).toBe(0)
    expect(await value('acarreo_build_info', { version: productVersion })).toBe(1)
  })

  it('the oldest snapshot, while one rests', async () => {
    const { pool } = t.deps.database
    const resting = await pool.connect()
    try {
      await resting.query('begin isolation level repeatable read')
      await resting.query('select 1 as one')
      await pause(1_100)
      expect(await value('acarreo_oldest_snapshot_seconds')).toBeGreaterThan(1)
    } finally {
      await resting.query('rollback')
      resting.release()
    }
    expect(await value('acarreo_oldest_snapshot_seconds')).toBeLessThan(1)
  })

  it('the newest backup', async () => {
    const newest = () => value('acarreo_backup_newest_timestamp_seconds')
    expect(await newest()).toBeUndefined()
    const { file } = await backUp(t.deps)
    const { mtimeMs } = await stat(join(dataDir, 'backups', file))
    expect(await newest()).toBeCloseTo(mtimeMs / 1000, 2)
  })

  it('the process itself', async () => {
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(await value('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('how long the event loop was blocked, since the last scrape', async () => {
    const [p99, max] = ['nodejs_eventloop_lag_p99_seconds', 'nodejs_eventloop_lag_max_seconds']
    await families()
    // The histogram begins anew at a scrape, with its second look at the clock.
    await pause(50)
    const until = performance.now() + 300
    while (performance.now() < until);
    await pause(50)
    const blocked = await families()
    const of = (all: Map<string, Family>, name: string) => all.get(name)?.samples[0]?.value ?? Number.NaN
    expect(of(blocked, max)).toBeGreaterThanOrEqual(0.28)
    expect(of(blocked, p99)).toBeGreaterThan(0)
    await pause(200)
    expect(of(await families(), max)).toBeLessThan(of(blocked, max))
  })

  it('works while the database is away', async () => {
    const own = await createTestApp()
    await ownerDoes(own.deps.database, 'drop table job_runs')
    const answer = await own.app.inject({ url: '/metrics' })
    expect(answer.statusCode).toBe(200)
    expect([...parseMetrics(answer.body).keys()]).toContain('acarreo_db_connections')
    await own.close()
  })
})

describe('the text', () => {
  it('contains no names or secrets, and few labels', async () => {
    const other = await operatorOf(t.app, boss, 'otroverde')
    const { body } = await other.post('/api/containers', {
      containerId: 'MSCU6639870',
      operationType: 'unload',
    })
    const key: string = body.containerId
    const opening = [
      other.get(`/api/events/${key}`),
      boss.get(`/api/events/${key}`),
      boss.post(`/api/containers/${key}/share`),
      boss.get(`/api/events/export?containerId=${key}&q=${key}`),
      anonymous(t.app).get(`/api/public/containers/${key}`),
      anonymous(t.app).get(`/api/public/events/${key}`),
      anonymous(t.app).get(`/container/${key}`),
      anonymous(t.app).get(`/${key}`),
      anonymous(t.app).get(`/api/${key}/${key}`),
      anonymous(t.app).post('/api/login', { username: 'patronaverde', password: PASSWORD }),
      other.post('/api/events', { containerId: key, eventType: 'register' }),
    ]
    await Promise.all(opening)
    const before = await families()
    const text = (await ask()).body
    for (const secret of [
      key,
      key.split('_')[1] ?? key,
      'MSCU6639870',
      'verde',
      boss.cookie ?? 'none',
      ADMIN_KEY,
    ]) {
      expect(text.includes(secret)).toBe(false)
    }
    // A hundred unknown paths add no line.
    const lines = (all: Map<string, Family>) =>
      [...all.values()].flatMap((family) =>
        family.samples.map((sample) => JSON.stringify([sample.name, sample.labels])),
      )
    for (let i = 0; i < 100; i++) {
      await anonymous(t.app).get(`/api/events/${key}${i}`)
      await anonymous(t.app).get(`/api/unknown/${i}`)
      await anonymous(t.app).get(`/page/${i}`)
    }
    const known = new Set(lines(before))
    const own = lines(await families()).filter((line) => line.includes('acarreo_'))
    const added = own.filter((line) => !known.has(line))
    // At most the histogram of one class of status that had not come up: its buckets, sum and count.
    expect(new Set(added.map((line) => JSON.parse(line)[1].route)).size).toBeLessThanOrEqual(2)
    expect(added.length).toBeLessThanOrEqual(3 * 14)
  })

  it('is what Prometheus reads: every family with type and help, buckets that only grow', async () => {
    const all = await families()
    expect(all.size).toBeGreaterThan(20)
    for (const family of all.values()) {
      expect(family.help).not.toBe('')
      expect(['counter', 'gauge', 'histogram', 'summary']).toContain(family.type)
      const lines = family.samples.map((sample) => JSON.stringify([sample.name, sample.labels]))
      expect(new Set(lines).size).toBe(lines.length)
    }
    const seconds = all.get('acarreo_http_request_duration_seconds')
    const series = new Map<string, number[]>()
    for (const { name, labels, value } of seconds?.samples ?? []) {
      if (!name.endsWith('_bucket')) continue
      const { le: _, ...rest } = labels
      const known = series.get(JSON.stringify(rest)) ?? []
      series.set(JSON.stringify(rest), [...known, value])
    }
    expect(series.size).toBeGreaterThan(5)
    for (const values of series.values()) expect(values).toEqual([...values].sort((a, b) => a - b))
  })
})
