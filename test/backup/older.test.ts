import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workflowRow } from '#domain/operation/steps'
import { readDump } from '#server/db/backup/read'
import type { Database } from '#server/db/connect'
import { containers, events, tombstones } from '#server/db/schema/record'
import { verifyAudit } from '#server/features/base/audit/verify'
import { EVENT_ROW } from '#server/record/read/intervals'
import { verifyRecord } from '#server/record/verify/verify'
import { GIVEN_PASSWORD, login } from '../support/actors.ts'
import { createTestApp, type TestApp, testClock } from '../support/app.ts'
import { createTestDatabase, restoreInto } from '../support/database.ts'

// Backups that earlier versions wrote (older/README.md): every migration since then runs over their rows.
const FOLDER = join(import.meta.dirname, 'older')
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ndjson.gz'))

/** How long after the backup the next step is pressed. */
const PAUSE_SECONDS = 172

interface Row {
  [column: string]: string | number | boolean | null
}

/** The rows of the file by table, and when it was written. */
async function contents(path: string): Promise<{ at: number; rows: (table: string) => Row[] }> {
  const tables = new Map<string, Row[]>()
  let at = 0
  for await (const piece of readDump(path, {})) {
    if (piece.kind === 'head') at = Date.parse(String(piece.head.about.at))
    if (piece.kind !== 'rows') continue
    const rows = piece.rows.map((row) => JSON.parse(row) as Row)
    tables.set(piece.table, [...(tables.get(piece.table) ?? []), ...rows])
  }
  return { at, rows: (table) => tables.get(table) ?? [] }
}

const schemaOf = async ({ orm }: Pick<Database, 'orm'>): Promise<Row[]> =>
  (
    await orm.execute<Row>(sql`
      select conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`)
  ).rows

describe.each(files)('a backup of an earlier version, %s', (name) => {
  const path = join(FOLDER, name)
  let file: Awaited<ReturnType<typeof contents>>
  let t: TestApp
  let now: number
  beforeAll(async () => {
    file = await contents(path)
    const database = await createTestDatabase()
    await restoreInto(database, path)
    now = file.at + PAUSE_SECONDS * 1000
    t = await createTestApp({ database, clock: testClock(now) })
  })
  afterAll(async () => {
    await t.close()
    await t.deps.database.close()
  })

  const faults = async () => [
    (await verifyRecord(t.deps.database)).fault,
    (await verifyAudit(t.deps.database)).fault,
  ]

  it('is whole: every operation is what its events say, and every link counts its shares', async () => {
    expect(await faults()).toEqual([null, null])
    expect((await t.deps.database.orm.select().from(events)).length).toBe(file.rows('events').length)
    const { rows: links } = await t.deps.database.orm.execute<Row>(
      sql`select container_id, shares, is_default from shared_links where token_id is null order by id`,
    )
    const shares = new Map<unknown, number>()
    for (const { container_id: key, token_id: token, shares: counted } of file.rows('shared_links')) {
      if (!token) shares.set(key, (shares.get(key) ?? 0) + Number(counted ?? 1))
    }
    expect(new Map(links.map((link) => [link.container_id, link.shares]))).toEqual(shares)
    expect(links.map((link) => link.is_default)).toEqual(links.map(() => true))
    expect([...shares.values()].sort()).toEqual([1, 1, 3])
  })

  it('has the indexes and constraints of a database that never was restored', async () => {
    const fresh = await createTestDatabase()
    expect(await schemaOf(t.deps.database)).toEqual(await schemaOf(fresh))
    await fresh.close()
  })

  it('has a tombstone of each account that its audit log says was removed', async () => {
    const told = file.rows('audit_log').filter((row) => row.chain && String(row.action).endsWith('_deleted'))
    const kept = (await t.deps.database.orm.select().from(tombstones)).map(({ accountId }) => accountId)
    expect(kept).toEqual(told.map((row) => row.target_id))
    expect(kept).toHaveLength(name.startsWith('26') ? 2 : 0)
  })

  it('answers as a product does: board, history, figures and reports', async () => {
    const boss = await login(t.app, 'jefa')
    const active = file.rows('containers').filter((row) => row.supervisor_id === boss.id && row.is_active)
    const { body: board } = await boss.get('/api/supervisor/operations')
    expect(board.operations).toHaveLength(active.length)
    const { body: figures } = await boss.get('/api/supervisor/kpis?month=2026-11')
    const [ended] = file.rows('events').filter((row) => row.event_type === 'end_trip')
    expect([figures.failed, figures.activeOperations.count]).toEqual([[], active.length])
    expect(figures.averageTripDuration).toMatchObject({
      trips: 1,
      minutes: Math.round(Number(ended?.duration) / 60),
    })
    const { body: reports } = await boss.get('/api/reports')
    expect(reports).toHaveLength(file.rows('reports').length)
    expect((await boss.get(`/api/reports/${reports[0].id}`)).status).toBe(200)
  })

  it('takes the next step of every trip at its place, with the length of the interval before it', async () => {
    const { orm } = t.deps.database
    const before = (await orm.select().from(containers)).filter(({ isActive }) => isActive)
    expect(before).toHaveLength(4)
    for (const { operationKey, username, operationType, newestEventType, newestEventAt, version } of before) {
      const driver = await login(t.app, username).catch(() => login(t.app, username, GIVEN_PASSWORD))
      const [eventType] = workflowRow(operationType, newestEventType).next
      const answer = await driver.post('/api/events', { containerId: operationKey, eventType })
      expect(answer.status).toBe(201)
      const rows = await orm.select(EVENT_ROW).from(events).where(eq(events.operationKey, operationKey))
      const counting = rows.filter((e) => e.retractedBy === null).sort((a, b) => a.position - b.position)
      expect(counting.at(-1)).toMatchObject({ position: version + 1, eventType })
      const seconds = Math.floor((now - newestEventAt.getTime()) / 1000)
      expect(counting.at(-2)?.duration).toBe(seconds)
      expect(seconds).toBeGreaterThanOrEqual(PAUSE_SECONDS)
    }
    expect(await faults()).toEqual([null, null])
  })
})
