import { EmbeddedPostgresError, type Notice } from '#embedded-postgres/error'
import { openEmbedded } from '#embedded-postgres/open'
import { runningConnection } from '#embedded-postgres/running'
import type { Config } from '../../config.ts'
import type { Tell } from '../../log/tell.ts'
import { foreignReplica, NOT_THE_OWNER, OWNED_BY_PRODUCT, UNNAMED } from '../../text/database.ts'
import { failureSentence, noticeSentence } from '../../text/embedded-postgres.ts'
import { CONNECTIONS, type Connection, connect, type Database, openPool } from '../connect.ts'
import { isForbidden } from '../errors.ts'
import { grantRights, migrateDatabase } from '../migrate.ts'
import { ForeignReplica, withReplicas } from '../replicas/replicas.ts'
import { ownsRecord, roleOf } from '../rights.ts'
import { awaitDatabase } from './await.ts'
import { fitToPooler, PoolerUnfit } from './pooler.ts'
import { DatabaseStartError } from './start-errors.ts'

/** Role and database of the embedded PostgreSQL; existing data folders have them under this name. */
export const EMBEDDED_NAME = 'acarreo'

/** The role as which the product uses it; it owns nothing. */
const EMBEDDED_PRODUCT = 'acarreo_product'

/** What of the embedded database may be over at the next start. */
const PASSING: ReadonlySet<string> = new Set([
  'in_use',
  'still_in_use',
  'not_started',
  'not_stopped',
  'no_connection',
  'not_initialised',
])

function codeOf({ code }: Notice): 'DB_RESTARTS' | 'DB_RESTARTED' | 'DB_PREPARES' {
  if (code === 'running_again') return 'DB_RESTARTED'
  return code === 'restarting' || code === 'no_space' || code === 'repair_failed'
    ? 'DB_RESTARTS'
    : 'DB_PREPARES'
}

/** Who hears of what. */
export interface Talk {
  tell: Tell
  /** A connection broke, or nothing answers. */
  onError: (error: Error) => void
}

export interface RunningDatabase {
  /** With which every process of this machine connects. */
  connection: Connection
  /** As the owner of the tables: for a restore. */
  owner: Connection
  /** The role of `connection`, which got its rights; null: it owns the tables. */
  role: string | null
  /** Stops the embedded PostgreSQL. */
  stop(): Promise<void>
}

type Opened = Omit<RunningDatabase, 'role'>

/** For psql, a restore, and what a worker that crashed has not closed yet. */
const SPARE_CONNECTIONS = 30

/** Starts the embedded PostgreSQL, unless DATABASE_URL names another, and migrates. */
export async function startDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'> & { processes?: number },
  talk: Talk & { signal?: AbortSignal },
): Promise<RunningDatabase> {
  const running =
    config.databaseUrl === null
      ? await startEmbedded(config, talk.tell)
      : await given(config.databaseUrl, config.databaseOwnerUrl, talk)
  try {
    return { ...running, role: await prepare(running, talk) }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** Migrates as the owner, and gives the product's role, which it returns, its rights; says so when that owns the tables. */
async function prepare({ connection, owner }: Opened, { tell, onError }: Talk): Promise<string | null> {
  const owning = openPool({ ...owner, max: 1 }, onError)
  const product = openPool({ ...connection, max: 1 }, onError)
  try {
    await migrateDatabase({ pool: owning }).catch((error: unknown) => {
      throw isForbidden(error) ? new DatabaseStartError(NOT_THE_OWNER, { cause: error }) : error
    })
    const role = await roleOf(product)
    if (await ownsRecord(owning, role)) {
      tell('DB_UNPROTECTED', {}, OWNED_BY_PRODUCT)
      return null
    }
    await grantRights(owning, role)
    return role
  } finally {
    await Promise.all([owning.end(), product.end()])
  }
}

async function given(
  connectionString: string,
  ownerUrl: string | null,
  { tell, signal }: Pick<Talk, 'tell'> & { signal?: AbortSignal },
): Promise<Opened> {
  await awaitDatabase({ variable: 'DATABASE_URL', url: connectionString }, tell, signal)
  if (ownerUrl !== null) await awaitDatabase({ variable: 'DATABASE_OWNER_URL', url: ownerUrl }, tell, signal)
  const connection = await fitToPooler({ connectionString }).catch((error: unknown) => {
    throw error instanceof PoolerUnfit ? new DatabaseStartError(error.message) : error
  })
  if (connection.namedStatements === false) tell('DB_UNNAMED', {}, UNNAMED)
  if (ownerUrl === null) return { connection, owner: connection, stop: async () => {} }
  const owner = { connectionString: ownerUrl }
  return { connection: { ...connection, owner }, owner, stop: async () => {} }
}

async function startEmbedded(
  { dataDir, processes = 1 }: Pick<Config, 'dataDir'> & { processes?: number },
  tell: Tell,
): Promise<Opened> {
  const embedded = await openEmbedded({
    dataDir,
    name: EMBEDDED_NAME,
    roles: [EMBEDDED_PRODUCT],
    tell: (notice) => tell(codeOf(notice), {}, noticeSentence(notice)),
    settings: { max_connections: String(processes * CONNECTIONS + SPARE_CONNECTIONS) },
  }).catch((error: unknown) => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new DatabaseStartError(failureSentence(error.failure), {
      cause: error,
      isPassing: PASSING.has(error.failure.code),
    })
  })
  const { connection: owner, stop } = embedded
  return { owner, connection: { ...owner, user: EMBEDDED_PRODUCT, owner }, stop }
}

/** The database as one process uses it: the running one, and its replicas. */
export async function connectDatabase(
  connection: Connection,
  replicaUrls: readonly string[],
  { tell, onError }: Talk,
): Promise<Database> {
  const primary = connect(connection, { onError })
  if (replicaUrls.length === 0) return primary
  try {
    return await withReplicas(primary, replicaUrls, { tell })
  } catch (error) {
    await primary.close()
    throw error instanceof ForeignReplica ? new DatabaseStartError(foreignReplica(error.host)) : error
  }
}

export type OwnedDatabase = Database & Pick<RunningDatabase, 'role'>

/** The database as its owner, for a program of one process, which stops it with `close`. */
export async function openAsOwner(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
  talk: Talk,
): Promise<OwnedDatabase> {
  const running = await startDatabase(config, talk)
  const database = connect(running.owner, talk)
  const close = async (): Promise<void> => {
    await database.close()
    await running.stop()
  }
  return { ...database, role: running.role, close }
}

/** The same beside the running product, or on its own when that is stopped. */
export async function openBeside(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
  talk: Talk,
): Promise<Database> {
  const running = config.databaseUrl === null && runningConnection(config.dataDir, EMBEDDED_NAME)
  if (!running) return openAsOwner(config, talk)
  const beside = connect(running, { ...talk, max: 1 })
  const answers = await beside.pool.query('select').then(
    () => true,
    () => false,
  )
  if (answers) return beside
  // Left by a process that was killed.
  await beside.close()
  return openAsOwner(config, talk)
}
