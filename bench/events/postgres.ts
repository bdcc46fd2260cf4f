import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#embedded-postgres/open'
import { EMBEDDED_NAME } from '#server/db/start/open'

/** The owner of the cluster (`src/embedded-postgres/data-folder.ts`). */
const SUPERUSER = 'postgres'

export interface BenchPostgres {
  /** Folder of the Unix socket, and the number in its name. */
  host: string
  port: number
  /** Role of the product. */
  user: string
  dataDir: string
  /** Database of the product. */
  database: string
  /** Another database, of the same role. */
  createDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The product's embedded PostgreSQL with its own settings, but more connections: as delivered it accepts 50, and pgbench
 * needs one for each client. Its data folder is temporary, on a disk that fsync reaches.
 */
export async function startPostgres(): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'acarreo-bench-'))
  const postgres = await openEmbedded({
    dataDir,
    name: EMBEDDED_NAME,
    settings: { max_connections: '300' },
    tell: () => {},
  })
  const { host, port, user, database } = postgres.connection
  return {
    host,
    port,
    user,
    database,
    dataDir,
    async createDatabase(name) {
      const client = new pg.Client({ host, port, user: SUPERUSER, database: 'postgres' })
      await client.connect()
      await client.query(`create database ${name} owner ${user}`)
      await client.end()
    },
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For programs that take a URL. */
export const urlOf = ({ host, port, user }: BenchPostgres, database: string): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
