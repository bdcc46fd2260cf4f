import { QueueTimeout } from '../adapters/queues.ts'

/** A failed statement, whether it comes from pg or wrapped by Drizzle. */
interface PostgresError {
  code: string
  constraint?: string
}

function postgresError(error: unknown): PostgresError | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') return e as unknown as PostgresError
  }
  return null
}

/** The statement broke a constraint, or could not have a row in time: it wrote nothing, and its connection is as it was. */
export const isRefusal = (error: unknown): boolean => /^(23|55P03)/.test(postgresError(error)?.code ?? '')

/** The name of the unique constraint or index that the statement violated; null for any other error. */
export function brokenUnique(error: unknown): string | null {
  const found = postgresError(error)
  return found?.code === '23505' ? (found.constraint ?? '') : null
}

/** The name of the exclusion constraint that the statement violated; null for any other error. */
export function brokenExclusion(error: unknown): string | null {
  const found = postgresError(error)
  return found?.code === '23P01' ? (found.constraint ?? '') : null
}

/** A deadlock: PostgreSQL rolled the transaction back. */
const isDeadlock = (error: unknown): boolean => postgresError(error)?.code === '40P01'

/** Retries a transaction, or a single statement, that a deadlock ended; throws the third. */
export async function retryOnDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error
    }
  }
}

/** The role may not do this. */
export const isForbidden = (error: unknown): boolean => postgresError(error)?.code === '42501'

/** `lock_timeout` ran out: the statement wrote nothing. */
export const isLockTimeout = (error: unknown): boolean => postgresError(error)?.code === '55P03'

/** A standby cancelled the statement: replaying the primary's log could not wait for it. */
export const isRecoveryConflict = (error: unknown): boolean => postgresError(error)?.code === '40001'

/** The disk or the account's quota is full: that of PostgreSQL, or ours when a file is written. Nothing was written. */
export function isOutOfSpace(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? String(e.code) : ''
    if (/^(53100|ENOSPC|EDQUOT)$/.test(code)) return true
    // An exceeded quota has no SQLSTATE, and some failed writes are reported as I/O errors.
    if (code === '58030' && /No space left|quota exceeded/i.test(e.message)) return true
  }
  return false
}

/** A named statement that was prepared on another connection, or twice on this one. */
export const isUnknownStatement = (error: unknown): boolean =>
  ['26000', '42P05'].includes(postgresError(error)?.code ?? '')

/** The innermost message: the outer ones repeat the statement and its values, which are personal data. */
export function innermostMessage(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause
  return innermost instanceof Error ? innermost.message : String(innermost)
}

/** `statement_timeout` ran out: the statement wrote nothing. */
export const wasEnded = (error: unknown): boolean => postgresError(error)?.code === '57014'

/** A retry of the same request may succeed, and nothing was written: database down, lock timeout, or queue timeout. */
export const isUnavailable = (error: unknown): boolean =>
  isAway(error) || error instanceof QueueTimeout || isLockTimeout(error)

/** No answer in time. What was asked may have been done. */
export function isUnanswered(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && e.code === 'ETIMEDOUT') return true
    if (
      /^Query read timeout|timeout exceeded when trying to connect|due to connection timeout/.test(e.message)
    )
      return true
  }
  return false
}

/** The database is down, restarting, silent or out of connections. */
export function isAway(error: unknown): boolean {
  if (isUnanswered(error)) return true
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? String(e.code) : ''
    if (/^(ECONN|ENOENT|EPIPE|57P0|08|53300)/.test(code)) return true
    if (/Connection terminated|not queryable/.test(e.message)) return true
  }
  return false
}
