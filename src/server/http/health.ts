import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Reader } from '../db/connect.ts'
import { READY_MS } from '../db/time-limits.ts'
import { say } from '../text/messages.ts'
import { Problem } from './problem.ts'

/**
 * `/healthz` says that the process runs, `/readyz` that it can serve. It can without Redis and replicas, so their state is
 * only reported.
 */
export function installHealth(
  app: FastifyInstance,
  {
    pool,
    reader,
    redis,
  }: { pool: pg.Pool; reader: Pick<Reader, 'replicas'>; redis: () => 'ok' | 'away' | 'none' },
): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await Promise.race([pool.query('select 1'), late()])
      const replicas = reader.replicas().map(({ state, lagBytes }) => ({ state, lagBytes }))
      return { status: 'ok', redis: redis(), ...(replicas.length > 0 && { replicas }) }
    } catch {
      throw new Problem(503, 'unavailable', say('database_silent'))
    }
  })
}

async function late(): Promise<never> {
  await pause(READY_MS, undefined, { ref: false })
  throw new Error('late')
}
