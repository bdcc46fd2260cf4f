import type { MemoryActionResponse } from '#contract/http/console/admin'
import { saidOf } from '../../../record/verify/words.ts'
import { type Said, say } from '../../../text/messages.ts'
import { saidOfAudit } from '../../base/audit/verification.ts'
import type { MemoryReport } from './service.ts'

function presentReport(
  { counts, board, differences, backup, record, audit }: MemoryReport,
  success: boolean,
  said: Said,
): MemoryActionResponse {
  const { users, containers, events } = counts
  return {
    success,
    ...said,
    details: {
      currentCounts: { users, containers, events },
      board,
      differences: differences.map(
        ({ operationKey, containerNumber, kind, memoryVersion, databaseVersion }) => ({
          containerId: operationKey,
          displayContainerId: containerNumber,
          kind,
          memoryVersion,
          databaseVersion,
        }),
      ),
      record: record && saidOf(record),
      audit: audit && saidOfAudit(audit),
      backup: backup && { file: backup.file, bytes: backup.bytes },
    },
  }
}

export function presentBackup(report: MemoryReport): MemoryActionResponse {
  const { backup, differences } = report
  return backup
    ? presentReport(report, true, say('backup_written', { file: backup.file }))
    : presentReport(report, false, say('memory_ahead', { count: differences.length }))
}

export const presentReload = (report: MemoryReport): MemoryActionResponse =>
  presentReport(report, true, say('memory_loaded', { count: report.board }))

export const presentVerification = (report: MemoryReport): MemoryActionResponse =>
  report.differences.length === 0
    ? presentReport(
        report,
        !report.record?.fault && !report.audit?.fault,
        say('memory_equal', { count: report.board }),
      )
    : presentReport(report, false, say('memory_differs', { count: report.differences.length }))
