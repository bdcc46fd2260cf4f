import { EmbeddedPostgresError } from '#embedded-postgres/error'
import { openEmbedded } from '#embedded-postgres/open'
import type { Config } from '../config.ts'
import { failureSentence, noticeSentence } from '../text/embedded-postgres.ts'
import { foreignReplica } from '../text/replicas.ts'
import { connect, type Database } from './connect.ts'
import { migrateDatabase } from './migrate.ts'
import { ForeignReplica, withReplicas } from './replicas.ts'

/** Role and database of the embedded PostgreSQL; existing data folders have them under this name. */
export const EMBEDDED_NAME = 'acarreo'

/** The database did not start; the message is one line for the person at the terminal. */
export class DatabaseStartError extends Error {}

interface Talk {
  say: (line: string) => void
  warn: (line: string) => void
  onError: (error: Error) => void
}

/** The database of this configuration, migrated: the embedded PostgreSQL, or the one that DATABASE_URL names. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrls'>,
  { say, warn, onError }: Talk,
): Promise<Database> {
  if (config.databaseUrl !== null) {
    const primary = await migrated(connect({ connectionString: config.databaseUrl }, { onError }))
    return config.databaseReadUrls.length === 0 ? primary : replicated(primary, config.databaseReadUrls, warn)
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

async function replicated(
  primary: Database,
  urls: readonly string[],
  warn: (line: string) => void,
): Promise<Database> {
  try {
    return await withReplicas(primary, urls, { warn })
  } catch (error) {
    await primary.close()
    throw error instanceof ForeignReplica ? new DatabaseStartError(foreignReplica(error.host)) : error
  }
}
