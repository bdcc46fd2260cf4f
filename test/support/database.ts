import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect'

/** A new database, cloned from the migrated template, without connections. */
export async function createNamedDatabase(): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const { host, port, user } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${inject('template')}`)
  return {
    name,
    // A folder of sockets has no place before the path of a URL.
    url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    drop: () => dropDatabase(name),
  }
}

/** A database of this test file's own, cloned from the migrated template; gone after `close`. */
export async function createTestDatabase(): Promise<Database> {
  const { name, drop } = await createNamedDatabase()
  const database = connect({ ...inject('postgres'), database: name })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

async function dropDatabase(name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await administer(`drop database if exists ${name} with (force)`)
    } catch (error) {
      // Race: FORCE is denied while an autovacuum worker is in the database, and the worker ends soon.
      if (attempt === 20 || (error as { code?: string }).code !== '42501') throw error
      await pause(250)
    }
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
