import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stoppable } from '../../../adapters/stopping.ts'
import { backupNamed } from '../../../db/backup/names.ts'
import { BackupAltered } from '../../../db/backup/restore.ts'
import { BackupUnsound, verifyBackup } from '../../../db/backup/verify.ts'
import { type Backup, backupFolder, removePlainBackups } from '../../../db/backup/write.ts'
import type { AppDeps } from '../../../deps.ts'
import { SYSTEM_TRACE } from '../../../identity/trace.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { judgeRecord, judgeRestored } from './wholeness.ts'

/** `altered`: a true copy of a record with that fault. `unsound`: it was set aside. */
export type Proof = { verified: boolean } | { altered: string } | { unsound: string }

type Deps = Pick<AppDeps, 'database' | 'config'> & Stoppable

/**
 * Restores the backup into a temporary database. One that cannot be restored, or differs from its chains, is set aside, so
 * that the sound ones stay. When the record itself has that fault, the backup is a true copy of it and stays.
 */
export async function proveBackup(
  { database, config: { dataDir, backupKeys: keys, recordKeys }, stopping }: Deps,
  { file, counts }: Pick<Backup, 'file' | 'counts'>,
  now: number,
): Promise<Proof> {
  const path = join(backupFolder(dataDir), file)
  try {
    return {
      verified: await verifyBackup(database, {
        ...{ path, keys, recordKeys, counts, now, stopping },
        judge: judgeRestored,
      }),
    }
  } catch (error) {
    if (error instanceof BackupAltered && error.fault === (await judgeRecord(database))) {
      return { altered: error.fault }
    }
    if (!(error instanceof BackupUnsound || error instanceof BackupAltered)) throw error
    await rename(path, `${path}.unsound`)
    return { unsound: error.message }
  }
}

/** With a key: once an encrypted backup is proven, those of before the key are only a danger. Archives stay. */
export async function removePlain({ database, config }: Deps, proven: string, now: number): Promise<void> {
  if (config.backupKeys.length === 0 || !backupNamed(proven)?.isEncrypted) return
  const gone = await removePlainBackups(config.dataDir)
  if (gone.length === 0) return
  await recordAudit(database.orm, SYSTEM_TRACE, now, {
    action: 'plain_backups_removed',
    after: { count: gone.length, file: gone.join(', ') },
  })
}
