import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { decide } from '#domain/operation/decide'
import { evolve } from '#domain/operation/state'
import { type EmbeddedPostgres, openEmbedded } from '#embedded-postgres/open'
import { connect, type Database } from '#server/db/connect'
import { migrateDatabase } from '#server/db/migrate'
import { findOperationOf } from '#server/record/read/operations'
import { movedOperation, newEvent, stateOf } from '#server/record/write/new-event'
import {
  type EventWrite,
  eventWriteType,
  moveOperation,
  moveOperations,
} from '#server/record/write/statements'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

// What a press costs the database, without a clock: pages touched and log records written by the product's own statement.
// A press that costs more after many presses than after few is slower by the minute.

const SUPERVISORS = 8
const DRIVERS = 4

interface Cost {
  statements: number
  /** Pages of 8 kB, found in memory or read. */
  pages: number
  /** Of the write-ahead log; not its bytes, which depend on the newest checkpoint. */
  walRecords: number
}

/** Measured: 29 to 46 pages and 10 records; with an update of the event before 51 and 11. */
const MOST_OF_ONE: Cost = { statements: 1, pages: 60, walRecords: 12 }
/** Measured: 672 to 703 pages and 274 to 339 records; with that update 1,292 and 459. */
const MOST_OF_32: Cost = { statements: 1, pages: 1_000, walRecords: 400 }

let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
let t: TestApp
let trips: { driver: Actor; key: string }[]
beforeAll(async () => {
  // A PostgreSQL of its own: in that of all tests somebody is always connecting or being analyzed, and what they may still
  // see is not cleaned from these pages.
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-cost-'))
  postgres = await openEmbedded({
    dataDir,
    name: 'acarreo',
    roles: [],
    tell: () => {},
    settings: { autovacuum: 'off' },
  })
  database = connect(postgres.connection)
  await migrateDatabase(database)
  t = await createTestApp({ database })
  trips = []
  for (let s = 0; s < SUPERVISORS; s++) {
    const boss = await register(t.app, 'supervisor')
    for (let d = 0; d < DRIVERS; d++) {
      const driver = await operatorOf(t.app, boss)
      const number = `MSKU${7_000_000 + s * DRIVERS + d}`
      const { body } = await driver.post('/api/containers', { containerId: number, operationType: 'load' })
      await driver.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
      trips.push({ driver, key: body.containerId })
    }
  }
})
afterAll(async () => {
  await t.close()
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The next press of each trip, as the service would write it. */
const presses = (): Promise<EventWrite[]> =>
  Promise.all(
    trips.map(async ({ driver, key }) => {
      const operation = await findOperationOf(t.deps.database.orm, driver.id, key)
      if (!operation) throw new Error('no operation')
      const now = t.clock.now()
      const before = stateOf(operation)
      const eventType = before.newestEventType === 'stop_rest' ? 'resume_route' : 'stop_rest'
      const decision = decide(before, { eventType, now })
      if (!decision.ok) throw new Error('refused')
      const after = evolve(before, decision.event)
      const report = { coordinates: { lat: 19.7, lng: -103.4 }, accuracy: 12 }
      const event = newEvent(operation, decision, after, { eventId: randomUUID(), report }, now)
      return { event, operation: movedOperation(operation, after, event) }
    }),
  )

const isUpdate = (plan: { Operation?: string }): boolean => plan.Operation === 'Update'

/** Runs `write` with a pool that executes each statement under EXPLAIN, and adds up what it cost. */
async function costOf(write: (pool: pg.Pool) => Promise<unknown>): Promise<Cost> {
  const cost = { statements: 0, pages: 0, walRecords: 0 }
  const explaining = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await t.deps.database.pool.query(
        `explain (analyze, buffers, wal, timing off, format json) ${text}`,
        values,
      )
      const { Plan: insert } = rows[0]['QUERY PLAN'][0]
      cost.statements++
      // The updates run after the insert that the plan ends with, whose figures do not have them.
      for (const plan of [insert, ...insert.Plans.filter(isUpdate)]) {
        cost.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
        cost.walRecords += plan['WAL Records']
      }
      return { rows: [] }
    },
  }
  await write(explaining as unknown as pg.Pool)
  return cost
}

const batch = async (): Promise<Cost> => {
  t.clock.advance(60_000)
  const writes = await presses()
  const type = await eventWriteType(t.deps.database.pool)
  return costOf((pool) => moveOperations(pool, type, writes))
}

const single = async (): Promise<Cost> => {
  t.clock.advance(60_000)
  const [write] = await presses()
  if (!write) throw new Error('no press')
  return costOf((pool) => moveOperation(pool, write))
}

async function pressAll(times: number): Promise<void> {
  const { pool } = t.deps.database
  const type = await eventWriteType(pool)
  for (let n = 0; n < times; n++) {
    t.clock.advance(60_000)
    await moveOperations(pool, type, await presses())
  }
}

/** What of `cost` is above its bound. */
const above = (cost: Cost, most: Cost): string[] =>
  (Object.keys(most) as (keyof Cost)[]).flatMap((what) =>
    cost[what] > most[what] ? [`${what}: ${cost[what]} of ${most[what]}`] : [],
  )

describe('a press', () => {
  it('costs as much after 2,000 presses as after 20', async () => {
    await pressAll(1)
    expect(above(await single(), MOST_OF_ONE)).toEqual([])
    expect(above(await batch(), MOST_OF_32)).toEqual([])
    await pressAll(64)
    expect(above(await single(), MOST_OF_ONE)).toEqual([])
    expect(above(await batch(), MOST_OF_32)).toEqual([])
  })
})

describe('a start that is refused', () => {
  it('keeps its connection: a new one is a process of PostgreSQL, a login and a plan', async () => {
    const { pool } = t.deps.database.vital
    let opened = 0
    const count = () => void opened++
    pool.on('connect', count)
    onTestFinished(() => void pool.off('connect', count))
    const refuseAll = () =>
      Promise.all(
        trips.map(({ driver }, n) => driver.post('/api/containers', { containerId: `TCLU${4_000_000 + n}` })),
      )
    // As many connections as so many starts need at once.
    await refuseAll()
    opened = 0
    const refused = await refuseAll()
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['active_operation']))
    expect(opened).toBe(0)
  })

  it('is the only kind: a connection that PostgreSQL ends is not used again', async () => {
    const { pool } = t.deps.database
    await expect(pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pool.query('select 1')))
    expect(answers).toHaveLength(20)
  })
})
