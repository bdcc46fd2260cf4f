import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Counter, Gauge } from 'prom-client'
import { targetName } from './backup-place.ts'
import { backupFolder } from './db/backup/write.ts'
import type { Reader, ReplicaStatus } from './db/connect.ts'
import { oldestSnapshotSeconds } from './db/snapshots.ts'
import type { AppDeps } from './deps.ts'
import { waitingMails } from './features/base/mails/queries.ts'
import { newestCopied, newestProven } from './features/console/backups/queries.ts'
import type { Budget } from './http/limits/budget.ts'
import type { DatabaseState } from './http/watch/health.ts'
import type { Metrics } from './http/watch/metrics.ts'
import { lastSuccesses } from './jobs/queries.ts'
import { productVersion } from './version.ts'

/** Gauges of the connection pool, the replicas, the jobs and the backups. */
export function watchProcess(
  metrics: Metrics,
  { database, config, clock }: Pick<AppDeps, 'database' | 'config' | 'clock'>,
): void {
  const { orm, reader } = database
  const pools = [database.pool, database.vital.pool]
  const sum = (of: 'totalCount' | 'idleCount' | 'waitingCount') =>
    pools.reduce((all, pool) => all + pool[of], 0)
  watchReplicas(metrics, reader)
  watchMails(metrics, { database, clock })
  metrics.watchEach(
    'acarreo_db_connections',
    'Connections of this process to the database.',
    'state',
    () => ({
      total: sum('totalCount'),
      idle: sum('idleCount'),
      waiting: sum('waitingCount'),
    }),
  )
  metrics.watchEach(
    'acarreo_job_last_success_timestamp_seconds',
    'End of the last run that ended well, in whichever process.',
    'job_name',
    () => lastSuccesses(orm),
    'max',
  )
  metrics.watch(
    'acarreo_backup_newest_timestamp_seconds',
    'When the newest backup in the data folder of this process was written; its age is time() less this.',
    () => newestFile(backupFolder(config.dataDir)),
    'max',
  )
  metrics.watch(
    'acarreo_backup_verified_timestamp_seconds',
    'When the newest backup was written that a restore has proven, in whichever process; 0: none was.',
    async () => seconds((await newestProven(orm))?.at),
    'max',
  )
  const { backupTarget } = config
  if (backupTarget === null) return
  metrics.watch(
    'acarreo_backup_copied_timestamp_seconds',
    'When the newest backup was written that is at BACKUP_TARGET; 0: none is.',
    async () => seconds(await newestCopied(orm, targetName(backupTarget))),
    'max',
  )
}

/** Whether the product can work: its database, its disk, its mode, and which version it is. */
export function watchState(
  metrics: Metrics,
  { database, config }: Pick<AppDeps, 'database' | 'config'>,
  state: { database: () => Promise<DatabaseState>; isUnderMaintenance: () => boolean },
): void {
  metrics.watch(
    'acarreo_database_up',
    'Whether the database answers.',
    async () => Number((await state.database()) !== 'silent'),
    'min',
  )
  metrics.watch(
    'acarreo_database_writable',
    'Whether the database takes writes: 0 also when its disk is full, and on a standby.',
    async () => Number((await state.database()) === 'ok'),
    'min',
  )
  metrics.watch(
    'acarreo_oldest_snapshot_seconds',
    'Age of the oldest snapshot that a connection holds; vacuum removes nothing that died after it.',
    () => oldestSnapshotSeconds(database.vital.pool),
    'max',
  )
  const disk = async (of: 'bavail' | 'blocks') => {
    const { bsize, ...blocks } = await statfs(config.dataDir)
    return blocks[of] * bsize
  }
  metrics.watch(
    'acarreo_disk_free_bytes',
    'What may still be written to the disk of the data folder.',
    () => disk('bavail'),
    'min',
  )
  metrics.watch(
    'acarreo_disk_size_bytes',
    'Size of the disk of the data folder.',
    () => disk('blocks'),
    'max',
  )
  metrics.watch(
    'acarreo_maintenance',
    'Whether maintenance is on: every call is answered with 503.',
    () => Number(state.isUnderMaintenance()),
    'max',
  )
  new Gauge({
    name: 'acarreo_build_info',
    help: 'Always 1; which version runs.',
    labelNames: ['version'],
    registers: [metrics.registry],
    aggregator: 'max',
  }).set({ version: productVersion }, 1)
}

/** Of the installation, in whichever process they are asked for. */
function watchMails(metrics: Metrics, { database, clock }: Pick<AppDeps, 'database' | 'clock'>): void {
  metrics.watch(
    'acarreo_mails_waiting',
    'Mails that the mail server has not taken yet.',
    async () => (await waitingMails(database.orm)).waiting,
    'max',
  )
  metrics.watch(
    'acarreo_mails_oldest_waiting_seconds',
    'How long the oldest of them has waited; 0: none waits.',
    async () => {
      const { oldestAt } = await waitingMails(database.orm)
      return oldestAt === null ? 0 : Math.max(0, clock.steady() - oldestAt.getTime()) / 1000
    },
    'max',
  )
}

/** Dear requests, of all tenants together. */
export function watchBudget(metrics: Metrics, budget: Pick<Budget, 'counts'>): void {
  metrics.watchEach(
    'acarreo_dear_requests',
    'Dear requests that run, and that wait in the lines of their tenants.',
    'state',
    () => {
      const { running, waiting } = budget.counts()
      return { running, waiting }
    },
  )
  new Counter({
    name: 'acarreo_dear_requests_refused_total',
    help: 'Dear requests that found their line full, or waited in it too long.',
    labelNames: ['reason'],
    registers: [metrics.registry],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(budget.counts().refused)) this.inc({ reason }, count)
    },
  })
}

/** By the number of the replica in DATABASE_READ_URL, from 1. */
function watchReplicas(metrics: Metrics, reader: Reader): void {
  const each = (value: (replica: ReplicaStatus) => number | null) =>
    Object.fromEntries(
      reader.replicas().flatMap((replica, i) => {
        const figure = value(replica)
        return figure === null ? [] : [[i + 1, figure]]
      }),
    )
  metrics.watchEach(
    'acarreo_replica_usable',
    'Whether reads go to the replica.',
    'replica',
    () => each(({ state }) => (state === 'ok' ? 1 : 0)),
    'min',
  )
  metrics.watchEach(
    'acarreo_replica_lag_bytes',
    "How much of the primary's log the replica has not replayed yet.",
    'replica',
    () => each(({ lagBytes }) => lagBytes),
    'max',
  )
  new Counter({
    name: 'acarreo_replica_reads_total',
    help: 'Reads that the replica answered, was too far behind for, or failed; the last two were asked elsewhere.',
    labelNames: ['replica', 'outcome'],
    registers: [metrics.registry],
    collect() {
      this.reset()
      reader.replicas().forEach(({ reads }, i) => {
        for (const [outcome, count] of Object.entries(reads)) this.inc({ replica: i + 1, outcome }, count)
      })
    },
  })
}

const seconds = (at: Date | null | undefined): number => (at?.getTime() ?? 0) / 1000

/** Unix seconds at which the newest finished file was written; null: there is none. */
async function newestFile(folder: string): Promise<number | null> {
  const files = (await readdir(folder)).filter((file) => /\.gz(\.age)?$/.test(file))
  const times = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mtimeMs))
  return times.length === 0 ? null : Math.max(...times) / 1000
}
