import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect'

/** A database of this test file's own, cloned from the migrated template; gone after `close`. */
export async function createTestDatabase(): Promise<Database> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${inject('template')}`)
  const database = connect({ ...server, database: name })
  return {
    ...database,
    async close() {
      await database.close()
      await administer(`drop database if exists ${name} with (force)`)
    },
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
