import type { BoardDifference } from '#contract/http/admin'
import { Problem } from '../../http/problem.ts'

/** Whether the memory knows of something that the database does not. */
export const isAhead = ({ kind, memoryVersion, databaseVersion }: BoardDifference): boolean =>
  kind === 'only_in_memory' || (memoryVersion ?? 0) > (databaseVersion ?? Number.POSITIVE_INFINITY)

export const backupRunning = (): Problem =>
  new Problem(409, 'backup_running', 'Ya se está escribiendo un respaldo. Espere a que termine.')
