import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stoppable } from '../../../adapters/stopping.ts'
import { targetName } from '../../../backup-place.ts'
import { BackupUnsound } from '../../../db/backup/verify.ts'
import { type Backup, backupFolder } from '../../../db/backup/write.ts'
import type { AppDeps } from '../../../deps.ts'
import { SYSTEM_TRACE } from '../../../identity/trace.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { copyOut } from './copy.ts'
import { proveBackup, removePlain } from './prove.ts'
import { newestCopied, newestProven, type ProvenBackup } from './queries.ts'
import { backUp } from './service.ts'

type Deps = Pick<AppDeps, 'database' | 'config' | 'clock'> & Stoppable
type Warn = (message: string) => void

const NOT_VERIFIED = 'backup not verified: the owner of the tables may not create databases'

/**
 * The same backup as the administrator's; the trace in the audit log tells them apart. It is written, proven by a restore,
 * and copied off the machine. What fails, throws; a repetition copies what is proven since `since` instead of writing
 * another, which would push out the older ones here. Returns the record's own fault, which a repetition would find too.
 */
export async function backUpDaily(
  deps: Deps,
  { now, since }: { now: number; since: number },
  warn: Warn,
): Promise<string | null> {
  const waiting = await toBeCopied(deps, since)
  if (waiting) {
    await copyOut(deps, { file: waiting.file, at: waiting.at.getTime(), now }, warn)
    return waiting.altered
  }
  const { file, bytes, counts } = await backUp(deps)
  const proof = await proveBackup(deps, { file, counts }, now)
  await recordAudit(deps.database.orm, SYSTEM_TRACE, now, {
    action: 'backup_written',
    after: { file, bytes, ...proof },
  })
  if ('unsound' in proof) throw new BackupUnsound(proof.unsound)
  if ('verified' in proof && !proof.verified) {
    warn(NOT_VERIFIED)
    return null
  }
  if ('verified' in proof) await removePlain(deps, file, now)
  await copyOut(deps, { file, at: now, now }, warn)
  return 'altered' in proof ? proof.altered : null
}

/** What is proven since then, is in this process's folder, and is not at the target. */
async function toBeCopied({ database, config }: Deps, since: number): Promise<ProvenBackup | null> {
  if (config.backupTarget === null) return null
  const proven = await newestProven(database.orm, { orAltered: true, since: new Date(since) })
  if (proven === null) return null
  const isHere = await stat(join(backupFolder(config.dataDir), proven.file)).catch(() => null)
  if (!isHere) return null
  const copied = await newestCopied(database.orm, targetName(config.backupTarget), proven.file)
  return copied === null ? proven : null
}

/** What the night does with its backup, for one that was written by hand at `now`. */
export async function proveByHand(
  deps: Deps,
  { file, counts }: Backup,
  now: number,
  warn: Warn,
): Promise<void> {
  const proof = await proveBackup(deps, { file, counts }, now)
  if ('verified' in proof && !proof.verified) return warn(NOT_VERIFIED)
  await recordAudit(deps.database.orm, SYSTEM_TRACE, now, {
    action: 'backup_verified',
    after: { file, ...proof },
  })
  if ('unsound' in proof) throw new BackupUnsound(proof.unsound)
  if ('verified' in proof) await removePlain(deps, file, now)
  await copyOut(deps, { file, at: now, now }, warn)
}
