import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { say } from '../text/messages.ts'
import { Problem } from './problem.ts'

/** `/healthz` says that the process runs, `/readyz` that it can serve. It can without Redis, so `redis` is only reported. */
export function installHealth(
  app: FastifyInstance,
  { pool, redis }: { pool: pg.Pool; redis: () => 'ok' | 'away' | 'none' },
): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await pool.query('select 1')
      return { status: 'ok', redis: redis() }
    } catch {
      throw new Problem(503, 'unavailable', say('database_silent'))
    }
  })
}
