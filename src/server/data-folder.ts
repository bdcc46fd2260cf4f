import { mkdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '#embedded-postgres/error'
import { lockFolder } from '#embedded-postgres/lock'
import type { Config } from './config.ts'
import { DatabaseStartError } from './db/start/start-errors.ts'
import { failureSentence } from './text/embedded-postgres.ts'

/**
 * Holds the data folder until this process ends. With DATABASE_URL nothing else would tell that two processes write their
 * backups, archives and mails into one folder, and neither hears of the other without Redis. The embedded database takes
 * the same lock by itself. `name`: of the lock. Throws DatabaseStartError.
 */
export async function holdDataFolder(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  name: string,
): Promise<void> {
  if (databaseUrl === null) return
  await mkdir(dataDir, { recursive: true })
  await lockFolder(await realpath(dataDir), name).catch((error: unknown) => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new DatabaseStartError(failureSentence(error.failure), { cause: error, isPassing: true })
  })
}

/** Whether the folder has a generated key that ADMIN_KEY has replaced. */
export async function hasStaleAdminKey({
  dataDir,
  adminKey,
}: Pick<Config, 'dataDir' | 'adminKey'>): Promise<boolean> {
  if (adminKey === null) return false
  const kept = await readFile(join(dataDir, 'admin-key'), 'utf8').catch(() => null)
  return kept !== null && kept.trim() !== adminKey
}
