import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connectRedis } from '#server/adapters/redis'
import { readConfig } from '#server/config'
import type { RateLimits } from '#server/http/limits/rate-limits'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { redisBus } from '#server/live/bus/redis'
import { type Actor, anonymous } from '../actors.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { listen } from '../socket.ts'

export interface Installation {
  /** Two processes' worth of the product over one database and one Redis. */
  one: TestApp
  two: TestApp
  /** Ports of their live channels. */
  ports: { one: number; two: number }
  close(): Promise<void>
}

const SECRET = 'what both processes sign and hash with'

/** Two whole apps on one fresh database and the Redis at `url` (without it: everybody's, under a prefix of their own). */
export async function startInstallation({
  url = inject('redis').url,
  points = {},
}: {
  url?: string
  points?: Partial<Record<keyof RateLimits, number>>
} = {}): Promise<Installation> {
  const prefix = `test:${randomUUID()}:`
  const ends: (() => Promise<void>)[] = []

  async function start(first?: TestApp): Promise<TestApp> {
    const { commands, subscription, close } = connectRedis(url, () => {})
    const bus = redisBus({ commands, subscription, prefix, onError: (error) => console.error(error) })
    await bus.firstHeard
    const started = await createTestApp({
      config: readConfig({ LOG_LEVEL: 'silent', REDIS_URL: url }),
      bus,
      rateLimits: createRateLimits(
        { registrationOfAddress: 10_000, ...points },
        { redis: commands, prefix, secret: SECRET },
      ),
      ...(first ? { database: first.deps.database, clock: first.clock } : {}),
    })
    // Later ones first: the database goes with the app that made it.
    ends.unshift(async () => {
      await started.close()
      await bus.close()
      await close()
    })
    return started
  }

  const one = await start()
  const two = await start(one)
  return {
    one,
    two,
    ports: { one: (await listen(one.app)).port, two: (await listen(two.app)).port },
    async close() {
      for (const end of ends) await end()
    },
  }
}

/** The same person with the same cookie at another process. */
export const at = (process: TestApp, { id, username, cookie }: Actor): Actor =>
  Object.assign(anonymous(process.app), { id, username, cookie })
