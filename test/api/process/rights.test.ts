import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAsOwner, startDatabase } from '#server/db/start/open'
import { tellPerson } from '#server/log/tell'
import { operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createNamedDatabase, ownerDoes } from '../../support/database.ts'

// What the database itself refuses, even if the product's code tries it.
let t: TestApp
let supervisorId: number

beforeAll(async () => {
  t = await createTestApp()
  const boss = await register(t.app, 'supervisor')
  supervisorId = boss.id
  const driver = await operatorOf(t.app, boss)
  const { body } = await driver.post('/api/containers', { containerId: 'CSQU3054383', operationType: 'load' })
  await driver.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
})
afterAll(() => t.close())

describe('the product’s role', () => {
  const run = (statement: string) => t.deps.database.pool.query(statement)

  it.each([
    "update events set event_type = 'end_trip'",
    'update events set timestamp = now()',
    'update events set recorded_at = now()',
    'update events set lat = 0, lng = 0',
    'update events set user_id = 1',
    'update events set seq = seq + 1000',
    'delete from events',
    'truncate events',
    "update containers set display_container_id = 'MSKU0000000'",
    'update containers set supervisor_id = 1',
    'delete from containers',
    'delete from event_counters',
    'delete from users',
    'delete from clients',
    'delete from evidence_packs',
    'delete from tombstones',
    "update tombstones set content = ''",
    "insert into tombstones values (1, 2, '', '')",
    "select bury(2, 1, '{}')",
    "update audit_log set actor_name = 'nadie'",
    'delete from audit_log',
    'truncate audit_log',
    'alter table events disable trigger all',
    'drop table events',
    'create table of_its_own (id integer)',
    'create database of_its_own',
  ])('may not: %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('removes no account of which the audit log does not say who removes it', async () => {
    await expect(run(`select remove_account(${supervisorId})`)).rejects.toThrow('no audit line')
  })

  it('may do what the owner may, when asked as the owner: the refusals come from the rights', async () => {
    await ownerDoes(t.deps.database, 'update events set lat = lat')
  })
})

describe('a start with DATABASE_URL', () => {
  const said: string[] = []
  const talk = { tell: tellPerson((line) => said.push(line)), onError: () => {} }
  const start = async (databaseUrl: string, databaseOwnerUrl: string | null): Promise<string[]> => {
    said.length = 0
    const running = await startDatabase({ dataDir: '', databaseUrl, databaseOwnerUrl }, talk)
    await running.stop()
    return [...said]
  }

  it('alone says that nothing keeps the product from the record; with the owner’s it says nothing', async () => {
    const { url, ownerUrl, drop } = await createNamedDatabase()
    expect((await start(ownerUrl, null)).join()).toMatch(/dueña de las tablas.*DATABASE_OWNER_URL/)
    expect((await start(ownerUrl, ownerUrl)).join()).toMatch(/dueña de las tablas/)
    expect(await start(url, ownerUrl)).toEqual([])
    await expect(start(url, null)).rejects.toThrow(/no es su dueña.*DATABASE_OWNER_URL/)
    await drop()
  })

  it('gives a new account its rights', async () => {
    const { url, ownerUrl, name, drop } = await createNamedDatabase()
    await ownerDoes(
      { pool: { options: { database: name } } },
      'revoke all on all tables in schema public from acarreo_product',
    )
    await start(url, ownerUrl)
    const own = await openAsOwner({ dataDir: '', databaseUrl: url, databaseOwnerUrl: ownerUrl }, talk)
    const { rows } = await own.pool.query(
      `select has_table_privilege('acarreo_product', 'events', 'insert') as adds,
        has_table_privilege('acarreo_product', 'events', 'delete') as removes`,
    )
    await own.close()
    await drop()
    expect(rows).toEqual([{ adds: true, removes: false }])
  })
})
