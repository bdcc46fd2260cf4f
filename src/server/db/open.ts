import { EmbeddedPostgresError } from '#embedded-postgres/error'
import { openEmbedded } from '#embedded-postgres/open'
import type { Config } from '../config.ts'
import { failureSentence, noticeSentence } from '../text/embedded-postgres.ts'
import { connect, type Database } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** Role and database of the embedded PostgreSQL; existing data folders have them under this name. */
export const EMBEDDED_NAME = 'acarreo'

/** The database did not start; the message is one line for the person at the terminal. */
export class DatabaseStartError extends Error {}

/** The database of this configuration, migrated: the embedded PostgreSQL, or the one that DATABASE_URL names. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { say, onError }: { say: (line: string) => void; onError: (error: Error) => void },
): Promise<Database> {
  if (config.databaseUrl !== null) {
    return migrated(connect({ connectionString: config.databaseUrl }, { onError }))
  }
  const postgres = await openEmbedded({
    dataDir: config.dataDir,
    name: EMBEDDED_NAME,
    tell: (notice) => say(noticeSentence(notice)),
  }).catch((error: unknown) => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new DatabaseStartError(failureSentence(error.failure), { cause: error })
  })
  const database = connect(postgres.connection, { onError })
  const close = async (): Promise<void> => {
    await database.close()
    await postgres.stop()
  }
  return migrated({ ...database, close })
}

async function migrated(database: Database): Promise<Database> {
  try {
    await migrateDatabase(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
