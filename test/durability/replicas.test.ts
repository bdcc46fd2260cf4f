import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { connect, type Database, type ReplicaStatus } from '#server/db/connect'
import { identityOf, openReplica } from '#server/db/replicas/replica'
import { ForeignReplica, withReplicas } from '#server/db/replicas/replicas'
import { EVERYTHING } from '#server/features/desk/history/matching'
import { exportEvents } from '#server/features/desk/history/service'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { scopeOf } from '#server/identity/supervisor-scope'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { insertTrips, nextContainerNumber } from '../support/history.ts'
import { type ReplicatedPair, startPair } from '../support/processes/standby.ts'
import { parseMetrics } from '../support/prometheus.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

const PROBE_MS = 100

let pair: ReplicatedPair
let database: Database
let t: TestApp
const warned: string[] = []
let supervisor: Actor
let operator: Actor

const openWithReplica = (urls = [pair.standby.url]): Promise<Database> =>
  withReplicas(connect(pair.connection), urls, {
    tell: (code: string) => warned.push(code),
    probeMs: PROBE_MS,
  })

beforeAll(async () => {
  pair = await startPair()
  database = await openWithReplica()
  t = await createTestApp({ database })
  supervisor = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, supervisor)
  const started = await operator.post('/api/containers', {
    containerId: nextContainerNumber(),
    operationType: 'load',
  })
  trip = { ...trip, key: started.body.containerId }
  await pair.standby.caughtUp()
}, 60_000)
afterAll(async () => {
  await t?.close()
  await database?.close()
  await pair?.stop()
})
afterEach(async () => {
  pair.standby.thaw()
  await pair.standby.resumeReplay()
  await usable()
  await pair.standby.caughtUp()
  warned.length = 0
})

let trip = { key: '', steps: [...REST_OF_TRIP] }

/** The next step of the operator's trip. */
async function press(): Promise<void> {
  t.clock.advance(60_000)
  const eventType = trip.steps.shift()
  const answer = await operator.post('/api/events', { containerId: trip.key, eventType })
  expect(answer.status).toBe(201)
}

const replica = (from = database): ReplicaStatus => from.reader.replicas()[0] as ReplicaStatus
const usable = () => expect.poll(() => replica().state, { timeout: 10_000 }).toBe('ok')

/** What `ask` answered, and how the replica's reads were counted for it. */
async function counted<T>(ask: () => Promise<T>, from = database) {
  const before = replica(from).reads
  const answer = await ask()
  const { answered, behind, failed } = replica(from).reads
  return {
    answer,
    reads: {
      answered: answered - before.answered,
      behind: behind - before.behind,
      failed: failed - before.failed,
    },
  }
}
const FROM_REPLICA = { answered: 1, behind: 0, failed: 0 }
const NOT_ASKED = { answered: 0, behind: 0, failed: 0 }

const total = async (who = supervisor): Promise<number> =>
  Number((await who.get('/api/events?limit=1')).headers['x-total-count'])
const figuresSeq = async (): Promise<number> => (await supervisor.get('/api/supervisor/kpis')).body.seq

/** The supervisor's newest number, read past the product. */
const seqOn = async (ask: ReplicatedPair['ask']): Promise<number> =>
  Number(
    (await ask(`select last_seq from acarreo.public.event_counters where tenant_id = ${supervisor.id}`))[0]
      ?.last_seq,
  )

it.each([
  '/api/events?limit=5',
  '/api/containers/all',
  '/api/supervisor/operator-logs',
  '/api/supervisor/kpis',
  '/api/supervisor/kpis/visits?timing=totalTime',
])('%s is read from the replica', async (url) => {
  const { answer, reads } = await counted(() => supervisor.get(url))
  expect(answer.status).toBe(200)
  expect(reads).toEqual(FROM_REPLICA)
})

it('an export is read from the replica, its audit line is written to the primary', async () => {
  const { answer, reads } = await counted(() => supervisor.get('/api/events/export'))
  expect(answer.status).toBe(200)
  expect(reads).toEqual({ answered: 2, behind: 0, failed: 0 })
})

it('figures of a report come from the replica; the saved reports, in which no number tells what is new, do not', async () => {
  await pair.standby.pauseReplay()
  const saved = await counted(() => supervisor.post('/api/reports', { month: '2026-03', operatorId: null }))
  expect(saved.answer.status).toBe(201)
  // The figures, and the times by place.
  expect(saved.reads).toEqual({ ...FROM_REPLICA, answered: 2 })
  const list = await counted(() => supervisor.get('/api/reports'))
  expect(list.answer.body).toHaveLength(1)
  expect(list.reads).toEqual(NOT_ASKED)
})

it.each(['/api/events?after=0', '/api/supervisor/operations', '/api/user'])('%s is not', async (url) => {
  const { answer, reads } = await counted(() => supervisor.get(url))
  expect(answer.status).toBe(200)
  expect(reads).toEqual(NOT_ASKED)
})

it('a replica that is behind is passed over: nobody sees less than what they have been shown', async () => {
  const before = await total()
  await pair.standby.pauseReplay()
  await press()
  const late = await counted(total)
  expect(late).toEqual({ answer: before + 1, reads: { answered: 0, behind: 1, failed: 0 } })
  expect(await figuresSeq()).toBe(before + 1)
  await pair.standby.resumeReplay()
  await pair.standby.caughtUp()
  expect(await counted(total)).toEqual({ answer: before + 1, reads: FROM_REPLICA })
})

it('a replica that is ahead is passed over too: the primary would then show less', async () => {
  const before = await total()
  // A commit waits for a standby that is not there: the replica shows it, the primary does not yet.
  await pair.ask(`alter system set synchronous_standby_names = 'absent'`)
  await pair.ask('select pg_reload_conf()')
  await expect
    .poll(() => pair.ask('show synchronous_standby_names'))
    .toEqual([{ synchronous_standby_names: 'absent' }])
  // Commits wait once the checkpointer has read it, which it does before a checkpoint.
  await pair.ask('checkpoint')
  const pressed = press()
  try {
    await expect.poll(() => seqOn(pair.standby.ask), { timeout: 5_000 }).toBe(before + 1)
    expect(await seqOn(pair.ask)).toBe(before)
    expect(await counted(total)).toEqual({ answer: before, reads: { answered: 0, behind: 1, failed: 0 } })
  } finally {
    await pair.ask('alter system reset synchronous_standby_names')
    await pair.ask('select pg_reload_conf()')
  }
  await pressed
  expect(await counted(total)).toEqual({ answer: before + 1, reads: FROM_REPLICA })
})

it('another process passes it over too, though it has not heard of the event', async () => {
  const elsewhere = await openWithReplica()
  const other = await createTestApp({ database: elsewhere })
  try {
    await pair.standby.pauseReplay()
    await press()
    const newest = await total()
    const late = await counted(
      () =>
        other.app.inject({
          url: '/api/events?limit=1',
          headers: { cookie: `${SESSION_COOKIE}=${supervisor.cookie}` },
        }),
      elsewhere,
    )
    expect(Number(late.answer.headers['x-total-count'])).toBe(newest)
    expect(late.reads).toEqual({ answered: 0, behind: 1, failed: 0 })
  } finally {
    await other.close()
    await elsewhere.close()
  }
})

it('a replica that is behind still answers those who have nothing new', async () => {
  const quiet = await register(t.app, 'supervisor')
  await pair.standby.pauseReplay()
  await press()
  expect(await counted(() => total(quiet))).toEqual({ answer: 0, reads: FROM_REPLICA })
  expect((await counted(total)).reads.behind).toBe(1)
})

it('tells how far it is behind', async () => {
  await pair.standby.pauseReplay()
  await press()
  await expect.poll(() => replica().lagBytes, { timeout: 5_000 }).toBeGreaterThan(0)
  await pair.standby.resumeReplay()
  await expect.poll(() => replica().lagBytes, { timeout: 5_000 }).toBe(0)
  expect((await t.app.inject('/readyz')).json()).toEqual({
    status: 'ok',
    redis: 'none',
    replicas: [{ state: 'ok', lagBytes: 0 }],
  })
  const metrics = parseMetrics((await t.app.inject('/metrics')).body)
  expect(metrics.get('acarreo_replica_lag_bytes')?.samples).toMatchObject([
    { labels: { replica: '1' }, value: 0 },
  ])
  expect(metrics.get('acarreo_replica_usable')?.samples).toMatchObject([{ value: 1 }])
  expect(metrics.get('acarreo_replica_reads_total')?.samples).toMatchObject(
    Object.entries(replica().reads).map(([outcome, value]) => ({ labels: { replica: '1', outcome }, value })),
  )
})

it('a read that the replica cancels is answered by the primary, and the replica is paused', async () => {
  const scope = scopeOf({ id: supervisor.id, role: 'supervisor' })
  let runs = 0
  const read = () =>
    database.reader.snapshot(scope, async (tx, mayRepeat) => {
      runs++
      await tx.execute(sql`select * from job_runs`)
      if (mayRepeat) {
        // Replaying the lock that this takes needs the table, which this transaction has read.
        await Promise.all([tx.execute(sql`select pg_sleep(5)`), pair.ask('truncate job_runs')])
      }
      const { rows } = await tx.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
      return rows[0]?.standby
    })
  const { answer, reads } = await counted(read)
  expect(answer).toBe(false)
  expect(runs).toBe(2)
  expect(reads).toEqual({ answered: 0, behind: 0, failed: 1 })
  expect(replica().state).toBe('paused')
  expect(warned).toHaveLength(1)
  await expect.poll(() => warned.length, { timeout: 5_000 }).toBe(2)
})

it('a replica that is killed in the middle of an export changes nothing in the file', async () => {
  const other = await register(t.app, 'supervisor')
  const scope = scopeOf({ id: other.id, role: 'supervisor' })
  const stops = Array.from({ length: 2_500 }, (_, i) => ({
    type: i % 2 === 0 ? ('stop_rest' as const) : ('resume_route' as const),
    at: NOON - (2_500 - i) * 60_000,
  }))
  await insertTrips(database, [
    {
      supervisorId: other.id,
      operatorId: 1_000_000,
      operationType: 'load',
      containerNumber: nextContainerNumber(),
      events: [{ type: 'start_trip', at: NOON - 2_501 * 60_000 }, ...stops],
    },
  ])
  const whole = async (from: Database, afterFirst = async () => {}): Promise<string> => {
    const { pieces } = await exportEvents(from.reader, scope, EVERYTHING, {
      places: new Map(),
      names: new Map(),
      zone: 'America/Mexico_City',
      inTurn: (work) => work(),
      now: NOON,
    })
    let text = ''
    for await (const piece of pieces) {
      if (text === '') await afterFirst()
      text += piece
    }
    return text
  }
  const primary = connect(pair.connection)
  const expected = await whole(primary)
  await primary.close()
  expect(expected.split('\r\n')).toHaveLength(2_503)
  await pair.standby.caughtUp()
  try {
    const cut = await counted(() => whole(database, () => pair.standby.kill()))
    expect(cut.answer).toBe(expected)
    expect(cut.reads.answered).toBe(2)
    await expect.poll(() => replica().state).toBe('away')
    expect(await total(other)).toBe(2_501)
    await expect.poll(() => warned.length).toBe(1)
  } finally {
    await pair.standby.start()
  }
  await usable()
  expect(warned).toHaveLength(2)
  expect((await counted(() => total(other))).reads).toEqual(FROM_REPLICA)
})

it('a replica that does not answer any more holds no request up', async () => {
  const scope = scopeOf({ id: supervisor.id, role: 'supervisor' })
  const standby = await database.reader.read(scope, async (db) => {
    const { rows } = await db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
    if (rows[0]?.standby) pair.standby.freeze()
    return (await db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)).rows[0]
      ?.standby
  })
  expect(standby).toBe(false)
  expect(replica().state).toBe('away')
  expect(await counted(total)).toMatchObject({ reads: NOT_ASKED })
})

it('a replica that is not there yet is used once it is', async () => {
  await pair.standby.stop()
  const early = await openWithReplica()
  try {
    expect(replica(early).state).toBe('away')
    await pair.standby.start()
    await expect.poll(() => replica(early).state, { timeout: 10_000 }).toBe('ok')
  } finally {
    await early.close()
  }
})

it('another database is refused, and the primary itself is not taken for a replica', async () => {
  const { user, host, port, database: name } = inject('postgres')
  const foreign = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const primary = connect(pair.connection)
  await expect(withReplicas(primary, [foreign], { tell: () => {} })).rejects.toThrow(ForeignReplica)
  await primary.close()

  const itself = pair.standby.url.replace(/host=.*/, `host=${encodeURIComponent(pair.connection.host)}`)
  const wrong = await openWithReplica([itself])
  expect(replica(wrong).state).toBe('away')
  await wrong.close()

  // As a promoted standby, until the next probe.
  const primaryAgain = connect(pair.connection)
  const promoted = openReplica(itself, { identity: await identityOf(primaryAgain.pool), tell: () => {} })
  expect(
    await promoted.read(
      supervisor.id,
      () => true,
      async () => 'read',
    ),
  ).toBeNull()
  expect(promoted.status().reads).toEqual({ answered: 0, behind: 1, failed: 0 })
  await promoted.close()
  await primaryAgain.close()
})
