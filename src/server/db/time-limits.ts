// Every wait for the database is bounded. A request that meets a stopped database is answered within six seconds: it waits
// for a connection, or until it is noticed that nothing answers (bounded-pool.ts), and ends with that.

/** For a connection: a new one, or one of the pool. */
export const CONNECT_MS = 4_000

/** PostgreSQL ends a statement after this. */
export const STATEMENT_MS = 30_000
/** By our own clock, for a statement that PostgreSQL cannot end: one connection may fall silent. */
export const UNANSWERED_STATEMENT_MS = STATEMENT_MS + 4_000
/** For deletions of a whole record; in PostgreSQL's notation, and in milliseconds. */
export const LONG_STATEMENT = '15min'
export const UNANSWERED_LONG_STATEMENT_MS = 15 * 60_000 + 4_000

/** A transaction that must wait for a lock longer than this sets its own `lock_timeout`. */
export const LOCK_MS = 3_000

/** For events, in the order in which they may meet them. The batch waits for no lock; an event alone may. */
export const BATCH_QUEUE_MS = 2_000
export const BATCH_STATEMENT_MS = 3_000
export const SUPERVISOR_QUEUE_MS = 3_000
/** The second who waits for a row first waits for the first one, then for the row: `lock_timeout` counts for each. */
export const ALONE_STATEMENT_MS = 2 * LOCK_MS + 1_000

/** `/readyz` counts a database that takes longer as away. */
export const READY_MS = 1_500
