import { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import { expect, it } from 'vitest'
import { installErrorHandler } from './http/error-handler.ts'
import { installRequestLog } from './http/request-log.ts'
import { loggerOptions } from './log.ts'

it('says nothing that opens a door: no path, no query, no cookie, no password', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = Fastify({
    logger: { ...loggerOptions('debug'), stream },
    logController: new LogController({ disableRequestLogging: true }),
  })
  installRequestLog(app)
  installErrorHandler(app, { isDiskFull: () => false })
  app.post('/container/:containerId', async (request) => {
    request.log.info({ password: 'geheim', user: { token: 'geheim' } }, 'careless')
    // As Drizzle words a failed statement: with its values.
    throw new Error('Failed query: select 1\nparams: geheim')
  })
  await app.inject({
    method: 'POST',
    url: '/container/CSQU3054383_geheim?token=geheim',
    headers: { cookie: 'acarreo.sid=geheim', 'x-admin-key': 'geheim' },
  })
  await app.close()
  expect(lines.join('')).toContain('/container/:containerId')
  expect(lines.join('')).toContain('"status":500')
  expect(lines.join('')).toContain('Failed query: select 1')
  expect(lines.join('')).not.toContain('geheim')
})
