import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compositeRows } from '#server/db/composite-rows'
import { eventWriteType, MOVED } from '#server/record/write/statements'
import { anyText } from '../support/any-text.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'

// Rows as PostgreSQL's binary format: what it reads from the bytes must be what it reads from parameters of single values.

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

it('the composite type of a press has the columns of its statement, in their order', async () => {
  const { rows } = await t.deps.database.pool.query(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = (select typrelid from pg_type where oid = 'event_write'::regtype) and not attisdropped order by attnum`,
  )
  // PostgreSQL writes the precision of a time without a space.
  const own = MOVED.map(({ name, type }) => ({ name, type: type.replace(' (3)', '(3)') }))
  expect(rows, 'a migration that creates the type `event_write` again').toEqual(own)
  expect(await eventWriteType(t.deps.database.pool)).not.toBe(0)
})

const MOST = 2 ** 31 - 1
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  boolean: fc.boolean(),
  bigint: fc.maxSafeInteger(),
  integer: fc.integer({ min: -MOST - 1, max: MOST }),
  real: fc.float({ noNaN: true }),
  'double precision': fc.double({ noNaN: true }),
  // A press may claim no other years, and JavaScript writes them with six digits.
  'timestamp (3) with time zone': fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  }),
  uuid: fc.uuid(),
  text: anyText({ maxLength: 200 }).map((text) => text.replaceAll('\0', '')),
}
const types = Object.keys(VALUES)

it('any values are read as they are written, in rows of any number', async () => {
  const { pool } = t.deps.database
  const definition = types.map((type, n) => `"${n}" ${type}`).join(', ')
  await ownerDoes(t.deps.database, `create type every_type as (${definition})`)
  const { rows: numbers } = await pool.query(`select 'every_type'::regtype::oid::integer as type`)
  const encode = compositeRows<unknown[]>(
    types.map((type, n) => ({ type, read: (row) => row[n] as string | null })),
  )
  const row = fc.tuple(...types.map((type) => fc.option(VALUES[type] as fc.Arbitrary<unknown>)))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 70 }), async (rows) => {
      const read = await pool.query({
        text: 'select * from unnest($1::every_type[])',
        values: [encode(numbers[0].type, rows)],
        rowMode: 'array',
      })
      const flat = rows.flat()
      const single = await pool.query({
        text: `values ${rows
          .map((_, r) => `(${types.map((type, n) => `$${r * types.length + n + 1}::${type}`).join(', ')})`)
          .join(', ')}`,
        values: flat,
        rowMode: 'array',
      })
      expect(read.rows).toEqual(single.rows)
    }),
    { numRuns: 40 },
  )
})

it.each([
  ['integer', 1.5],
  ['integer', 2 ** 31],
  ['bigint', 0.25],
  ['bigint', 2 ** 60],
  ['timestamp (3) with time zone', new Date(Number.NaN)],
  ['uuid', 'no UUID'],
] as const)('%s: %s is refused, not changed', (type, value) => {
  const encode = compositeRows<null>([{ type, read: () => value }])
  expect(() => encode(1, [null])).toThrow(RangeError)
})

it('a type without a binary format is refused before the product starts', () => {
  expect(() => compositeRows([{ type: 'interval', read: () => null }])).toThrow('interval')
})
