import { Problem } from '../../../http/answer/problem.ts'
import type { FoundDifference } from '../../../live/board-verify.ts'
import { say } from '../../../text/messages.ts'

/**
 * Whether the memory is ahead of the database. An operation that is active only in memory may also have ended in a
 * message that this process missed, so it counts only while no message is missing.
 */
export const isAhead = ({ kind, memoryVersion, databaseVersion, isBehind }: FoundDifference): boolean =>
  kind === 'only_in_memory' ? !isBehind : (memoryVersion ?? 0) > (databaseVersion ?? Number.POSITIVE_INFINITY)

export const backupRunning = (): Problem => new Problem(409, 'backup_running', say('backup_running'))
