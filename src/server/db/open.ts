import { EmbeddedPostgresError } from '#embedded-postgres/error'
import { openEmbedded } from '#embedded-postgres/open'
import type { Config } from '../config.ts'
import { failureSentence, noticeSentence } from '../text/embedded-postgres.ts'
import { UNNAMED } from '../text/pooler.ts'
import { foreignReplica } from '../text/replicas.ts'
import { CONNECTIONS, type Connection, connect, type Database } from './connect.ts'
import { migrateDatabase } from './migrate.ts'
import { fitToPooler, PoolerUnfit } from './pooler.ts'
import { ForeignReplica, withReplicas } from './replicas.ts'

/** Role and database of the embedded PostgreSQL; existing data folders have them under this name. */
export const EMBEDDED_NAME = 'acarreo'

/** The database did not start; the message is one line for the person at the terminal. */
export class DatabaseStartError extends Error {}

/** Lines for the person at the terminal. */
export interface Talk {
  say: (line: string) => void
  warn: (line: string) => void
  onError: (error: Error) => void
}

export interface RunningDatabase {
  /** With which every process of this machine connects. */
  connection: Connection
  /** Stops the embedded PostgreSQL. */
  stop(): Promise<void>
}

/** For psql, a restore, and what a worker that crashed has not closed yet. */
const SPARE_CONNECTIONS = 30

/** Starts the embedded PostgreSQL, unless DATABASE_URL names another, and migrates. */
export async function startDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & { processes?: number },
  { say, onError }: Pick<Talk, 'say' | 'onError'>,
): Promise<RunningDatabase> {
  const running =
    config.databaseUrl === null ? await startEmbedded(config, say) : await given(config.databaseUrl, say)
  const database = connect(running.connection, { onError })
  try {
    await migrateDatabase(database)
  } catch (error) {
    await database.close()
    await running.stop()
    throw error
  }
  await database.close()
  return running
}

async function given(connectionString: string, say: (line: string) => void): Promise<RunningDatabase> {
  const connection = await fitToPooler({ connectionString }).catch((error: unknown) => {
    throw error instanceof PoolerUnfit ? new DatabaseStartError(error.message) : error
  })
  if (connection.namedStatements === false) say(UNNAMED)
  return { connection, stop: async () => {} }
}

async function startEmbedded(
  { dataDir, processes = 1 }: Pick<Config, 'dataDir'> & { processes?: number },
  say: (line: string) => void,
): Promise<RunningDatabase> {
  return openEmbedded({
    dataDir,
    name: EMBEDDED_NAME,
    tell: (notice) => say(noticeSentence(notice)),
    settings: { max_connections: String(processes * CONNECTIONS + SPARE_CONNECTIONS) },
  }).catch((error: unknown) => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new DatabaseStartError(failureSentence(error.failure), { cause: error })
  })
}

/** The database as one process uses it: the running one, and its replicas. */
export async function connectDatabase(
  connection: Connection,
  replicaUrls: readonly string[],
  { warn, onError }: Pick<Talk, 'warn' | 'onError'>,
): Promise<Database> {
  const primary = connect(connection, { onError })
  if (replicaUrls.length === 0) return primary
  try {
    return await withReplicas(primary, replicaUrls, { warn })
  } catch (error) {
    await primary.close()
    throw error instanceof ForeignReplica ? new DatabaseStartError(foreignReplica(error.host)) : error
  }
}

/** Both: the database for a program of one process, which stops it with `close`. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrls'>,
  talk: Talk,
): Promise<Database> {
  const running = await startDatabase(config, talk)
  try {
    const database = await connectDatabase(running.connection, config.databaseReadUrls, talk)
    const close = async (): Promise<void> => {
      await database.close()
      await running.stop()
    }
    return { ...database, close }
  } catch (error) {
    await running.stop()
    throw error
  }
}
