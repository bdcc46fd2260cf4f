import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#server/db/schema/record'
import { archiveSupervisor } from '#server/features/console/backups/archive'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'

let t: TestApp
let dataDir: string
let boss: Actor
let other: Actor

const trip = async (driver: Actor, containerId: string) => {
  const { body } = await driver.post('/api/containers', { containerId, operationType: 'load' })
  await driver.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
}

beforeAll(async () => {
  t = await createTestApp()
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-archive-'))
  boss = await register(t.app, 'supervisor')
  other = await register(t.app, 'supervisor')
  for (const [supervisor, number] of [
    [boss, 'CSQU3054383'],
    [boss, 'TCNU7200794'],
    [other, 'TOLU4734787'],
  ] as const) {
    await trip(await operatorOf(t.app, supervisor), number)
  }
  await boss.post('/api/reports', { month: '2026-03', operatorId: null })
  await boss.post('/api/users/invitations')
  await boss.post('/api/supervisor/places', {
    ...{ name: 'Parque', kind: 'park', client: 'Cliente' },
    shape: { type: 'circle', center: { lat: 20.52, lng: -103.18 }, radiusMetres: 300 },
  })
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const inTransaction = (work = async (): Promise<void> => {}) =>
  t.deps.database.orm.transaction(async (tx) => {
    const archive = await archiveSupervisor(tx, { dataDir, backupKeys: [], recordKeys: [] }, boss.id, NOON)
    await work()
    return archive
  })

describe('the archive of a supervisor', () => {
  it('holds all that is theirs and nothing of anybody else', async () => {
    const { file, removed } = await inTransaction()
    expect(removed).toEqual({
      operators: 2,
      containers: 2,
      events: 4,
      reports: 1,
      sharedLinks: 0,
      invitations: 1,
    })
    expect(file).toMatch(new RegExp(`^supervisor-${boss.id}-20260310T180000000Z\\.ndjson\\.gz$`))
    const path = join(dataDir, 'archive', file)
    expect((await stat(path)).mode & 0o777).toBe(0o600)

    const lines = gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toEqual([
      'acarreo-archive',
      expect.objectContaining({ supervisorId: boss.id, at: '2026-03-10T18:00:00.000Z' }),
    ])
    expect(lines.at(-1)[1].counts).toEqual({
      users: 3,
      feature_flags: 1,
      clients: 1,
      places: 1,
      containers: 2,
      events: 4,
      corrections: 0,
      event_counters: 1,
      shared_links: 0,
      reports: 1,
      invitations: 1,
      alert_rules: 0,
      alerts: 0,
      refused_steps: 0,
      quiet_hours: 0,
      contracts: 0,
      evidence_packs: 0,
      pack_reviews: 0,
      settlements: 0,
    })
    const rows = lines.filter((line) => !Array.isArray(line))
    expect(rows).toHaveLength(15)
    expect(JSON.stringify(rows)).not.toContain(other.username)
    const stored = await t.deps.database.orm.select().from(events).where(eq(events.supervisorId, boss.id))
    expect(rows.filter((row) => row.event_id).map((row) => row.event_id)).toEqual(
      stored.sort((a, b) => a.seq - b.seq).map((row) => row.eventId),
    )
  })

  it('makes the steps of its drivers wait for the end of the transaction, and nobody else’s', async () => {
    const [late, free] = [await operatorOf(t.app, boss), await operatorOf(t.app, other)]
    let waited: Promise<{ status: number }> | undefined
    let answered = false
    await inTransaction(async () => {
      waited = late
        .post('/api/containers', { containerId: 'HLXU2008419', operationType: 'load' })
        .then((a) => {
          answered = true
          return a
        })
      const quick = await free.post('/api/containers', { containerId: 'HLXU2008419', operationType: 'load' })
      expect(quick.status).toBe(201)
      expect(answered).toBe(false)
    })
    expect((await waited)?.status).toBe(201)
  })

  it('leaves no unfinished file when it cannot be read to the end', async () => {
    const before = await readdir(join(dataDir, 'archive'))
    const broken = t.deps.database.orm.transaction(async (tx) => {
      const failing = new Proxy(tx, {
        get: (target, key) => {
          if (key !== 'execute') return Reflect.get(target, key)
          let calls = 0
          return (query: never) => {
            if (++calls > 0 && JSON.stringify(query).includes('fetch forward')) throw new Error('gone')
            return target.execute(query)
          }
        },
      })
      return archiveSupervisor(failing, { dataDir, backupKeys: [], recordKeys: [] }, boss.id, NOON)
    })
    await expect(broken).rejects.toThrow('gone')
    expect(await readdir(join(dataDir, 'archive'))).toEqual(before)
  })

  it('clears away what a process left that was killed while it wrote one, and nobody else’s', async () => {
    const folder = join(dataDir, 'archive')
    const [own, others] = [`supervisor-${boss.id}-x.partial`, `supervisor-${boss.id}0-x.partial`]
    for (const name of [own, others]) await writeFile(join(folder, name), 'half')
    await inTransaction()
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([others])
    await rm(join(folder, others))
  })

  it('never takes the place of an earlier one', async () => {
    const [a, b] = [await inTransaction(), await inTransaction()]
    expect(a.file).not.toBe(b.file)
  })
})
