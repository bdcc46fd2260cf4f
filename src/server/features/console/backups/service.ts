import type { Stoppable } from '../../../adapters/stopping.ts'
import { type Backup, BackupRunning, writeBackup } from '../../../db/backup/write.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Trace } from '../../../identity/trace.ts'
import type { Board } from '../../../live/board.ts'
import { type FoundDifference, verifyBoard } from '../../../live/board-verify.ts'
import { takeAnchor } from '../../../record/anchor/anchor.ts'
import type { ActiveReads } from '../../../record/read/operations.ts'
import { countRecord, type RecordCounts } from '../../../record/read/sums.ts'
import { type Verification, verifyRecord } from '../../../record/verify/verify.ts'
import { productVersion } from '../../../version.ts'
import { recordAudit, removedAmong } from '../../base/audit/service.ts'
import { type AuditVerification, verifyAudit } from '../../base/audit/verify.ts'
import { backupRunning, isAhead } from './policy.ts'

/** The board of this process, and the database it is compared with. */
export interface Memory {
  board: Board
  source: ActiveReads
}

/** The result of one of the three actions. */
export interface MemoryReport {
  counts: RecordCounts
  /** Active operations in memory. */
  board: number
  differences: FoundDifference[]
  backup: Backup | null
  /** null: not verified. */
  record: Verification | null
  audit: AuditVerification | null
}

/** Writes a complete backup to `DATA_DIR/backups` and deletes the oldest. Throws `BackupRunning`. */
export const backUp = (deps: Pick<AppDeps, 'database' | 'config' | 'clock'> & Stoppable): Promise<Backup> =>
  writeBackup(
    {
      orm: deps.database.orm,
      dataDir: deps.config.dataDir,
      version: productVersion,
      key: deps.config.backupKeys[0],
      recordKey: deps.config.recordKeys[0],
      stopping: deps.stopping,
      anchor: (tx) => takeAnchor(tx, deps.clock.now(), deps.config.recordKeys[0]),
    },
    // It names the file: one of a wrong future would push out every later one.
    deps.clock.steady(),
  )

/**
 * Memory to database. The board holds only committed events, so normally there is nothing to write, and this makes a
 * backup. If the board is ahead, somebody has restored an older database: then nothing is written, because the board
 * knows the state of the operations but not the lost events, and no backup is made, because it would replace one that
 * holds more. Throws 409 while another backup runs.
 */
export async function memoryToDatabase(
  deps: AppDeps,
  { board, source }: Memory,
  trace: Trace,
): Promise<MemoryReport> {
  const found = await compare(deps, { board, source })
  const differences = found.filter(isAhead)
  // Rereads what was missed. Not when the board is ahead: it is then the only copy.
  if (differences.length === 0 && found.some(({ isBehind }) => isBehind)) await board.reload()
  const backup = differences.length > 0 ? null : await backUp(deps).catch(sayRunning)
  const report = {
    counts: await countRecord(deps.database.orm),
    board: board.size(),
    differences,
    backup,
    record: null,
    audit: null,
  }
  if (backup) {
    const after = { file: backup.file, bytes: backup.bytes, ...report.counts }
    await recordAudit(deps.database.orm, trace, deps.clock.now(), { action: 'backup_written', after })
  }
  return report
}

/** Database to memory: rebuilds the board of this process, and of the others when they get the message. */
export async function databaseToMemory(
  deps: AppDeps,
  { board }: Pick<Memory, 'board'>,
  trace: Trace,
): Promise<MemoryReport> {
  const before = { board: board.size() }
  await board.reload()
  deps.bus.publish({ kind: 'board_outdated' })
  const report = {
    counts: await countRecord(deps.database.orm),
    board: board.size(),
    differences: [],
    backup: null,
    record: null,
    audit: null,
  }
  const after = { board: report.board, ...report.counts }
  await recordAudit(deps.database.orm, trace, deps.clock.now(), { action: 'board_reloaded', before, after })
  return report
}

/** How long record and audit log are each read while somebody waits; `npm run verify` reads all of both. */
const VERIFY_MS = 10_000

/** Compares the board of this process with the database, row by row, and record and audit log with their chains. Repairs nothing. */
export async function verifyMemory(
  deps: AppDeps,
  { board, source }: Memory,
  trace: Trace,
): Promise<MemoryReport> {
  const differences = await compare(deps, { board, source })
  const report = {
    counts: await countRecord(deps.database.orm),
    board: board.size(),
    differences,
    backup: null,
    record: await verifyRecord(deps.database, performance.now() + VERIFY_MS),
    audit: await verifyAudit(deps.database, performance.now() + VERIFY_MS),
  }
  const record = report.record.fault?.kind ?? 'whole'
  const after = { board: report.board, differences: differences.length, record, ...report.counts }
  await recordAudit(deps.database.orm, trace, deps.clock.now(), { action: 'board_verified', after })
  return report
}

/**
 * A process that died right after deleting a supervisor may not have published it. The audit log knows the deletion, so
 * those tenants are dropped from the board before comparing.
 */
async function compare(deps: AppDeps, { board, source }: Memory): Promise<FoundDifference[]> {
  const removed = await removedAmong(deps.database.orm, [...board.tenants().keys()])
  for (const supervisorId of removed) deps.bus.publish({ kind: 'record_removed', supervisorId })
  return verifyBoard({ board, source, bus: deps.bus })
}

function sayRunning(error: unknown): never {
  throw error instanceof BackupRunning ? backupRunning() : error
}
