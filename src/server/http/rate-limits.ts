import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from './problem.ts'

/** Points per minute for one key; throws 429 once they are spent. */
export interface Limit {
  /** Spends a point. */
  spend(key: string): Promise<void>
  /** Throws when no point is left, and spends none. */
  check(key: string): Promise<void>
}

function perMinute(points: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  const retryAfter = (result: RateLimiterRes): number => Math.max(1, Math.ceil(result.msBeforeNext / 1000))
  return {
    async spend(key) {
      try {
        await limiter.consume(key)
      } catch (result) {
        if (result instanceof RateLimiterRes) throw rateLimited(retryAfter(result))
        throw result
      }
    },
    async check(key) {
      const result = await limiter.get(key)
      if (result !== null && result.consumedPoints >= points) throw rateLimited(retryAfter(result))
    },
  }
}

/**
 * A whole shift of drivers shares one park's address, so a successful login costs nothing: only failures are counted,
 * tightly per account and loosely per address.
 */
export interface RateLimits {
  failedLoginOfAccount: Limit
  failedLoginOfAddress: Limit
  registrationOfAddress: Limit
  publicPageOfAddress: Limit
}

const POINTS: Record<keyof RateLimits, number> = {
  failedLoginOfAccount: 10,
  failedLoginOfAddress: 100,
  registrationOfAddress: 20,
  publicPageOfAddress: 300,
}

/** `points` changes single limits, for tests and load drivers that come from one address. */
export function createRateLimits(points: Partial<Record<keyof RateLimits, number>> = {}): RateLimits {
  const limit = (name: keyof RateLimits): Limit => perMinute(points[name] ?? POINTS[name])
  return {
    failedLoginOfAccount: limit('failedLoginOfAccount'),
    failedLoginOfAddress: limit('failedLoginOfAddress'),
    registrationOfAddress: limit('registrationOfAddress'),
    publicPageOfAddress: limit('publicPageOfAddress'),
  }
}
