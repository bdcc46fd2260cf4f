import type { FastifyInstance } from 'fastify'
import { RateLimited } from './problem.ts'
import type { Limit } from './rate-limits.ts'

const MOST_CLOSED = 10_000

/**
 * Limits how often an address may ask a scope for what does not exist (404): numbers and tokens that somebody tries. While
 * it is closed, hits are refused too, since a 200 among refusals would tell as much. Closed addresses are remembered by
 * each process, so a request that finds what it asks for costs nothing. Returns the function that adds this to a scope.
 */
export function createMissLimit(
  limit: Limit,
  elapsed: () => number = () => performance.now(),
): (scope: FastifyInstance) => void {
  /** When each address may ask again. */
  const closed = new Map<string, number>()

  function close(address: string, seconds: number): void {
    if (closed.size >= MOST_CLOSED) {
      for (const [other, until] of closed) if (until <= elapsed()) closed.delete(other)
    }
    closed.set(address, elapsed() + seconds * 1000)
  }

  return (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      const left = (closed.get(request.ip) ?? 0) - elapsed()
      done(left > 0 ? new RateLimited(Math.ceil(left / 1000)) : undefined)
    })
    scope.addHook('onResponse', async (request, reply) => {
      if (reply.statusCode !== 404) return
      await limit.spend(request.ip).catch((error: unknown) => {
        if (!(error instanceof RateLimited)) throw error
        close(request.ip, error.extra.retryAfterSeconds ?? 1)
      })
    })
  }
}
