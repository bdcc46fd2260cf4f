import { setTimeout as pause } from 'node:timers/promises'
import type { PrimaryLink } from './adapters/primary.ts'
import type { Config } from './config.ts'
import { createRateLimits, type RateLimits } from './http/limits/rate-limits.ts'
import type { BusBetween } from './live/bus/between.ts'
import type { Bus } from './live/bus/bus.ts'
import { clusterBus } from './live/bus/cluster.ts'
import { memoryBus } from './live/bus/memory.ts'
import { redisBus } from './live/bus/redis.ts'
import type { Tell } from './log/tell.ts'

/** The longest that a start waits for the others. */
const FIRST_HEARD_MS = 2_000

export interface BetweenProcesses {
  bus: Bus
  rateLimits: RateLimits
  /** After the app, before the database. */
  close(): Promise<void>
}

/**
 * Bus and rate limits: shared over Redis, without it between the workers of a cluster, and in memory in a single process.
 * `primary`: the link of a worker.
 */
export async function openBetweenProcesses(
  config: Pick<Config, 'redisUrl' | 'liveChannels'>,
  {
    secret,
    tell,
    primary,
  }: {
    /** Hashes what is counted, so that Redis holds no address and no name. */
    secret: string
    tell: Tell
    primary?: PrimaryLink
  },
): Promise<BetweenProcesses> {
  // Every channel may be lost once in ten seconds.
  const points = { liveTokenOfAccount: 6 * config.liveChannels }
  const onError = (err: unknown): void => tell('BUS_FAILED', { err })
  if (config.redisUrl !== null) {
    // Loaded here: a start without Redis does not wait for its client.
    const { connectRedis } = await import('./adapters/redis.ts')
    const { commands, subscription, prefix, close } = connectRedis(config.redisUrl, tell)
    const bus = redisBus({ commands, subscription, prefix, onError })
    await firstHeard(bus)
    return {
      bus,
      rateLimits: createRateLimits(points, { redis: commands, prefix, secret }),
      async close() {
        await bus.close()
        await close()
      },
    }
  }
  if (primary) {
    const bus = clusterBus(primary, onError)
    await firstHeard(bus)
    return { bus, rateLimits: createRateLimits(points, 'primary'), close: () => bus.close() }
  }
  const bus = memoryBus(onError)
  return { bus, rateLimits: createRateLimits(points), close: () => bus.close() }
}

async function firstHeard(bus: BusBetween): Promise<void> {
  const deadline = new AbortController()
  await Promise.race([
    bus.firstHeard,
    pause(FIRST_HEARD_MS, undefined, { signal: deadline.signal }).catch(() => {}),
  ])
  deadline.abort()
}
