import type { FastifyInstance } from 'fastify'
import { plainClock } from '#server/adapters/clock'
import { randomSecret } from '#server/adapters/ids'
import { argon2Passwords } from '#server/adapters/passwords'
import { createWebPush } from '#server/adapters/web-push'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import type { Database } from '#server/db/connect'
import type { AppParts } from '#server/deps'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { memoryBus } from '#server/live/bus/memory'

/** The whole product on this database, in this process; nothing but log and mail is switched off, unless `overrides` says so. */
export async function benchApp(
  database: Database,
  overrides: Partial<AppParts> = {},
): Promise<FastifyInstance> {
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '1000000000' }),
    database,
    clock: plainClock(() => Date.now()),
    passwords: argon2Passwords(),
    mailer: { host: null, send: async () => ({ answer: null }) },
    webPush: createWebPush({ privateKey: randomSecret(), contact: 'a@example.com' }),
    bus: memoryBus(),
    rateLimits: createRateLimits(),
    sessionSecrets: ['only for measuring, and long enough to be a secret'],
    adminKey: 'only for measuring',
    ...overrides,
  })
  await app.ready()
  return app
}

/** Cookie header of a new session. */
export async function signIn(app: FastifyInstance, username: string, password: string): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload: { username, password } })
  const cookie = answer.cookies.find(({ name }) => name === SESSION_COOKIE)
  if (answer.statusCode !== 200 || !cookie) throw new Error(`login: ${answer.body}`)
  return `${SESSION_COOKIE}=${encodeURIComponent(cookie.value)}`
}

export interface Timed {
  milliseconds: number
  headers: Record<string, unknown>
  body: string
}

/** One request from the router to the last byte, session and guards included, without a socket. */
export async function timed(app: FastifyInstance, cookie: string, url: string): Promise<Timed> {
  const started = performance.now()
  const answer = await app.inject({ url, headers: { cookie } })
  const milliseconds = performance.now() - started
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return { milliseconds, headers: answer.headers, body: answer.body }
}

export interface Statement {
  text: string
  values: unknown[]
}

/** What `work` sends to the database. */
export async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const { pool } = database
  const original = pool.query
  const seen: Statement[] = []
  pool.query = ((...args: unknown[]) => {
    const [statement, values] = args
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
    seen.push({ text, values: Array.isArray(values) ? values : [] })
    return (original as (...a: unknown[]) => unknown).apply(pool, args)
  }) as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = original
  }
  return seen
}

export async function planOf(database: Database, { text, values }: Statement): Promise<string> {
  const { rows } = await database.pool.query(`explain (analyze, buffers, costs off) ${text}`, values)
  return rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')
}
