import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { installErrorHandler } from '../answer/error-handler.ts'
import { Problem } from '../answer/problem.ts'
import { installRequestLog } from '../watch/request-log.ts'
import { createRequestLimit, limitFiles } from './request-limit.ts'

it('counts for each account in each minute', () => {
  let now = 1000
  const count = createRequestLimit(2, () => now)
  for (const userId of [1, 1, 2]) count(userId)
  now += 20_000
  expect(() => count(1)).toThrow(Problem)
  expect(() => count(1)).toThrow(expect.objectContaining({ extra: { retryAfterSeconds: 40 } }))
  count(2)
  now += 40_000
  count(1)
  count(1)
  expect(() => count(1)).toThrow(Problem)
})

it('limits files, health and what is not there by address, leaves routes to their guards, and logs one line', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = Fastify({ logger: { stream }, disableRequestLogging: true })
  installErrorHandler(app, { isDiskFull: () => false })
  installRequestLog(app)
  limitFiles(app, 1)
  app.get('/healthz', () => 'ok')
  app.get('/api/declared', { config: { audience: 'anyone', cost: 'light' } }, () => 'ok')
  const status = async (url: string, remoteAddress = '192.0.2.1') =>
    (await app.inject({ url, remoteAddress })).statusCode
  for (let i = 0; i < 5; i++) expect([await status('/healthz'), await status('/nothing')]).toEqual([200, 404])
  lines.length = 0
  for (let i = 0; i < 5; i++) expect([await status('/healthz'), await status('/nothing')]).toEqual([429, 429])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'LIMIT_REFUSES', address: '192.0.2.1', route: 'GET /healthz' },
  ])
  expect(await status('/api/declared')).toBe(200)
  expect(await status('/healthz', '192.0.2.2')).toBe(200)
})
