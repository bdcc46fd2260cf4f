import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replay } from '#domain/operation/replay'
import { isActive } from '#domain/operation/state'
import { workflowRow } from '#domain/operation/steps'
import { containers, eventCounters, events } from '#server/db/schema/record'
import { sealRecord } from '#server/record/verify/seal'
import { verifyRecord } from '#server/record/verify/verify'
import { generate } from '../../../bench/generate.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'
import { createOwnedDatabase } from '../../support/database.ts'

// What benchmarks measure must be what the product would have written.
let t: TestApp
const workload = { events: 5003, supervisors: 3, operators: 4, until: NOON }

beforeAll(async () => {
  t = await createTestApp({ database: await createOwnedDatabase() })
  // Twice, as a benchmark adds further tenants.
  await generate(t.deps.database, workload)
  await generate(t.deps.database, { ...workload, seed: 2 })
}, 60_000)
afterAll(async () => {
  await t.close()
  await t.deps.database.close()
})

it('writes as many events as asked for, numbered without holes', async () => {
  const { orm } = t.deps.database
  const all = await orm.select().from(events).orderBy(asc(events.supervisorId), asc(events.seq))
  expect(all).toHaveLength(2 * workload.events)
  const counters = await orm.select().from(eventCounters)
  expect(counters).toHaveLength(6)
  for (const { tenantId, lastSeq } of counters) {
    const own = all.filter((event) => event.supervisorId === tenantId)
    expect(own.map((event) => event.seq)).toEqual(own.map((_, i) => i + 1))
    expect(own).toHaveLength(lastSeq)
    // Numbers follow the order of recording. Some presses had no signal, so their rows came later.
    const recorded = own.map((event) => event.recordedAt.getTime())
    expect(recorded).toEqual([...recorded].sort((a, b) => a - b))
    const happened = own.map((event) => event.timestamp.getTime())
    expect(happened.some((at, i) => (recorded[i] ?? 0) - at > 60_000)).toBe(true)
    expect(Math.max(...recorded)).toBeLessThanOrEqual(NOON)
    expect(Math.min(...happened)).toBeGreaterThan(NOON - 200 * 86_400_000)
  }
})

it('writes chains that hold', async () => {
  const { orm } = t.deps.database
  expect(await sealRecord(orm)).toBe(0)
  expect(await verifyRecord(t.deps.database)).toMatchObject({ fault: null, events: 2 * workload.events })
})

it('writes operations that are the replay of their events, step by allowed step', async () => {
  const { orm } = t.deps.database
  const byKey = new Map<string, (typeof events.$inferSelect)[]>()
  for (const event of await orm.select().from(events).orderBy(asc(events.position))) {
    byKey.set(event.operationKey, [...(byKey.get(event.operationKey) ?? []), event])
  }
  const operations = await orm.select().from(containers)
  expect(operations.length).toBe(byKey.size)
  for (const operation of operations) {
    const own = byKey.get(operation.operationKey) ?? []
    const state = replay(
      own.map((e) => ({
        type: e.eventType,
        operationType: e.operationType,
        occurredAt: e.timestamp.getTime(),
      })),
    )
    if (!state) throw new Error('an operation without events')
    expect(own.map((e) => e.position)).toEqual(own.map((_, i) => i + 1))
    own.slice(1).forEach((event, i) => {
      const before = own[i]?.eventType ?? 'end_trip'
      expect(workflowRow(operation.operationType, before).next).toContain(event.eventType)
    })
    expect(operation).toMatchObject({
      newestEventType: state.newestEventType,
      newestStepType: state.newestStepType,
      newestStepAt: new Date(state.newestStepAt),
      startedAt: new Date(state.startedAt),
      newestEventAt: new Date(state.newestEventAt),
      version: state.version,
      isActive: isActive(state),
      lat: own.findLast((e) => e.lat !== null)?.lat ?? null,
    })
  }
})

it('leaves only the newest operation of an operator under way, and that recently', async () => {
  const operations = await t.deps.database.orm.select().from(containers)
  const newest = new Map<number, number>()
  for (const { userId, startedAt } of operations) {
    newest.set(userId, Math.max(newest.get(userId) ?? 0, startedAt.getTime()))
  }
  const underWay = operations.filter((operation) => operation.isActive)
  expect(underWay.length).toBeGreaterThan(0)
  for (const { userId, startedAt, newestEventAt } of underWay) {
    expect(startedAt.getTime()).toBe(newest.get(userId))
    expect(newestEventAt.getTime()).toBeGreaterThan(NOON - 86_400_000)
  }
})

it('leaves constraints and indexes unchanged', async () => {
  const { pool } = t.deps.database
  const list = async () =>
    (
      await pool.query(
        `select pg_get_constraintdef(oid) as d from pg_constraint where conrelid = 'events'::regclass
         union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'events'::regclass order by 1`,
      )
    ).rows
  const before = await list()
  expect(before.length).toBeGreaterThan(5)
  await generate(t.deps.database, { ...workload, events: 50_000, seed: 3 })
  expect(await list()).toEqual(before)
}, 60_000)
