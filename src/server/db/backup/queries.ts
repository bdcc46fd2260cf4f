import { getTableName, sql } from 'drizzle-orm'
import type { Queryable } from '../connect.ts'
import { identifiers } from './rows.ts'
import { BACKED_UP } from './tables.ts'

/** Any constant will do; every process of the product must use the same. */
const BACKUP_LOCK = 7_210_048

/** One migration as the database knows it. */
export interface AppliedMigration {
  hash: string
  /** Epoch milliseconds, from the migrations' journal; grows from one to the next. */
  createdAt: number
}

/** Whether this transaction is now the only one that writes a backup; it is until it ends. */
export async function takeBackupTurn(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as taken`,
  )
  return rows[0]?.taken === true
}

/** Oldest first. */
export async function appliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  const { rows } = await db.execute<{ hash: string; created_at: number }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map((row) => ({ hash: row.hash, createdAt: Number(row.created_at) }))
}

/** `table.column` of every identity column, with its sequence. */
async function identities(db: Queryable): Promise<{ column: string; sequence: string }[]> {
  const { rows } = await db.execute<{ column: string; sequence: string }>(sql`
    select table_name || '.' || column_name as column,
      pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'
    order by 1`)
  return rows
}

/**
 * The last value of each identity column; none where it was never used. Deleted rows count: their ids are still in the
 * events, which a new account with the same id would inherit.
 */
export async function newestNumbers(db: Queryable): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { column, sequence } of await identities(db)) {
    const { rows } = await db.execute<{ newest: number; used: boolean }>(
      sql`select last_value as newest, is_called as used from ${sql.raw(sequence)}`,
    )
    const [row] = rows
    if (row?.used) found[column] = Number(row.newest)
  }
  return found
}

/** Makes the identity columns go on after these numbers. */
export async function continueAfter(tx: Queryable, newest: Record<string, number>): Promise<void> {
  for (const { column, sequence } of await identities(tx)) {
    const number = newest[column]
    if (number !== undefined) await tx.execute(sql`select setval(${sequence}::regclass, ${number})`)
  }
}

/**
 * Locks the backed-up tables against writes until `tx` ends, so that empty ones stay empty. Returns the names of those
 * that are not.
 */
export async function holdTables(tx: Queryable): Promise<string[]> {
  const names = BACKED_UP.map((table) => getTableName(table))
  await tx.execute(sql`set local lock_timeout = '10s'`)
  await tx.execute(sql`lock table ${identifiers(names)} in share row exclusive mode`)
  const filled: string[] = []
  for (const name of names) {
    const { rows } = await tx.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

/** An escape that no database can turn into text, among those that it can: a pair of halves, or any other. */
const ESCAPE =
  /\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|\\u(0000|[dD][89a-fA-F][\dA-Fa-f]{2})|\\./g

/**
 * The row with U+FFFD in place of each NUL and each half of a surrogate pair, otherwise as it was. A `json` column keeps
 * such text without reading it, and reading it is what putting it back takes: one of them would stop the whole restore.
 */
const readable = (row: string): string =>
  row.replace(ESCAPE, (found, unreadable?: string) => (unreadable === undefined ? found : '\\ufffd'))

/** Puts rows back as `row_to_json` wrote them, by the names of their columns; columns that they lack get their default. */
export async function insertRows(
  tx: Queryable,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const [into, names] = [sql.identifier(table), identifiers(columns)]
  await tx.execute(sql`
    insert into ${into} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${into}, ${`[${rows.map(readable).join(',')}]`}::json)`)
}

/** The rows of a backup stand as they were: no correction is applied to its events once more. Only the owner may. */
export async function keepTriggersOut(tx: Queryable): Promise<void> {
  await tx.execute(sql`alter table corrections disable trigger corrections_apply`)
}

export async function letTriggersIn(tx: Queryable): Promise<void> {
  await tx.execute(sql`alter table corrections enable trigger corrections_apply`)
}
