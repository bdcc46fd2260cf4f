import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { Problem } from './problem.ts'

/**
 * For whoever watches the process: `/healthz` says that it runs, `/readyz` that it can serve. Without Redis it can, so
 * that is said and not refused: `redis` is `ok`, `away`, or `none` where there is only this process.
 */
export function installHealth(
  app: FastifyInstance,
  { config, database, bus }: Pick<AppDeps, 'config' | 'database' | 'bus'>,
): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await database.pool.query('select 1')
      return { status: 'ok', redis: config.redisUrl === null ? 'none' : bus.healthy() ? 'ok' : 'away' }
    } catch {
      throw new Problem(503, 'unavailable', 'La base de datos no responde.')
    }
  })
}
