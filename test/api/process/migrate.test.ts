import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { connect } from '#server/db/connect'
import { migrateDatabase } from '#server/db/migrate'

it('processes that start together migrate one after the other; each finds the schema complete', async () => {
  const server = inject('postgres')
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query('create database migrate_together')
  const databases = Array.from({ length: 4 }, () =>
    connect({ ...server, database: 'migrate_together' }, { max: 2 }),
  )
  await Promise.all(databases.map(migrateDatabase))
  for (const database of databases) {
    const { rows } = await database.pool.query('select count(*) from drizzle.__drizzle_migrations')
    expect(rows[0].count).toBeGreaterThan(0)
    await database.pool.query('select * from events, containers, users limit 1')
  }
  await Promise.all(databases.map((database) => database.close()))
  await admin.query('drop database migrate_together with (force)')
  await admin.end()
})

it('a migration runs without timeouts, and the connection has them again afterwards', async () => {
  const server = inject('postgres')
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query('create database migrate_slowly')
  const other = new pg.Client({ ...server, database: 'migrate_slowly' })
  await other.connect()
  // The lock of the migrations, as another process holds it that is at a long one.
  await other.query('select pg_advisory_lock(7210046)')
  const database = connect({ ...server, database: 'migrate_slowly' }, { max: 1 })
  // The limits of every connection, so short that the test need not wait.
  database.pool.on('connect', (client) => {
    void client.query("set statement_timeout = '150ms'; set lock_timeout = '100ms'")
  })
  const migrated = migrateDatabase(database).then(
    () => 'migrated',
    (error: unknown) => String(error),
  )
  const waited = async () => {
    const { rows } = await other.query<{ ms: number }>(
      `select (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms from pg_stat_activity
       where datname = 'migrate_slowly' and wait_event = 'advisory'`,
    )
    return rows[0]?.ms ?? 0
  }
  try {
    await expect.poll(waited, { timeout: 10_000 }).toBeGreaterThan(400)
    await other.query('select pg_advisory_unlock(7210046)')
    expect(await migrated).toBe('migrated')
    const { rows } = await database.pool.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '150ms' }])
  } finally {
    await other.end()
    await database.close()
    await admin.query('drop database migrate_slowly with (force)')
    await admin.end()
  }
})
