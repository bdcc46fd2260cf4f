import { Problem } from '../../http/problem.ts'
import type { FoundDifference } from '../../live/board-verify.ts'

/**
 * Whether the memory knows of something that the database does not. An operation that only the memory holds as active
 * may also have ended without this process's having heard of it: that counts while nothing is missing.
 */
export const isAhead = ({ kind, memoryVersion, databaseVersion, isBehind }: FoundDifference): boolean =>
  kind === 'only_in_memory' ? !isBehind : (memoryVersion ?? 0) > (databaseVersion ?? Number.POSITIVE_INFINITY)

export const backupRunning = (): Problem =>
  new Problem(409, 'backup_running', 'Ya se está escribiendo un respaldo. Espere a que termine.')
