import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from './problem.ts'

/** Points per minute for one key; throws 429 once they are spent. */
export interface Limit {
  /** Spends a point. */
  spend(key: string): Promise<void>
  /** Throws when no point is left, and spends none. */
  check(key: string): Promise<void>
}

/**
 * A whole shift of drivers shares one park's address, so a successful login costs nothing: only failures are counted,
 * tightly per account and loosely per address.
 */
const POINTS = {
  failedLoginOfAccount: 10,
  failedLoginOfAddress: 100,
  registrationOfAddress: 20,
  recoveryOfAccount: 5,
  recoveryOfAddress: 30,
  failedAdminLoginOfAddress: 5,
  publicPageOfAddress: 300,
}
type LimitName = keyof typeof POINTS

export type RateLimits = Record<LimitName, Limit>

/** Where several processes count together. */
export interface SharedCount {
  redis: Redis
  /** What the keys in Redis begin with. */
  prefix: string
  /** The same in every process. Redis learns of accounts and addresses only what this makes of them. */
  secret: string
}

/**
 * `points` changes single limits, for tests and load drivers that come from one address. Without `shared`, each process
 * counts for itself; so it does while Redis is away.
 */
export function createRateLimits(
  points: Partial<Record<LimitName, number>> = {},
  shared: SharedCount | null = null,
): RateLimits {
  const names = Object.keys(POINTS) as LimitName[]
  const limits = names.map((name) => [name, perMinute(name, points[name] ?? POINTS[name], shared)])
  return Object.fromEntries(limits) as RateLimits
}

function perMinute(name: LimitName, points: number, shared: SharedCount | null): Limit {
  const here = new RateLimiterMemory({ points, duration: 60 })
  const limiter = shared
    ? new RateLimiterRedis({
        storeClient: shared.redis,
        keyPrefix: `${shared.prefix}limit:${name}`,
        points,
        duration: 60,
        rejectIfRedisNotReady: true,
        insuranceLimiter: here,
      })
    : here
  // A name or an address hashed without a key is found again by hashing all of them.
  const keyFor = (key: string): string =>
    shared ? createHmac('sha256', shared.secret).update(`${name}:${key}`).digest('base64url') : key
  const retryAfter = (result: RateLimiterRes): number => Math.max(1, Math.ceil(result.msBeforeNext / 1000))
  return {
    async spend(key) {
      try {
        await limiter.consume(keyFor(key))
      } catch (result) {
        if (result instanceof RateLimiterRes) throw rateLimited(retryAfter(result))
        throw result
      }
    },
    async check(key) {
      const result = await limiter.get(keyFor(key))
      if (result !== null && result.consumedPoints >= points) throw rateLimited(retryAfter(result))
    },
  }
}
