import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connect.ts'
import { Problem } from './problem.ts'

/** For whoever watches the process: `/healthz` says that it runs, `/readyz` that it can serve. */
export function installHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await database.pool.query('select 1')
      return { status: 'ok' }
    } catch {
      throw new Problem(503, 'unavailable', 'La base de datos no responde.')
    }
  })
}
