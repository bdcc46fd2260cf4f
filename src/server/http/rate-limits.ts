import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { rateLimited } from './problem.ts'

/**
 * Points per minute and key. What counts failures only is spent before the try is judged and given back when it was
 * right: counted afterwards, all tries that come at once would be judged.
 */
export interface Limit {
  /** Spends a point, atomically; throws 429 when none is left. */
  spend(key: string): Promise<void>
  giveBack(key: string): Promise<void>
}

/**
 * A whole shift of drivers shares one IP address, so only failed logins count: with a low limit per account and a high
 * one per address.
 */
const POINTS = {
  failedLoginOfAccount: 10,
  failedLoginOfAddress: 100,
  registrationOfAddress: 20,
  recoveryOfAddress: 30,
  failedAdminLoginOfAddress: 5,
  publicPageOfAddress: 300,
  liveTokenOfAccount: 120,
  figuresOfAccount: 600,
  exportsOfAccount: 30,
  accountsOfAccount: 60,
}
type LimitName = keyof typeof POINTS

export type RateLimits = Record<LimitName, Limit>

/** For counts that several processes share. */
export interface SharedCount {
  redis: Redis
  /** Prefix of the keys in Redis. */
  prefix: string
  /** The same in every process. Accounts and addresses are stored in Redis only as HMACs under this. */
  secret: string
}

/** Who counts: this process alone, the primary for all workers of its cluster, or Redis for every process. */
type Counting = null | 'primary' | SharedCount

/** Time-out of an answer of the primary. */
const PRIMARY_MS = 500

/**
 * `points` overrides single limits, for tests and load drivers that use one address. While the primary or Redis does not
 * answer, each process counts separately.
 */
export function createRateLimits(
  points: Partial<Record<LimitName, number>> = {},
  counting: Counting = null,
): RateLimits {
  const names = Object.keys(POINTS) as LimitName[]
  const limits = names.map((name) => [name, perMinute(name, points[name] ?? POINTS[name], counting)])
  return Object.fromEntries(limits) as RateLimits
}

function limiterOf(name: LimitName, points: number, counting: Counting): RateLimiterAbstract {
  const here = new RateLimiterMemory({ points, duration: 60 })
  if (counting === null) return here
  if (counting === 'primary') {
    return new RLWrapperTimeouts({
      limiter: new RateLimiterCluster({ keyPrefix: name, points, duration: 60, timeoutMs: PRIMARY_MS }),
      timeoutMs: PRIMARY_MS,
      insuranceLimiter: here,
    })
  }
  return new RateLimiterRedis({
    storeClient: counting.redis,
    keyPrefix: `${counting.prefix}limit:${name}`,
    points,
    duration: 60,
    rejectIfRedisNotReady: true,
    insuranceLimiter: here,
  })
}

function perMinute(name: LimitName, points: number, counting: Counting): Limit {
  const limiter = limiterOf(name, points, counting)
  const secret = typeof counting === 'object' ? counting?.secret : undefined
  // Keyed, because a plain hash of a name or an address can be found by trying all of them.
  const keyFor = (key: string): string =>
    secret ? createHmac('sha256', secret).update(`${name}:${key}`).digest('base64url') : key
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
    async giveBack(key) {
      const { consumedPoints } = await limiter.reward(keyFor(key))
      // The minute in which it was spent is over: the next one must not have a point more.
      if (consumedPoints < 0) await limiter.delete(keyFor(key))
    },
  }
}
