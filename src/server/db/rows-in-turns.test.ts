import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { rowsInTurns } from './rows-in-turns.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

interface Row {
  n: number
  share: number
  text: string | null
}

it('reads all rows in the order of the query, as the client reads them', async () => {
  const { orm } = t.deps.database
  const query = sql`
    select n, (n / 7.0)::float8 as share, case when n % 3 > 0 then 'ñ "' || n || '\\' end as text
    from generate_series(1, ${3_333}::int) n order by n % 10, n desc`
  const { rows } = await orm.execute(query)
  const read = await rowsInTurns<Row>(orm, null, query)
  expect(read).toHaveLength(3_333)
  expect(read).toEqual(rows)
  expect(await rowsInTurns(orm, null, sql`select 1 as one where false`)).toEqual([])
})

it('reads what joins name twice, under the names of the query', async () => {
  const { orm } = t.deps.database
  const query = sql`with a as (select 1 as id, 'uno' as name) select a.id, a.name, b.id as other from a join a b on true`
  expect(await rowsInTurns(orm, null, query)).toEqual([{ id: 1, name: 'uno', other: 1 }])
})
