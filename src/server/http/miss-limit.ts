import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimited } from './problem.ts'
import type { Limit } from './rate-limits.ts'

const MOST_CLOSED = 10_000

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
 * hits are refused too, since a 200 among refusals would tell as much. Closed addresses are remembered by each process,
 * so a request that finds what it asks for costs nothing.
 */
export function createMissLimit(limit: Limit, elapsed: () => number = () => performance.now()): MissLimit {
  /** When each address may ask again. */
  const closed = new Map<string, number>()

  function close(address: string, seconds: number): void {
    if (closed.size >= MOST_CLOSED) {
      for (const [other, until] of closed) if (until <= elapsed()) closed.delete(other)
    }
    closed.set(address, elapsed() + seconds * 1000)
  }

  async function refuse({ ip }: Pick<FastifyRequest, 'ip'>): Promise<void> {
    const left = (closed.get(ip) ?? 0) - elapsed()
    if (left > 0) throw new RateLimited(Math.ceil(left / 1000))
  }

  const missed = (address: string): Promise<void> =>
    limit.spend(address).catch((error: unknown) => {
      if (!(error instanceof RateLimited)) throw error
      close(address, error.extra.retryAfterSeconds ?? 1)
    })

  return {
    refuse,
    missed,
    limit(scope) {
      scope.addHook('onRequest', refuse)
      scope.addHook('onResponse', async ({ ip }, { statusCode }) => {
        if (statusCode === 404) await missed(ip)
      })
    },
  }
}
