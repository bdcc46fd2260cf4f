import { NoTurn } from './turns.ts'

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

/** The name of the unique constraint or index that the statement broke; null for any other error. */
export function brokenUnique(error: unknown): string | null {
  const found = postgresError(error)
  return found?.code === '23505' ? (found.constraint ?? '') : null
}

/** Whether the statement was ended because two transactions waited for each other: nothing of it was done. */
export const isDeadlock = (error: unknown): boolean => postgresError(error)?.code === '40P01'

/** Whether the statement waited longer for somebody else's lock than it may (`lock_timeout`): nothing of it was done. */
export const isLockTimeout = (error: unknown): boolean => postgresError(error)?.code === '55P03'

/** The innermost message: those around it repeat the statement and its values, which are people's data. */
export function innermostMessage(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause
  return innermost instanceof Error ? innermost.message : String(innermost)
}

/** Whether the statement was ended because it worked for too long (`statement_timeout`): nothing of it was done. */
export const wasEnded = (error: unknown): boolean => postgresError(error)?.code === '57014'

/**
 * Whether it is no fault of the request, and the same again will do: the database is away, it ended a statement that
 * waited for too long (55P03), or none was begun because others of the same tenant were at it (`NoTurn`). Nothing was
 * done.
 */
export const isUnavailable = (error: unknown): boolean =>
  isAway(error) || error instanceof NoTurn || isLockTimeout(error)

/** Whether the database itself cannot be had right now (down, restarting, out of connections). */
export function isAway(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? String(e.code) : ''
    if (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|57P0|08|53300)/.test(code)) return true
    if (/Connection terminated|timeout exceeded when trying to connect/.test(e.message)) return true
  }
  return false
}
