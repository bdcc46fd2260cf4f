import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/connect'
import { keptConnection } from '#server/db/kept-connection'
import { createTestDatabase, ownerDoes } from '../support/database.ts'

const WHO = { text: 'select pg_backend_pid() as pid' }

let database: Database
let kept: ReturnType<typeof keptConnection>

beforeEach(async () => {
  database = await createTestDatabase()
  kept = keptConnection(database.vital.pool)
})
afterEach(async () => {
  kept.close()
  await database.close()
})

async function pid(): Promise<number> {
  const { rows } = await kept.query<{ pid: number }>(WHO)
  return rows[0]?.pid ?? 0
}

it('runs one statement after the other on the same connection, which the pool gives nobody else', async () => {
  const own = await pid()
  const others = await Promise.all([1, 2, 3].map(() => database.vital.pool.query(WHO)))
  expect(others.map(({ rows }) => rows[0].pid)).not.toContain(own)
  expect(await pid()).toBe(own)
})

it('runs a statement beside another one on the pool', async () => {
  const own = await pid()
  const slow = kept.query({ text: 'select pg_sleep(0.2)' })
  expect(await pid()).not.toBe(own)
  await slow
  expect(await pid()).toBe(own)
})

it('keeps it after a refusal, and takes another one after any other failure', async () => {
  const own = await pid()
  const raise = (code: string) => kept.query({ text: `do $$ begin raise sqlstate '${code}'; end $$` })
  await expect(raise('23505')).rejects.toThrow()
  expect(await pid()).toBe(own)
  await expect(raise('XX000')).rejects.toThrow()
  expect(await pid()).not.toBe(own)
})

it('takes another one when it has broken meanwhile', async () => {
  const own = await pid()
  await ownerDoes(database, `select pg_terminate_backend(${own})`)
  await vi.waitFor(() => expect(database.vital.pool.totalCount).toBe(0))
  expect(await pid()).not.toBe(own)
})

it('gives it back when it is closed, also during a statement', async () => {
  await pid()
  const slow = kept.query({ text: 'select pg_sleep(0.2)' })
  kept.close()
  await slow
  await vi.waitFor(() => expect(database.vital.pool.totalCount).toBe(0))
})
