import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config'
import { backupFolder } from '#server/db/backup/write'
import { auditLog } from '#server/db/schema/console'
import { containers } from '#server/db/schema/record'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes, whileLocked } from '../../support/database.ts'
import { createTwoProcesses } from '../../support/processes/two-processes.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

let t: TestApp
let dataDir: string
let boss: Actor
let driver: Actor
let key: string

const admin = (action: string) =>
  anonymous(t.app).post(`/api/admin/${action}`, undefined, { 'x-admin-key': ADMIN_KEY })
const traces = (action: 'backup_written' | 'board_reloaded' | 'board_verified') =>
  t.deps.database.orm.select().from(auditLog).where(eq(auditLog.action, action))
const backups = () => readdir(backupFolder(dataDir)).catch(() => [])

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-memory-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  key = (await driver.post('/api/containers', { containerId: 'CSQU3054383', operationType: 'load' })).body
    .containerId
  // Someone without a supervisor is on the board as well.
  const alone = await register(t.app, 'operator')
  await alone.post('/api/containers', { containerId: 'TCNU7200794', operationType: 'load' })
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const counts = { users: 3, containers: 2, events: 2 }
const WHOLE = {
  message: 'Registro íntegro: 2 operaciones, 2 eventos, 0 correcciones.',
  messageCode: 'record_whole',
  params: { operations: 2, events: 2, corrections: 0 },
}

describe('while memory and database agree', () => {
  it('verify says so', async () => {
    const { status, body } = await admin('verify-memory')
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'La memoria y la base de datos coinciden: 2 operaciones en curso.',
        messageCode: 'memory_equal',
        params: { count: 2 },
        details: {
          currentCounts: counts,
          board: 2,
          differences: [],
          backup: null,
          record: WHOLE,
          audit: expect.objectContaining({ messageCode: 'audit_whole' }),
        },
      },
    ])
    expect(await traces('board_verified')).toMatchObject([
      {
        actorKind: 'admin',
        address: '127.0.0.1',
        after: { board: 2, differences: 0, record: 'whole', ...counts },
      },
    ])
  })

  it('memory to database writes a backup', async () => {
    const { status, body } = await admin('force-backup')
    const [file] = await backups()
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: `Todo está en la base de datos. Respaldo escrito: ${file}`,
        messageCode: 'backup_written',
        params: { file },
        details: {
          currentCounts: counts,
          board: 2,
          differences: [],
          backup: { file, bytes: expect.any(Number) },
          record: null,
          audit: null,
        },
      },
    ])
    expect(await traces('backup_written')).toMatchObject([{ actorKind: 'admin', after: { file, ...counts } }])
  })

  it('of two concurrent backups one is 409', async () => {
    const both = [admin('force-backup'), admin('force-backup')]
    // The other one is under way until then, however quick it is.
    const first = await whileLocked(t.deps.database, 'contracts', () => Promise.race(both))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(first.status).toBe(409)
    expect(first.body).toMatchObject({
      error: 'Ya se está escribiendo un respaldo. Espere a que termine.',
      code: 'backup_running',
    })
  })

  it('database to memory rebuilds the board', async () => {
    const { status, body } = await admin('force-load')
    expect([status, body.success, body.details]).toEqual([
      200,
      true,
      { currentCounts: counts, board: 2, differences: [], backup: null, record: null, audit: null },
    ])
    expect(await traces('board_reloaded')).toHaveLength(1)
    expect((await driver.get('/api/containers/active')).body.containerId).toBe(key)
  })

  it('is verified while steps are being recorded', async () => {
    let writing = true
    const writers = await Promise.all(Array.from({ length: 4 }, () => operatorOf(t.app, boss)))
    const load = writers.map(async (writer, i) => {
      const { body } = await writer.post('/api/containers', {
        containerId: `MSKU100000${i}`,
        operationType: 'load',
      })
      await writer.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
      while (writing) {
        for (const eventType of ['stop_fuel', 'resume_route']) {
          await writer.post('/api/events', { containerId: body.containerId, eventType })
        }
      }
    })
    try {
      for (let n = 0; n < 5; n++) {
        expect((await admin('verify-memory')).body.details.differences).toEqual([])
      }
    } finally {
      writing = false
      await Promise.all(load)
    }
  })

  it('only the administrator may', async () => {
    for (const action of ['force-backup', 'force-load', 'verify-memory']) {
      for (const who of [anonymous(t.app), boss, driver]) {
        expect((await who.post(`/api/admin/${action}`)).status).toBe(401)
      }
    }
  })
})

it('a missed message about the end of a trip does not refuse a backup', async () => {
  const late = await operatorOf(t.app, boss)
  const { body } = await late.post('/api/containers', { containerId: 'MSKU7000001', operationType: 'load' })
  // Separate buses: neither receives the other's messages.
  const other = await createTestApp({ database: t.deps.database, clock: t.clock })
  onTestFinished(() => other.close())
  const there = Object.assign(anonymous(other.app), { cookie: late.cookie })
  for (const eventType of REST_OF_TRIP) {
    const answer = await there.post('/api/events', { containerId: body.containerId, eventType })
    expect(answer.status).toBe(201)
  }
  expect((await admin('verify-memory')).body.details.differences).toEqual([
    {
      containerId: body.containerId,
      displayContainerId: 'MSKU7000001',
      kind: 'only_in_memory',
      memoryVersion: 1,
      databaseVersion: null,
    },
  ])
  const answer = await admin('force-backup')
  expect(answer.body).toMatchObject({ success: true, details: { differences: [] } })
  expect(await backups()).toContain(answer.body.details.backup.file)
  // The missed state has been reread.
  expect((await admin('verify-memory')).body.success).toBe(true)
})

it('a missed message about a deleted supervisor does not look like an older database', async () => {
  const chief = await register(t.app, 'supervisor')
  const worker = await operatorOf(t.app, chief)
  // As after a process died between the commit and the message.
  const deaf = await createTestApp({
    database: t.deps.database,
    clock: t.clock,
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }),
  })
  onTestFinished(() => deaf.close())
  await worker.post('/api/containers', { containerId: 'MSKU7000002', operationType: 'load' })
  const gone = await deaf.app.inject({
    method: 'DELETE',
    url: `/api/admin/supervisors/${chief.id}`,
    headers: { 'x-admin-key': ADMIN_KEY },
  })
  expect(gone.statusCode).toBe(200)
  expect((await admin('verify-memory')).body).toMatchObject({ success: true, details: { differences: [] } })
  expect((await admin('force-backup')).body).toMatchObject({ success: true, details: { differences: [] } })
})

describe('when an older database was restored under the running product', () => {
  beforeAll(async () => {
    await driver.post('/api/events', { containerId: key, eventType: 'en_route' })
    // As an older backup leaves it: without the step and its seq.
    const { orm } = t.deps.database
    await ownerDoes(t.deps.database, `delete from events where container_id = '${key}' and position = 2`)
    await orm
      .update(containers)
      .set({ version: 1, newestEventType: 'start_trip' })
      .where(eq(containers.operationKey, key))
    await orm.execute(sql`update event_counters set last_seq = last_seq - 1 where tenant_id = ${boss.id}`)
  })
  const difference = {
    displayContainerId: 'CSQU3054383',
    kind: 'different',
    memoryVersion: 2,
    databaseVersion: 1,
  }

  it('verify says which operation differs', async () => {
    const { body } = await admin('verify-memory')
    expect(body).toMatchObject({
      success: false,
      details: { differences: [{ containerId: key, ...difference }] },
    })
  })

  it('nothing is written, and no backup replaces an older one', async () => {
    const before = await backups()
    const { status, body } = await admin('force-backup')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, details: { backup: null, differences: [difference] } })
    expect(body.message).toContain('No se escribió nada')
    expect(await backups()).toEqual(before)
    const [row] = await t.deps.database.orm.select().from(containers).where(eq(containers.operationKey, key))
    expect(row?.version).toBe(1)
  })

  it('database to memory accepts what the database says', async () => {
    await admin('force-load')
    // The record itself was changed by hand, and verify says so.
    const { body } = await admin('verify-memory')
    expect([body.success, body.messageCode]).toEqual([false, 'memory_equal'])
    expect(body.details.record.messageCode).toMatch(/^record_(altered|state)$/)
    expect((await driver.get('/api/containers/active')).body.version).toBe(1)
    expect((await driver.post('/api/events', { containerId: key, eventType: 'en_route' })).status).toBe(201)
  })
})

it('also reports operations that ended only in the database', async () => {
  const { orm } = t.deps.database
  await orm.execute(sql`update containers set is_active = false where supervisor_id is null`)
  const { body } = await admin('verify-memory')
  expect(body.details.differences).toMatchObject([
    { kind: 'only_in_memory', displayContainerId: 'TCNU7200794', memoryVersion: 1, databaseVersion: null },
  ])
})

it('database to memory reaches the other processes too', async () => {
  const two = await createTwoProcesses()
  onTestFinished(() => two.close())
  const chief = await register(two.processes[0].app, 'supervisor')
  const worker = await operatorOf(two.processes[0].app, chief)
  await worker.post('/api/containers', { containerId: 'CSQU3054383', operationType: 'load' })
  const far = two.buses[1]
  while (far.onTheWay.length > 0) far.hear(0)
  await two.database.orm.execute(sql`update containers set is_active = false`)
  const ask = async (process: 0 | 1, action: string) =>
    (
      await anonymous(two.processes[process].app).post(`/api/admin/${action}`, undefined, {
        'x-admin-key': ADMIN_KEY,
      })
    ).body.messageCode
  const differ = 'memory_differs'
  expect([await ask(0, 'verify-memory'), await ask(1, 'verify-memory')]).toEqual([differ, differ])
  expect(await ask(0, 'force-load')).toBe('memory_loaded')
  while (far.onTheWay.length > 0) far.hear(0)
  await expect.poll(() => ask(1, 'verify-memory'), { timeout: 10_000 }).toBe('memory_equal')
})
