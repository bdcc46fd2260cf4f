import { join } from 'node:path'
import type { Stoppable } from '../../../adapters/stopping.ts'
import { causeOf, copyTo, prune } from '../../../db/backup/target/copy.ts'
import { openTarget } from '../../../db/backup/target/open.ts'
import { backupFolder } from '../../../db/backup/write.ts'
import type { AppDeps } from '../../../deps.ts'
import { SYSTEM_TRACE } from '../../../identity/trace.ts'
import { notPruned } from '../../../text/backup-target.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { newestProven } from './queries.ts'

/**
 * Copies a proven backup to BACKUP_TARGET, where there is one, and then removes what is too old there, never the newest one
 * that is verified. `at`: when the backup was written. Throws CopyFailed, or the reason of `stopping`; the file here stays.
 */
export async function copyOut(
  { database, config, stopping }: Pick<AppDeps, 'database' | 'config'> & Stoppable,
  { file, at, now }: { file: string; at: number; now: number },
  warn: (message: string) => void,
): Promise<void> {
  if (config.backupTarget === null) return
  const target = await openTarget(config.backupTarget, config.s3)
  const { bytes } = await copyTo(
    target,
    { file, path: join(backupFolder(config.dataDir), file) },
    { now, stopping },
  )
  await recordAudit(database.orm, SYSTEM_TRACE, at, {
    action: 'backup_copied',
    target: target.name,
    after: { file, bytes },
  })
  try {
    const verified = await newestProven(database.orm)
    await prune(target, config.backupKeep, [file, ...(verified ? [verified.file] : [])])
  } catch (error) {
    warn(notPruned(target.name, causeOf(error)))
  }
}
