import { type Backup, BackupRunning, writeBackup } from '../../db/backup/write.ts'
import type { AppDeps } from '../../deps.ts'
import type { Trace } from '../../identity/trace.ts'
import type { Board, BoardSource } from '../../live/board.ts'
import { type FoundDifference, verifyBoard } from '../../live/board-verify.ts'
import { recordAudit, removedAmong } from '../audit/service.ts'
import { productVersion } from '../settings/service.ts'
import { backupRunning, isAhead } from './policy.ts'
import { countRecord, type RecordCounts } from './queries.ts'

export { archiveSupervisor, type SupervisorArchive } from './archive.ts'

/** The board of this process, and what it is held against. */
export interface Memory {
  board: Board
  source: BoardSource
}

/** What one of the three actions found and did. */
export interface MemoryReport {
  counts: RecordCounts
  /** Active operations in memory. */
  board: number
  differences: FoundDifference[]
  backup: Backup | null
}

/** A complete backup in `DATA_DIR/backups`; the oldest beyond those kept go. Throws `BackupRunning`. */
export const backUp = (deps: Pick<AppDeps, 'database' | 'config' | 'clock'>): Promise<Backup> =>
  writeBackup(
    { orm: deps.database.orm, dataDir: deps.config.dataDir, version: productVersion },
    deps.clock.now(),
  )

/**
 * Memory to database. Whatever the board holds was committed before it was heard of, so there is nothing to write, and a
 * backup is made. Should the board all the same be ahead, the database was set back, and nothing is written: of the
 * lost events the board knows only what became of their operation, and to write that would be to invent them. Nor is a
 * backup made then, for it would push out an older one that holds more. Throws 409 while another backup runs.
 */
export async function memoryToDatabase(
  deps: AppDeps,
  { board, source }: Memory,
  trace: Trace,
): Promise<MemoryReport> {
  const found = await compare(deps, { board, source })
  const differences = found.filter(isAhead)
  // What was merely missed is read; not where something is ahead, of which the board is the only witness.
  if (differences.length === 0 && found.some(({ isBehind }) => isBehind)) await board.reload()
  const backup = differences.length > 0 ? null : await backUp(deps).catch(sayRunning)
  const report = { counts: await countRecord(deps.database.orm), board: board.size(), differences, backup }
  if (backup) {
    const after = { file: backup.file, bytes: backup.bytes, ...report.counts }
    await recordAudit(deps.database.orm, trace, { action: 'backup_written', after }, deps.clock.now())
  }
  return report
}

/** Database to memory: the board of this process is built anew, and those of the others as soon as they hear of it. */
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
  }
  const after = { board: report.board, ...report.counts }
  await recordAudit(deps.database.orm, trace, { action: 'board_reloaded', before, after }, deps.clock.now())
  return report
}

/** Holds the board of this process against the database, row by row. Mends nothing. */
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
  }
  const after = { board: report.board, differences: differences.length, ...report.counts }
  await recordAudit(deps.database.orm, trace, { action: 'board_verified', after }, deps.clock.now())
  return report
}

/**
 * A process that died right after it had removed a supervisor told nobody. That the memory holds more than the database
 * then means nothing: the database itself knows of the removal.
 */
async function compare(deps: AppDeps, { board, source }: Memory): Promise<FoundDifference[]> {
  const removed = await removedAmong(deps.database.orm, [...board.tenants().keys()])
  for (const supervisorId of removed) deps.bus.publish({ kind: 'record_removed', supervisorId })
  return verifyBoard({ board, source, bus: deps.bus })
}

function sayRunning(error: unknown): never {
  throw error instanceof BackupRunning ? backupRunning() : error
}
