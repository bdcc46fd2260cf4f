import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { connect } from '#server/db/connect'
import { migrateDatabase } from '#server/db/migrate'

it('processes that start together take turns: each finds the schema complete', async () => {
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
