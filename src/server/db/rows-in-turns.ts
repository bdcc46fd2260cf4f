import { Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { inTurns, type Worker } from '../adapters/thread/in-turns.ts'
import type { Queryable } from './connect.ts'

/** Rows that are parsed at once: about a millisecond. */
const PACK = 250

const packs = (query: SQLWrapper): SQL => sql`
  select '[' || string_agg(row, ',' order by n) || ']' as pack
  from (select row_to_json(r)::text as row, row_number() over () - 1 as n from (${query}) r) numbered
  group by n / ${sql.raw(String(PACK))} order by min(n)`

async function read<Json, Row>(
  db: Queryable,
  worker: Worker,
  query: SQLWrapper,
  rowOf: (row: Json) => Row,
): Promise<Row[]> {
  const { rows } = await db.execute<{ pack: string }>(packs(query))
  return inTurns(
    worker,
    (function* () {
      const found: Row[] = []
      for (const { pack } of rows) {
        for (const row of JSON.parse(pack)) found.push(rowOf(row))
        yield
      }
      return found
    })(),
  )
}

/**
 * The rows of a query that may be thousands, in its order, as JSON has them: instants as text. The client translates all rows
 * that have arrived in one stretch of the thread, the builder does so once more; so the database packs them, and each pack is
 * parsed in turns.
 */
export const rowsInTurns = <Row>(db: Queryable, worker: Worker, query: SQLWrapper): Promise<Row[]> =>
  read<Row, Row>(db, worker, query, (row) => row)

type Selection = Record<string, Column | SQL>

/** Epoch milliseconds. */
const milliseconds = (column: Column): SQL => sql`(extract(epoch from ${column}) * 1000)::double precision`

/**
 * The same of a selection, as the builder gives it: instants are dates. `Row`: what it selects. `queryOf`: the query of these
 * columns.
 */
export function selectedInTurns<Row>(
  db: Queryable,
  worker: Worker,
  selection: Selection,
  queryOf: (columns: Record<string, SQL.Aliased>) => SQLWrapper,
): Promise<Row[]> {
  const isInstant = (column: Column | SQL): column is Column =>
    is(column, Column) && column.dataType === 'date'
  const columns = Object.entries(selection).map(([name, column]) => [
    name,
    (isInstant(column) ? milliseconds(column) : sql`${column}`).as(name),
  ])
  const instants = Object.keys(selection).filter((name) => isInstant(selection[name] as Column))
  return read<Record<string, unknown>, Row>(db, worker, queryOf(Object.fromEntries(columns)), (row) => {
    for (const name of instants) if (row[name] !== null) row[name] = new Date(row[name] as number)
    return row as Row
  })
}
