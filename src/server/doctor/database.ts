import { runningConnection } from '#embedded-postgres/running'
import type { Config } from '../config.ts'
import { type Connection, connect, type Database } from '../db/connect.ts'
import { appliedMigrations, knownMigrations } from '../db/migrate.ts'
import { ownsRecord, roleOf } from '../db/rights.ts'
import { EMBEDDED_NAME } from '../db/start/open.ts'
import { isWritable } from '../db/writable.ts'
import { newestProven } from '../features/console/backups/queries.ts'
import * as words from '../text/doctor.ts'
import { type Check, type Finding, fault, ok, warning } from './check.ts'
import { failedJobs, readServer, type Server } from './queries.ts'

const OLDEST_POSTGRES = 15
/** Times of events are compared with the clock of the process; a second is that of a slow answer. */
const CLOCK_MS = 2_000
const VERIFIED_MS = 26 * 3_600_000

/** Where the product's database is, as its own account and as the owner; null: it is embedded and does not run. */
export function connectionOf({
  databaseUrl,
  databaseOwnerUrl,
  dataDir,
}: Config): { product: Connection; owner: Connection | null } | null {
  if (databaseUrl !== null) {
    const owner = databaseOwnerUrl === null ? null : { connectionString: databaseOwnerUrl }
    return { product: { connectionString: databaseUrl }, owner }
  }
  const running = runningConnection(dataDir, EMBEDDED_NAME)
  return running ? { product: running, owner: running } : null
}

/** Server, writes, schema, rights, clock and jobs. */
export const databaseCheck =
  (config: Config, { orm, pool }: Database, owner: Database | null): Check =>
  async () => {
    const before = Date.now()
    const server = await readServer(orm)
    const offset = server.now - (before + Date.now()) / 2
    return [
      serverFinding(server),
      (await isWritable(pool)) ? ok(words.WRITES, words.WRITABLE) : fault(words.WRITES, words.READ_ONLY),
      await schemaFinding(orm),
      ...(await rightsFindings(config, pool, owner)),
      Math.abs(offset) < CLOCK_MS
        ? ok(words.CLOCK, words.sameClock(offset))
        : fault(words.CLOCK, words.otherClock(offset)),
      ...(await jobFindings(config, orm)),
    ]
  }

function serverFinding({ version, fsync, synchronousCommit }: Server): Finding {
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES) return fault(words.DATABASE, words.oldPostgres(version))
  const isDurable = fsync && synchronousCommit !== 'off'
  return isDurable ? ok(words.DATABASE, `PostgreSQL ${version}`) : fault(words.DATABASE, words.NOT_DURABLE)
}

async function schemaFinding(orm: Database['orm']): Promise<Finding> {
  const [known, applied] = [knownMigrations(), await appliedMigrations(orm)]
  const [ours, theirs] = [known.at(-1)?.folderMillis ?? 0, applied.at(-1)?.createdAt ?? 0]
  if (theirs < ours) return fault(words.SCHEMA, words.schemaBehind(known.length - applied.length))
  if (theirs > ours) return fault(words.SCHEMA, words.SCHEMA_AHEAD)
  return ok(words.SCHEMA, words.schemaCurrent(applied.length))
}

async function rightsFindings(
  { databaseUrl }: Config,
  pool: Database['pool'],
  owner: Database | null,
): Promise<Finding[]> {
  // The embedded database has both accounts from its first start.
  if (databaseUrl === null) return []
  const owns = await ownsRecord(pool, await roleOf(pool))
  if (owns) return [warning(words.RIGHTS, words.OWNS_RECORD)]
  if (owner === null) return [fault(words.RIGHTS, words.NO_OWNER)]
  const { mayCreateDatabases } = await readServer(owner.orm)
  return [
    ok(words.RIGHTS, words.RIGHTS_APART),
    mayCreateDatabases
      ? ok(words.RIGHTS, words.MAY_VERIFY)
      : warning(words.RIGHTS, words.mayNotVerify(await roleOf(owner.pool))),
  ]
}

async function jobFindings({ backupHour }: Config, orm: Database['orm']): Promise<Finding[]> {
  const failed = await failedJobs(orm)
  const proven = await newestProven(orm)
  const age = proven === null ? null : Date.now() - proven.at.getTime()
  const backup =
    backupHour === null
      ? []
      : [
          age !== null && age < VERIFIED_MS
            ? ok(words.BACKUP_FILES, words.verifiedAgo(age))
            : fault(words.BACKUP_FILES, words.notVerified(age)),
        ]
  const jobs = failed.map(({ name, reason, at }) =>
    fault(words.JOBS, words.jobFailed(name, at, reason ?? '')),
  )
  return [...(jobs.length > 0 ? jobs : [ok(words.JOBS, words.JOBS_WELL)]), ...backup]
}

/** The replicas answer, and replay. */
export const replicaCheck =
  (urls: readonly string[]): Check =>
  () =>
    Promise.all(
      urls.map(async (connectionString) => {
        const replica = connect({ connectionString }, { max: 1 })
        const what = words.replica(new URL(connectionString).host)
        try {
          return (await isWritable(replica.pool)) ? fault(what, words.NO_REPLICA) : ok(what, words.REPLAYS)
        } catch (error) {
          return warning(what, words.replicaAway((error as Error).message))
        } finally {
          await replica.close()
        }
      }),
    )
