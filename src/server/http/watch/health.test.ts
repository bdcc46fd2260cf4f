import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { openPool } from '../../db/connect.ts'
import { installErrorHandler } from '../answer/error-handler.ts'
import { installHealth } from './health.ts'

/** An app whose database is not there. */
function given() {
  const app = Fastify()
  const world = { now: 0, isFull: false, blockedMs: 0 }
  installErrorHandler(app, { isDiskFull: () => world.isFull })
  installHealth(app, {
    pool: openPool({ host: '/nonexistent' }),
    reader: { replicas: () => [] },
    eventLoop: { recentBlock: () => world.blockedMs },
    redis: () => 'none',
    clock: { inDoubt: () => false },
    isDiskFull: () => world.isFull,
    elapsed: () => world.now,
  })
  const healthAt = async (minute: number): Promise<number> => {
    world.now = minute * 60_000
    return (await app.inject('/healthz')).statusCode
  }
  return { app, world, healthAt }
}

it('is not ready while one request has just held the thread for seconds', async () => {
  const { app, world } = given()
  const ready = async () => (await app.inject('/readyz')).json().error
  world.blockedMs = 2_400
  expect(await ready()).toBe('El servidor acaba de estar ocupado 2 segundos sin atender a nadie.')
  world.blockedMs = 1_900
  expect(await ready()).toBe('La base de datos no responde.')
})

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

it('asks the database once, however many ask at the same time', async () => {
  const app = Fastify()
  let asked = 0
  let now = 0
  installHealth(app, {
    pool: { query: () => pause(20, { rows: [{ writable: asked++ >= 0 }] }) } as unknown as pg.Pool,
    reader: { replicas: () => [] },
    eventLoop: { recentBlock: () => 0 },
    redis: () => 'none',
    clock: { inDoubt: () => false },
    isDiskFull: () => false,
    elapsed: () => now,
  })
  const all = async () =>
    Promise.all(Array.from({ length: 20 }, (_, i) => app.inject(i % 2 ? '/healthz' : '/readyz')))
  for (const { statusCode } of [...(await all()), ...(await all())]) expect(statusCode).toBe(200)
  expect(asked).toBe(1)
  now += 1_000
  for (const { statusCode } of await all()) expect(statusCode).toBe(200)
  expect(asked).toBe(2)
})
