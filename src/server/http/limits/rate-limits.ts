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
import { say } from '../../text/messages.ts'
import { RateLimited } from '../answer/problem.ts'
import { networkOf } from '../network/network.ts'

/**
 * Points per key and time. What counts failures only is spent before the try is judged and given back when it was
 * right: counted afterwards, all tries that come at once would be judged.
 */
export interface Limit {
  /** Spends a point, atomically; throws `RateLimited` when none is left. */
  spend(key: string): Promise<void>
  giveBack(key: string): Promise<void>
  /** Gives everything back, and opens a closed key. */
  forget(key: string): Promise<void>
}

interface Rule {
  points: number
  /** A minute if it is left out. */
  seconds?: number
  /** Whether spending them all closes the key for a minute, the next time for 2, 4, 8 ... up to an hour. */
  grows?: true
  /** What a 429 says. */
  words?: 'login_wait' | 'login_wait_unknown_device'
}

const TEN_MINUTES = 600
const HOUR = 3600
const DAY = 86_400

/**
 * A whole shift of drivers shares one IP address, so only failed logins count. Those of an unknown device count by
 * account and address together, so that a stranger elsewhere does not lock out the owner; `failedLoginOfAccount` is
 * the ceiling against many addresses. Those of a known device count for that device alone (ADR 31).
 */
const RULES = {
  failedLoginOfAccountAtAddress: { points: 10, seconds: TEN_MINUTES, grows: true, words: 'login_wait' },
  failedLoginOfDevice: { points: 10, seconds: TEN_MINUTES, grows: true, words: 'login_wait' },
  failedLoginOfAccount: { points: 100, seconds: HOUR, words: 'login_wait_unknown_device' },
  failedLoginOfAddress: { points: 100, words: 'login_wait' },
  /** Apart from passwords: guesses of those must not keep a passkey out. */
  failedPasskeyOfAddress: { points: 100, words: 'login_wait' },
  /** Of the own password, asked for again; strangers cannot spend it. */
  wrongPasswordOfAccount: { points: 10 },
  /** Of an account, or of one of its known devices. Only who has the password can spend it. */
  wrongCodeOfAccount: { points: 10, seconds: TEN_MINUTES, grows: true, words: 'login_wait' },
  registrationOfAddress: { points: 20 },
  recoveryOfAddress: { points: 30 },
  failedAdminLoginOfAddress: { points: 5 },
  failedAdminLoginOfDevice: { points: 5 },
  publicPageOfAddress: { points: 300 },
  /** Sign-ins, registrations, recoveries: a whole shift shares an address. */
  accountsOfAddress: { points: 600 },
  missOfAddress: { points: 60 },
  /** Apart from the other misses: drivers who share an address with somebody who tries numbers keep their channel. */
  liveMissOfAddress: { points: 60 },
  liveTokenOfAccount: { points: 120 },
  /** A phone that delivers a whole shift of presses, which all came too late, has fewer. */
  refusedPressesOfAccount: { points: 120 },
  figuresOfAccount: { points: 600 },
  exportsOfAccount: { points: 30 },
  /** Files of a pack by one link: each is made for its request. */
  filesOfLink: { points: 30 },
  accountsOfAccount: { points: 60 },
} as const satisfies Record<string, Rule>
type LimitName = keyof typeof RULES

export type RateLimits = Record<LimitName, Limit>

/** For counts that several processes share. */
interface SharedCount {
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
  const limits = Object.entries<Rule>(RULES).map(([name, rule]) => [
    name,
    limitOf(name, { ...rule, points: points[name as LimitName] ?? rule.points }, counting),
  ])
  return Object.fromEntries(limits) as RateLimits
}

function limiterOf(
  name: string,
  { points, seconds: duration = 60 }: Rule,
  counting: Counting,
): RateLimiterAbstract {
  const here = new RateLimiterMemory({ points, duration })
  if (counting === null) return here
  if (counting === 'primary') {
    return new RLWrapperTimeouts({
      limiter: new RateLimiterCluster({ keyPrefix: name, points, duration, timeoutMs: PRIMARY_MS }),
      timeoutMs: PRIMARY_MS,
      insuranceLimiter: here,
    })
  }
  return new RateLimiterRedis({
    storeClient: counting.redis,
    keyPrefix: `${counting.prefix}limit:${name}`,
    points,
    duration,
    rejectIfRedisNotReady: true,
    insuranceLimiter: here,
  })
}

function limitOf(name: string, rule: Rule, counting: Counting): Limit {
  const limiter = limiterOf(name, rule, counting)
  // How often a key was closed; forgotten a day after the first time.
  const closings = rule.grows && limiterOf(`${name}:closings`, { ...rule, seconds: DAY }, counting)
  const secret = typeof counting === 'object' ? counting?.secret : undefined
  // Keyed, because a plain hash of a name or an address can be found by trying all of them.
  const keyed = (key: string): string =>
    secret ? createHmac('sha256', secret).update(`${name}:${key}`).digest('base64url') : key
  const keyFor = (key: string): string => keyed(name.endsWith('OfAddress') ? networkOf(key) : key)

  async function close(key: string, count: RateLimiterAbstract): Promise<number> {
    const { consumedPoints: times } = await count.penalty(key)
    const seconds = Math.min(60 * 2 ** (times - 1), HOUR)
    await limiter.block(key, seconds)
    return seconds
  }

  async function refused(key: string, { consumedPoints, msBeforeNext }: RateLimiterRes) {
    // Exactly one of many that come at once.
    const begins = consumedPoints === rule.points + 1
    const seconds =
      begins && closings ? await close(key, closings) : Math.max(1, Math.ceil(msBeforeNext / 1000))
    const said = rule.words && say(rule.words, { minutes: Math.ceil(seconds / 60) })
    return new RateLimited(seconds, said, begins)
  }

  return {
    async spend(key) {
      try {
        await limiter.consume(keyFor(key))
      } catch (result) {
        throw result instanceof RateLimiterRes ? await refused(keyFor(key), result) : result
      }
    },
    async giveBack(key) {
      const { consumedPoints } = await limiter.reward(keyFor(key))
      // The time in which it was spent is over: the next one must not have a point more.
      if (consumedPoints < 0) await limiter.delete(keyFor(key))
    },
    async forget(key) {
      await Promise.all([limiter.delete(keyFor(key)), closings?.delete(keyFor(key))])
    },
  }
}
