import { setTimeout as pause } from 'node:timers/promises'
import { connectRedis } from './adapters/redis.ts'
import type { Config } from './config.ts'
import { createRateLimits, type RateLimits } from './http/rate-limits.ts'
import type { Bus } from './live/bus.ts'
import { memoryBus } from './live/bus-memory.ts'
import { redisBus } from './live/bus-redis.ts'

/** The longest that a start waits for Redis. */
const FIRST_HEARD_MS = 2_000

export interface BetweenProcesses {
  bus: Bus
  rateLimits: RateLimits
  /** After the app, before the database. */
  close(): Promise<void>
}

/** Bus and rate limits: shared between processes over Redis, or in memory without it. */
export async function openBetweenProcesses(
  config: Pick<Config, 'redisUrl'>,
  {
    sessionSecret,
    say,
    warn,
  }: { sessionSecret: string; say: (line: string) => void; warn: (line: string) => void },
): Promise<BetweenProcesses> {
  if (config.redisUrl === null) {
    const bus = memoryBus()
    return { bus, rateLimits: createRateLimits(), close: () => bus.close() }
  }
  const { commands, subscription, prefix, close } = connectRedis(config.redisUrl, { say })
  const bus = redisBus({
    commands,
    subscription,
    prefix,
    onError: (error) => warn(error instanceof Error ? error.message : String(error)),
  })
  const deadline = new AbortController()
  await Promise.race([
    bus.firstHeard,
    pause(FIRST_HEARD_MS, undefined, { signal: deadline.signal }).catch(() => {}),
  ])
  deadline.abort()
  return {
    bus,
    rateLimits: createRateLimits({}, { redis: commands, prefix, secret: sessionSecret }),
    async close() {
      await bus.close()
      await close()
    },
  }
}
