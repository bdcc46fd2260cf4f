import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createClosings } from './closings.ts'
import type { Limit } from './rate-limits.ts'

export interface MissLimit {
  /** Counts every 404 of a scope, and refuses closed addresses there. */
  limit(scope: FastifyInstance): void
  /** Throws `RateLimited` while the address of the request is closed. */
  refuse(request: Pick<FastifyRequest, 'ip'>): Promise<void>
  /** Counts a miss of this address. */
  missed(address: string): Promise<void>
}

/**
 * Limits how often an address may ask for what does not exist: numbers and tokens that somebody tries. While it is closed,
 * hits are refused too, since a 200 among refusals would tell as much.
 */
export function createMissLimit(limit: Limit, elapsed?: () => number): MissLimit {
  const closings = createClosings(limit, elapsed)
  const refuse = async ({ ip }: Pick<FastifyRequest, 'ip'>): Promise<void> => closings.refuse(ip)
  return {
    refuse,
    missed: closings.failed,
    limit(scope) {
      scope.addHook('onRequest', refuse)
      scope.addHook('onResponse', async ({ ip }, { statusCode }) => {
        if (statusCode === 404) await closings.failed(ip)
      })
    },
  }
}
