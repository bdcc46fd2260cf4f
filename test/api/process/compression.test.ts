import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'
import { insertTrips, nextContainerNumber } from '../../support/history.ts'
import { listen } from '../../support/socket.ts'

const TRIPS = 3_000

let t: TestApp
let port: number
let boss: Actor
let driver: Actor

beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  for (const active of [driver, await operatorOf(t.app, boss)]) {
    await active.post('/api/containers', { containerId: nextContainerNumber(), operationType: 'load' })
  }
  await insertTrips(
    t.deps.database,
    Array.from({ length: TRIPS }, (_, i) => {
      const at = NOON - (i + 2) * 60_000
      return {
        supervisorId: boss.id,
        operatorId: driver.id,
        operationType: 'load' as const,
        containerNumber: nextContainerNumber(),
        events: [
          { type: 'start_trip' as const, at },
          { type: 'end_trip' as const, at: at + 1_000 },
        ],
      }
    }),
  )
})
afterAll(() => t.close())

function ask(actor: Actor, path: string, headers: Record<string, string> = {}) {
  const cookie = `${SESSION_COOKIE}=${actor.cookie}`
  return request({ port, path, headers: { cookie, 'accept-encoding': 'gzip, br', ...headers } }).end()
}

async function got(...asked: Parameters<typeof ask>) {
  const [answer] = await once(ask(...asked), 'response')
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

it('the board has one ETag in every encoding, and is not sent again in any', async () => {
  const plain = await got(boss, '/api/supervisor/operations', { 'accept-encoding': 'identity' })
  const small = await got(boss, '/api/supervisor/operations')
  expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'br'])
  expect(brotliDecompressSync(small.bytes).equals(plain.bytes)).toBe(true)
  expect(small.headers.etag).toBe(plain.headers.etag)
  for (const accepted of ['identity', 'gzip', 'br']) {
    const known = { 'if-none-match': String(small.headers.etag), 'accept-encoding': accepted }
    expect(await got(boss, '/api/supervisor/operations', known)).toMatchObject({
      status: 304,
      bytes: Buffer.alloc(0),
    })
  }
})

it('so is the API document', async () => {
  const { headers, bytes } = await got(boss, '/api/openapi.json')
  expect([headers['content-encoding'], bytes.length < 50_000]).toEqual(['br', true])
})

it("a driver's poll is as it was", async () => {
  const { status, headers } = await got(driver, '/api/containers/active')
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined])
})

it('a CSV file is the same, and much smaller', async () => {
  const plain = await got(boss, '/api/events/export', { 'accept-encoding': 'identity' })
  const small = await got(boss, '/api/events/export')
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.bytes).equals(plain.bytes)).toBe(true)
  expect(small.bytes.length * 8).toBeLessThan(plain.bytes.length)
})

it('the history is compressed; catching up, where drivers’ words stand beside keys, is not', async () => {
  const [history, catchUp] = [await got(boss, '/api/events'), await got(boss, '/api/events?after=0')]
  expect([history.status, history.headers['content-encoding']]).toEqual([200, 'br'])
  expect([catchUp.status, catchUp.headers['content-encoding']]).toEqual([200, undefined])
  expect(catchUp.headers['cache-control']).toBe('no-store, no-transform')
  expect(catchUp.bytes.length).toBeGreaterThan(1024)
})
