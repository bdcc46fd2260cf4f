import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type Restored, type Restoring, restoreBackup } from '#server/db/backup/restore'
import { connect, type Database } from '#server/db/connect'
import { judgeRestored } from '#server/features/console/backups/wholeness'

/** A new database, cloned from the migrated template, without connections. `url` is the product's. */
export async function createNamedDatabase(): Promise<{
  name: string
  url: string
  ownerUrl: string
  drop(): Promise<void>
}> {
  const { host, port, user } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${inject('template')}`)
  // A folder of sockets has no place before the path of a URL.
  const urlOf = (role: string) =>
    `postgres://${role}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  return {
    name,
    url: urlOf(inject('productRole')),
    ownerUrl: urlOf(user),
    drop: () => dropDatabase(name),
  }
}

/** A database of this test file's own, cloned from the migrated template, as the product uses it; gone after `close`. */
export const createTestDatabase = (): Promise<Database> => createDatabaseOf(inject('productRole'))

/** The same with every right: for restores, and for what the product may not do. */
export const createOwnedDatabase = (): Promise<Database> => createDatabaseOf(inject('postgres').user)

/** The same database as the owner of its tables, who may do what the product may not. */
export async function asOwner<T>(
  { pool }: { pool: { options: { database?: string | undefined } } },
  act: (owner: Database) => Promise<T>,
): Promise<T> {
  const { database = '' } = pool.options
  const owner = connect({ ...inject('postgres'), database })
  try {
    return await act(owner)
  } finally {
    await owner.close()
  }
}

/** A statement by the owner. */
export const ownerDoes = (
  database: Parameters<typeof asOwner>[0],
  statement: string,
): Promise<pg.QueryResult> => asOwner(database, ({ pool }) => pool.query(statement))

/** Whoever reads or writes the table waits until `work` is done. */
export const whileLocked = <T>(
  database: Parameters<typeof asOwner>[0],
  table: string,
  work: () => Promise<T>,
): Promise<T> =>
  asOwner(database, async ({ pool }) => {
    const holder = await pool.connect()
    try {
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      return await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

async function createDatabaseOf(user: string): Promise<Database> {
  const { name, drop } = await createNamedDatabase()
  const owner = { ...inject('postgres'), database: name }
  const database = connect({ ...owner, user, owner })
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

/** Restores the file as `npm run restore` does. */
export const restoreInto = (
  database: Parameters<typeof asOwner>[0],
  path: string,
  how: Partial<Pick<Restoring, 'keys' | 'recordKeys' | 'evenUnsigned' | 'evenAltered'>> = {},
): Promise<Restored> =>
  asOwner(database, (owner) =>
    restoreBackup(owner, { path, role: inject('productRole'), judge: judgeRestored, ...how }),
  )
