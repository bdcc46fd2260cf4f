import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { expect, it } from 'vitest'
import { installErrorHandler } from '../http/answer/error-handler.ts'
import { installRequestLog } from '../http/watch/request-log.ts'
import { createLog, logOfRequest } from './logger.ts'
import { tellTo } from './tell.ts'

it('says nothing that opens a door: no path, no query, no cookie, no password', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = Fastify({
    loggerInstance: createLog({ logLevel: 'debug', logFormat: 'json' }, { stream }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: logOfRequest,
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
  // One request, one number, in the form in which Fastify gives it.
  expect(new Set(lines.map((line) => JSON.parse(line).reqId))).toEqual(
    new Set([expect.stringMatching(/^req-\w+$/)]),
  )
})

/** What a log writes of what `act` does with it. */
function linesOf(
  settings: Parameters<typeof createLog>[0],
  act: (log: ReturnType<typeof createLog>) => void,
  taken: (error: unknown) => boolean = () => false,
): string[] {
  const lines: string[] = []
  act(createLog(settings, { taken, stream: { write: (line) => void lines.push(line) } }))
  return lines
}

const worded = (log: ReturnType<typeof createLog>): void =>
  tellTo(log)('DB_UNREACHABLE', { host: 'db.example:5432', reason: 'connect ECONNREFUSED' })

it('every line of JSON has a time, a level and a code, also one of a library', () => {
  const lines = linesOf({ logLevel: 'info', logFormat: 'json' }, (log) => {
    worded(log)
    log.info('Server listening')
    log.warn({ any: 1 }, 'of a library')
    log.error(new Error('of a library'))
  }).map((line) => JSON.parse(line))
  expect(lines.map(({ level, code }) => [level, code])).toEqual([
    ['error', 'DB_UNREACHABLE'],
    ['info', 'LIBRARY'],
    ['warn', 'LIBRARY'],
    ['error', 'LIBRARY'],
  ])
  for (const { time, pid } of lines) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(pid).toBe(process.pid)
  }
  expect(lines[3].err.message).toBe('of a library')
})

it('as text it is one line that a person reads, which says nothing twice', () => {
  const [first, failed] = linesOf({ logLevel: 'info', logFormat: 'text' }, (log) => {
    worded(log)
    tellTo(log)('JOB_FAILED', { job: 'backups', reason: 'two words', err: new Error('broken\nin two') })
  })
  expect(first).toMatch(
    /^\S+Z ERROR DB_UNREACHABLE \[\d+\] PostgreSQL no contesta \(db\.example:5432: connect ECONNREFUSED\): [^=\n]+\.\n$/,
  )
  expect(failed).toMatch(
    /^\S+Z ERROR JOB_FAILED \[\d+\] La tarea backups falló[^\n]+ reason="two words" error=\{[^\n]+\n$/,
  )
})

it('an error of a fault that has its own lines gets none', () => {
  const taken: unknown[] = []
  const away = new Error('connect ECONNREFUSED')
  const lines = linesOf(
    { logLevel: 'info', logFormat: 'json' },
    (log) => {
      for (const err of [away, new Error('a bug')]) {
        tellTo(log)('BACKGROUND_FAILED', { err, work: 'leer los ajustes' })
        log.child({ reqId: 'req-1' }).error({ err }, 'of a library')
      }
    },
    (error) => error === away && taken.push(error) > 0,
  )
  expect(taken).toEqual([away, away])
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['a bug', 'a bug'])
})
