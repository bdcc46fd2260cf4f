import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFolder } from './db/backup/write.ts'
import type { AppDeps } from './deps.ts'
import type { Metrics } from './http/metrics.ts'
import { lastSuccesses } from './jobs/queries.ts'

/** Gauges of the connection pool, the jobs and the backups. */
export function watchProcess(
  metrics: Metrics,
  { database, config }: Pick<AppDeps, 'database' | 'config'>,
): void {
  const { orm, pool } = database
  metrics.watchEach(
    'acarreo_db_connections',
    'Connections of this process to the database.',
    'state',
    () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  )
  metrics.watchEach(
    'acarreo_job_last_success_timestamp_seconds',
    'End of the last run that ended well, in whichever process.',
    'job',
    () => lastSuccesses(orm),
  )
  metrics.watch(
    'acarreo_backup_newest_timestamp_seconds',
    'When the newest backup in the data folder of this process was written; its age is time() less this.',
    () => newestFile(backupFolder(config.dataDir)),
  )
}

/** Unix seconds at which the newest finished file was written; null: there is none. */
async function newestFile(folder: string): Promise<number | null> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.gz'))
  const times = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mtimeMs))
  return times.length === 0 ? null : Math.max(...times) / 1000
}
