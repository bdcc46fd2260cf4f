import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { eq, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { featureFlags, users } from '#server/db/schema/accounts'
import { auditLog } from '#server/db/schema/console'
import { containers, events } from '#server/db/schema/record'
import { session } from '#server/db/schema/sign-in'
import { createRateLimits } from '#server/http/limits/rate-limits'
import type { BusMessage } from '#server/live/bus/bus'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { goLive, listen } from '../../support/socket.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

let t: TestApp
let port: number
let dataDir: string
let admin: Administrator
let first: Actor

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-removal-'))
  t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000 }),
  })
  port = (await listen(t.app)).port
  admin = await administrator(t.app)
  first = await register(t.app, 'supervisor')
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

let boxes = 8000000
const remove = (id: number | string) => admin.delete(`/api/admin/supervisors/${id}`)
const start = (driver: Actor, eventId?: string) =>
  driver.post('/api/containers', { containerId: `MSKU${boxes++}`, operationType: 'load', eventId })

/** Columns that could still refer to a deleted tenant. */
const PLACES = [
  'users.id',
  'users.supervisor_id',
  'containers.supervisor_id',
  'events.supervisor_id',
  'event_counters.tenant_id',
  'feature_flags.user_id',
  'shared_links.supervisor_id',
  'reports.supervisor_id',
  'invitations.supervisor_id',
  'live_tokens.user_id',
  'recovery_tokens.user_id',
  'mails.user_id',
] as const

async function leftOf(ids: number[]): Promise<string[]> {
  const found: string[] = []
  for (const place of PLACES) {
    const [table, column] = place.split('.')
    const { rows } = await t.deps.database.pool.query(
      `select count(*)::integer as n from ${table} where ${column} = any($1::integer[])`,
      [ids],
    )
    if (rows[0].n > 0) found.push(place)
  }
  const sessions = await t.deps.database.orm
    .select()
    .from(session)
    .where(sql`(${session.sess} ->> 'userId')::integer in ${ids}`)
  return sessions.length > 0 ? [...found, 'session'] : found
}

/** The rows of the archive's tables. */
async function archived(file: string): Promise<Record<string, Record<string, unknown>[]>> {
  const text = gunzipSync(await readFile(join(dataDir, 'archive', file))).toString()
  const tables: Record<string, Record<string, unknown>[]> = {}
  let name = ''
  for (const line of text
    .trimEnd()
    .split('\n')
    .map((l) => JSON.parse(l))) {
    if (!Array.isArray(line)) tables[name]?.push(line)
    else if (line[0] === 'table') {
      name = line[1]
      tables[name] = []
    }
  }
  return tables
}

/** SHA-256 of the heads of these rows of an archive. */
const headsIn = (rows: readonly Record<string, unknown>[]): string => {
  const hash = createHash('sha256')
  for (const row of [...rows].sort((a, b) => Number(a.id) - Number(b.id))) {
    hash.update(Buffer.from(String(row.chain_head).slice(2), 'hex'))
  }
  return hash.digest('hex')
}

describe('deleting a supervisor', () => {
  it('deletes everything of theirs after archiving it, and nothing of other tenants', async () => {
    const boss = await register(t.app, 'supervisor')
    const drivers = [await operatorOf(t.app, boss), await operatorOf(t.app, boss)]
    const bystander = await operatorOf(t.app, first)
    await start(bystander)
    for (const driver of drivers) await start(driver)
    // A deleted account whose records still exist.
    const gone = await operatorOf(t.app, boss)
    const { containerId } = (await start(gone)).body
    const { orm } = t.deps.database
    await orm.update(containers).set({ isActive: false }).where(eq(containers.operationKey, containerId))
    await boss.delete(`/api/users/operators/${gone.id}`)
    await boss.post('/api/reports', { month: '2026-03', operatorId: null })
    await boss.post('/api/users/invitations')
    await boss.post(`/api/containers/${containerId}/share`)
    await boss.post('/api/live-token')
    const desk = await goLive(port, boss)
    const phone = await goLive(port, drivers[0] as Actor)
    const told: BusMessage[] = []
    const unsubscribe = t.deps.bus.subscribe((message) => told.push(message))

    const answer = await remove(boss.id)
    unsubscribe()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      archive: expect.stringMatching(new RegExp(`^supervisor-${boss.id}-`)),
      removed: { operators: 2, containers: 3, events: 3, reports: 1 },
    })
    const ids = [boss.id, ...drivers.map(({ id }) => id)]
    expect(await leftOf(ids)).toEqual([])
    expect(told.map(({ kind }) => kind)).toEqual(['session_ended', 'record_removed'])
    expect(await desk.closed).toBe(1000)
    expect(await phone.closed).toBe(1000)
    for (const person of [boss, ...drivers]) expect((await person.get('/api/user')).status).toBe(401)

    const file = await archived(answer.body.archive)
    expect(file.users?.map((row) => row.id).sort()).toEqual(ids.sort())
    expect(file.containers).toHaveLength(3)
    expect(file.events).toHaveLength(3)
    expect(file.reports).toHaveLength(1)
    expect(file.shared_links).toHaveLength(1)

    expect((await bystander.get('/api/containers/active')).body.displayContainerId).toMatch(/^MSKU/)
    expect((await first.get('/api/supervisor/operations')).body.operations).toHaveLength(1)
    const trace = await orm.select().from(auditLog).where(eq(auditLog.action, 'supervisor_deleted'))
    expect(trace).toMatchObject([
      {
        actorKind: 'admin',
        target: boss.username,
        targetId: boss.id,
        before: {
          ...{ username: boss.username, operators: 2, containers: 3, events: 3, reports: 1 },
          // The archive proves the line, and the line proves the archive.
          ...{ chains: 3, heads: headsIn(file.containers ?? []) },
        },
        after: { archive: answer.body.archive },
      },
    ])
    expect((await remove(boss.id)).status).toBe(404)
  })

  it('never deletes the first one', async () => {
    expect(first.id).toBe(1)
    const before = existsSync(join(dataDir, 'archive')) ? await readdir(join(dataDir, 'archive')) : []
    const answer = await remove(1)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('protected_account')
    expect((await first.get('/api/user')).status).toBe(200)
    expect(existsSync(join(dataDir, 'archive')) ? await readdir(join(dataDir, 'archive')) : []).toEqual(
      before,
    )
  })

  it('is 404 for drivers and unknown accounts', async () => {
    const driver = await operatorOf(t.app, first)
    for (const id of [driver.id, 999_999, '2147483648', 'x']) expect((await remove(id)).status).toBe(404)
    expect((await driver.get('/api/user')).status).toBe(200)
  })

  it('deletes nothing when the archive cannot be written', async () => {
    const boss = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, boss)
    await start(driver)
    // A folder below a file cannot be created.
    const blocked = await createTestApp({
      config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: '/dev/null/nowhere' }),
      database: t.deps.database,
    })
    const answer = await (await administrator(blocked.app)).delete(`/api/admin/supervisors/${boss.id}`)
    expect(answer.status).toBe(500)
    await blocked.close()
    expect((await boss.get('/api/supervisor/operations')).body.operations).toHaveLength(1)
    expect((await driver.get('/api/user')).status).toBe(200)
    const trace = await t.deps.database.orm.select().from(auditLog).where(eq(auditLog.targetId, boss.id))
    expect(trace.map(({ action }) => action)).not.toContain('supervisor_deleted')
  })

  it('while drivers record: every acknowledged step is in the archive, and none is recorded later', async () => {
    for (let round = 0; round < 4; round++) {
      const boss = await register(t.app, 'supervisor')
      const drivers = await Promise.all(Array.from({ length: 6 }, () => operatorOf(t.app, boss)))
      const accepted: string[] = []
      const refused = new Set<number>()
      let deleted = false
      let deletedAnd = 0

      const drive = async (driver: Actor): Promise<void> => {
        const post = async (url: string, body: object): Promise<string | null> => {
          const eventId = crypto.randomUUID()
          const answer = await driver.post(url, { ...body, eventId })
          if (answer.status === 201) {
            accepted.push(eventId)
            return answer.body.containerId
          }
          refused.add(answer.status)
          // Nobody is signed in then, so the answer waits for nothing: without a pause the deletion would never be answered.
          await nextTurn()
          return null
        }
        while (deletedAnd < 40) {
          if (deleted) deletedAnd++
          const trip = await post('/api/containers', { containerId: `MSKU${boxes++}`, operationType: 'load' })
          if (trip === null) continue
          for (const eventType of REST_OF_TRIP) {
            if ((await post('/api/events', { containerId: trip, eventType })) === null) break
          }
        }
      }
      const invite = (await boss.post('/api/users/invitations')).body.url as string
      const invitation = invite.split(/[=/]/).pop()
      const register1 = async (n: number) =>
        anonymous(t.app).post('/api/register', {
          username: `llega${round}.${n}`,
          password: 'secreta1',
          displayName: 'Quien Llega',
          email: 'llega@example.com',
          acceptedTerms: true,
          invitation,
        })
      const driving = drivers.map(drive)
      await expect.poll(() => accepted.length, { interval: 10 }).toBeGreaterThan(10 + 10 * round)
      const [answer, ...joined] = await Promise.all([
        remove(boss.id),
        ...Array.from({ length: 4 }, (_, n) => register1(n)),
        boss.post('/api/users/operators', {
          username: `creado${round}`,
          displayName: 'Creado A Tiempo',
          password: 'secreta1',
        }),
      ]).finally(() => {
        deleted = true
      })
      await Promise.all(driving)

      expect(answer.status).toBe(200)
      const file = await archived(answer.body.archive)
      expect(file.events?.map((row) => row.event_id).sort()).toEqual(accepted.sort())
      expect(file.events?.map((row) => Number(row.seq)).sort((a, b) => a - b)).toEqual(
        accepted.map((_, i) => i + 1),
      )
      // Acknowledged or refused; never a 500.
      for (const status of refused) expect([401, 404]).toContain(status)
      for (const { status } of joined) expect([201, 401, 404]).toContain(status)
      const there = joined.filter(({ status }) => status === 201).map(({ body }) => body.id as number)
      // One whose account was deleted before the answer is refused, and was there.
      expect(answer.body.removed.operators).toBeGreaterThanOrEqual(drivers.length + there.length)
      expect(answer.body.removed.operators).toBeLessThanOrEqual(drivers.length + joined.length)
      const { orm } = t.deps.database
      expect(
        await orm
          .select()
          .from(users)
          .where(or(eq(users.id, boss.id), eq(users.supervisorId, boss.id))),
      ).toEqual([])
      expect(await orm.select().from(events).where(eq(events.supervisorId, boss.id))).toEqual([])
      expect(await orm.select().from(containers).where(eq(containers.supervisorId, boss.id))).toEqual([])
      expect(await orm.select().from(featureFlags).where(eq(featureFlags.userId, boss.id))).toEqual([])
    }
  }, 60_000)
})
