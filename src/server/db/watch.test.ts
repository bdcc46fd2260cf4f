import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { QueueTimeout } from '../adapters/queues.ts'
import { hostOf, watchDatabase } from './watch.ts'

const AWAY = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })

function given() {
  const told: string[] = []
  const world = { isAway: false, asked: 0 }
  const watch = watchDatabase(
    { connectionString: 'postgres://acarreo:secret@db.example/acarreo' },
    (code, fields) => void told.push(`${code} ${'reason' in fields ? fields.reason : ''}`),
    async () => {
      world.asked++
      await pause(5)
      if (world.isAway) throw AWAY
    },
  )
  onTestFinished(watch.stop)
  return { told, world, watch }
}

it('a database that is away is told once, however many fail, and once when it is back', async () => {
  const { told, world, watch } = given()
  world.isAway = true
  for (let i = 0; i < 50; i++) {
    expect(watch.taken(new Error('Failed query', { cause: AWAY }))).toBe(true)
    await pause(5)
  }
  expect(told).toEqual([`DB_UNREACHABLE ${AWAY.message}`])
  expect(world.asked).toBeLessThan(5)
  world.isAway = false
  await vi.waitFor(() => expect(told).toHaveLength(2), 5_000)
  expect(told[1]).toMatch(/^DB_BACK/)
  // What was under way then.
  watch.suspect(AWAY)
  await pause(50)
  expect(told).toHaveLength(2)
})

it('one connection that broke is not an outage, nor is a pool without a free one', async () => {
  const { told, watch } = given()
  for (let i = 0; i < 20; i++) watch.suspect(Object.assign(new Error('terminated'), { code: '57P01' }))
  await pause(50)
  expect(told).toEqual(['DB_CONNECTION_LOST terminated'])
  watch.suspect(new Error('timeout exceeded when trying to connect'))
  await pause(50)
  expect(told[1]).toBe('DB_BUSY timeout exceeded when trying to connect')
})

it('what is not served in time is told once, with who asked first, and not while the database is away', async () => {
  const { told, world, watch } = given()
  for (let i = 0; i < 9; i++) expect(watch.taken(new QueueTimeout(), { account: 7 })).toBe(true)
  await pause(50)
  for (let i = 0; i < 9; i++) watch.taken(new QueueTimeout(), { account: 8 })
  expect([told, world.asked]).toEqual([['DB_BUSY timed out in the queue'], 1])
  const other = given()
  other.world.isAway = true
  other.watch.taken(new QueueTimeout(), { account: 7 })
  await pause(50)
  expect(other.told).toEqual([`DB_UNREACHABLE ${AWAY.message}`])
})

it('leaves other errors to who has them, and names a host without its password', () => {
  const { watch, world } = given()
  expect(watch.taken(new Error('syntax error'))).toBe(false)
  expect(world.asked).toBe(0)
  expect(hostOf({ connectionString: 'postgres://a:secret@db.example/b' })).toBe('db.example:5432')
  expect(hostOf({ host: '/run/acarreo', port: 5432 })).toBe('/run/acarreo')
})
