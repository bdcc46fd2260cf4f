import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { openPool } from '../db/connect.ts'
import { installErrorHandler } from './error-handler.ts'
import { installHealth } from './health.ts'

/** An app whose database is not there. */
function given() {
  const app = Fastify()
  const world = { now: 0, isFull: false }
  installErrorHandler(app, { isDiskFull: () => world.isFull })
  installHealth(app, {
    pool: openPool({ host: '/nonexistent' }),
    reader: { replicas: () => [] },
    redis: () => 'none',
    isDiskFull: () => world.isFull,
    elapsed: () => world.now,
  })
  const healthAt = async (minute: number): Promise<number> => {
    world.now = minute * 60_000
    return (await app.inject('/healthz')).statusCode
  }
  return { world, healthAt }
}

it('asks for a restart only when the embedded database has been away for minutes', async () => {
  const { healthAt } = given()
  expect([await healthAt(10), await healthAt(12), await healthAt(13)]).toEqual([200, 200, 503])
})

it('does not ask for one while the disk is full: that would not help', async () => {
  const { world, healthAt } = given()
  world.isFull = true
  expect([await healthAt(10), await healthAt(20)]).toEqual([200, 200])
  world.isFull = false
  expect([await healthAt(21), await healthAt(24)]).toEqual([200, 503])
})
