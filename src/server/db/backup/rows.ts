import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../connect.ts'

/** Rows that one round trip brings. A report may be a hundred kilobytes, and this many of them stand in memory at once. */
const BATCH = 250

/** A part of a dump: rows of one table. */
export interface TablePart {
  name: string
  columns: string[]
  /** Which rows, in which order: what follows `from <table>`. Undefined: all. */
  rest?: SQL | undefined
}

export const partOf = (table: PgTable, rest?: SQL): TablePart => ({
  name: getTableName(table),
  columns: getTableConfig(table).columns.map((column) => column.name),
  rest,
})

export const identifiers = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

/**
 * The part's rows as JSON texts, a batch at a time. The database writes the JSON: what it wrote it reads back
 * unchanged, numbers beyond 2^53 and microseconds included. `tx` must be a transaction, for the cursor lives in it.
 */
export async function* rowsOf(tx: Queryable, { name, columns, rest }: TablePart): AsyncGenerator<string[]> {
  const from = sql`select ${identifiers(columns)} from ${sql.identifier(name)} ${rest ?? sql``}`
  await tx.execute(
    sql`declare dumped no scroll cursor for select row_to_json(r)::text as row from (${from}) as r`,
  )
  try {
    for (;;) {
      const { rows } = await tx.execute<{ row: string }>(sql.raw(`fetch forward ${BATCH} from dumped`))
      if (rows.length > 0) yield rows.map(({ row }) => oneLine(row))
      if (rows.length < BATCH) return
    }
  } finally {
    // In a transaction that has failed even this fails, and the cursor is gone with it.
    await tx.execute(sql`close dumped`).catch(() => {})
  }
}

/** A `json` column comes out as it was put in; between its tokens, and nowhere else, a line break may stand. */
const oneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replace(/[\r\n]/g, ' ') : json)
