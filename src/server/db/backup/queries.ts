import { getTableName, sql } from 'drizzle-orm'
import type { Queryable } from '../connect.ts'
import { auditChains, auditLog } from '../schema/console.ts'
import { identifiers } from './rows.ts'
import { BACKED_UP, FUNCTIONS, LEFT_OUT, TYPES } from './tables.ts'

/** Any constant will do; every process of the product must use the same. */
const BACKUP_LOCK = 7_210_048

/** Whether this transaction is now the only one that writes a backup; it is until it ends. */
export async function takeBackupTurn(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as taken`,
  )
  return rows[0]?.taken === true
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
 * Locks the backed-up tables that are there against writes until `tx` ends, so that empty ones stay empty. Returns the names
 * of those that are not. What the product writes of itself soon after its first start, its audit lines, does not count.
 */
export async function holdTables(tx: Queryable): Promise<string[]> {
  await tx.execute(sql`set local lock_timeout = '10s'`)
  const filled: string[] = []
  for (const table of BACKED_UP) {
    const name = getTableName(table)
    const { rows: found } = await tx.execute(
      sql`select from pg_tables where schemaname = 'public' and tablename = ${name}`,
    )
    if (found.length === 0 || table === auditChains) continue
    await tx.execute(sql`lock table ${table} in share row exclusive mode`)
    const own = table === auditLog ? sql`where ${auditLog.actorKind} <> 'system'` : sql``
    const { rows } = await tx.execute(sql`select from ${table} ${own} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

/** Takes away all that migrations have made, and nothing else: what depends on it from outside stops this. */
export async function dropSchema(tx: Queryable): Promise<void> {
  const names = [...BACKED_UP.map((table) => getTableName(table)), ...LEFT_OUT]
  await tx.execute(sql`drop table if exists ${identifiers(names)}`)
  await tx.execute(sql`drop function if exists ${identifiers(FUNCTIONS)}`)
  await tx.execute(sql`drop type if exists ${identifiers(TYPES)}`)
  await tx.execute(sql`drop table if exists drizzle.__drizzle_migrations`)
}

/** Rows that have just come have no statistics, and their judgement reads all of them by their indexes. */
export async function takeStatistics(tx: Queryable): Promise<void> {
  await tx.execute(sql`analyze ${identifiers(BACKED_UP.map((table) => getTableName(table)))}`)
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
  await tx.execute(sql`alter table if exists corrections disable trigger corrections_apply`)
}

export async function letTriggersIn(tx: Queryable): Promise<void> {
  await tx.execute(sql`alter table if exists corrections enable trigger corrections_apply`)
}

/**
 * Drops the foreign keys and the indexes of the record before many rows come, but no index of a constraint; returns what makes
 * them again. Built at once from sorted rows they take less time than kept up row by row. What makes them throws the
 * violations that the rows would have thrown.
 */
export async function setAsideIndexes(tx: Queryable): Promise<() => Promise<void>> {
  const { rows } = await tx.execute<{ drop: string; make: string }>(sql`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index where indrelid in ('containers'::regclass, 'events'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid in ('containers'::regclass, 'events'::regclass)`)
  for (const { drop } of rows) await tx.execute(sql.raw(drop))
  return async () => {
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    for (const { make } of rows) await tx.execute(sql.raw(make))
  }
}
