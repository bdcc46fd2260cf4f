import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { writeBackup } from '#server/db/backup/write'
import { auditLog } from '#server/db/schema/console'
import { tombstones } from '#server/db/schema/record'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { administrator } from '../support/administrator.ts'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { createTestDatabase, ownerDoes, restoreInto } from '../support/database.ts'
import { nextContainerNumber } from '../support/history.ts'
import { parkOf, visit } from '../support/visit.ts'

// The product's role cannot replace a record: what was removed leaves a tombstone, and nothing comes back under its id.
let t: TestApp
let dataDir: string
let boss: Actor
let driver: Actor

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-removed-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  await register(t.app, 'supervisor')
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  await driver.post('/api/containers', { containerId: nextContainerNumber(), operationType: 'load' })
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const run = (statement: string) => t.deps.database.pool.query(statement)
const left = async () =>
  (await t.deps.database.orm.select().from(tombstones).orderBy(asc(tombstones.position))).map((row) => ({
    ...row,
    said: JSON.parse(row.content),
  }))

it('a client takes no evidence pack with it, whoever deletes it', async () => {
  const { body: place } = await boss.post('/api/supervisor/places', parkOf('Parque', { client: 'Cliente' }))
  await visit(t, boss)
  const { status } = await boss.post('/api/evidence', { clientId: place.clientId, month: '2026-03' })
  expect(status).toBe(200)
  await run('update places set client_id = null')
  await expect(ownerDoes(t.deps.database, 'delete from clients')).rejects.toThrow('evidence_packs_client_id')
})

describe('an account that was removed', () => {
  let before: Record<string, unknown>
  beforeAll(async () => {
    const { rows } = await run(`
      select count(*)::integer as operations, (select last_seq from event_counters where tenant_id = ${boss.id}) as seq,
        encode(sha256(string_agg(chain_head, '' order by id)), 'hex') as head
      from containers where supervisor_id = ${boss.id}`)
    before = rows[0]
    await (await administrator(t.app)).delete(`/api/admin/supervisors/${boss.id}`)
  })

  it('leaves a tombstone with heads and counts, which names its audit line; each of its drivers leaves one', async () => {
    const [line] = await t.deps.database.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'supervisor_deleted'))
    const [own, ...others] = await left()
    expect(own?.accountId).toBe(boss.id)
    expect(own?.said).toMatchObject({
      account: boss.id,
      by: line?.actorName,
      line: { chain: line?.chain, position: line?.chainPosition, hash: line?.chainHash?.toString('hex') },
      remains: { role: 'supervisor', ...before, packs: 1 },
    })
    expect(others.map(({ said }) => [said.account, said.remains])).toContainEqual([
      driver.id,
      { role: 'operator', of: boss.id },
    ])
  })

  const account = (id: number, supervisor: number | null) =>
    `insert into users (id, username, password_hash, role, display_name, supervisor_id) overriding system value
     values (${id}, 'vuelve.${id}', '', '${supervisor ? 'operator' : 'supervisor'}', 'Vuelve', ${supervisor})`

  it.each([
    ['the account', () => account(boss.id, null)],
    ['a driver', () => account(driver.id, null)],
    ['a driver under it', () => account(999_999, boss.id)],
    [
      'an operation of it',
      () => `insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
          operation_type, current_status, last_completed_status, last_completed_time, start_time, last_updated, version)
        values ('K_1', 'K', 1, 'u', 'U', ${boss.id}, 'load', 'start_trip', 'start_trip', now(), now(), now(), 1)`,
    ],
  ])('comes back as nothing: %s', async (_what, statement) => {
    await expect(run(statement())).rejects.toThrow('the account was removed')
  })

  it('stays removed in a backup', async () => {
    const { orm } = t.deps.database
    const { file } = await writeBackup({ orm, dataDir, version: '0.0.0', key: undefined }, NOON)
    const restored = await createTestDatabase()
    await restoreInto(restored, join(dataDir, 'backups', file))
    expect(await restored.orm.select().from(tombstones).orderBy(asc(tombstones.position))).toEqual(
      (await left()).map(({ said: _said, ...row }) => row),
    )
    await expect(restored.pool.query(account(boss.id, null))).rejects.toThrow('the account was removed')
    await restored.close()
  })
})

it('a driver who is deleted alone leaves a tombstone, chained to the one before, and the record stays', async () => {
  const [, , , ...none] = await left()
  expect(none).toEqual([])
  const other = await register(t.app, 'supervisor')
  const gone = await operatorOf(t.app, other)
  expect((await other.delete(`/api/users/operators/${gone.id}`)).status).toBe(204)
  const { rows } = await run(`
    select sha256(b.hash || convert_to(t.content, 'UTF8')) = t.hash as chained, t.account_id as account
    from tombstones t join tombstones b on b.position = t.position - 1 order by t.position desc limit 1`)
  expect(rows).toEqual([{ chained: true, account: gone.id }])
})
