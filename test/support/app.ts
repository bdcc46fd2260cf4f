import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Clock, plainClock } from '#server/adapters/clock'
import { outboxMailer } from '#server/adapters/mailer'
import { argon2Passwords } from '#server/adapters/passwords'
import { createWebPush } from '#server/adapters/web-push'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import type { AppDeps, AppParts } from '#server/deps'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { memoryBus } from '#server/live/bus/memory'
import { createTestDatabase } from './database.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Moves on by so many milliseconds. */
  advance(milliseconds: number): void
}

export const ADMIN_KEY = 'an administrator key for tests'

export const NOON = Date.parse('2026-03-10T18:00:00.000Z')

export function testClock(start = NOON): TestClock {
  let now = start
  return {
    ...plainClock(() => now),
    advance(milliseconds) {
      now += milliseconds
    },
  }
}

export interface TestApp {
  app: FastifyInstance
  deps: AppDeps
  clock: TestClock
  close(): Promise<void>
}

/**
 * The real product on a separate database, or, as another process of the same installation, on the one that is
 * handed in; only the clock stands still and password hashing is cheap.
 */
export async function createTestApp(overrides: Partial<AppParts> = {}): Promise<TestApp> {
  const clock = testClock()
  const database = overrides.database ?? (await createTestDatabase())
  const deps: AppParts = {
    // A whole file of tests asks as few accounts.
    config: readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '1000000' }),
    database,
    clock,
    mailer: outboxMailer({
      folder: join(tmpdir(), `acarreo-outbox-${process.pid}`),
      from: 'Acarreo <soporte@acarreo.mx>',
      clock,
      said: () => {},
    }),
    webPush: createWebPush({
      privateKey: Buffer.alloc(32, 7).toString('base64url'),
      contact: 'a@example.com',
    }),
    passwords: argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    bus: memoryBus(),
    rateLimits: createRateLimits({
      registrationOfAddress: 10_000,
      figuresOfAccount: 10_000,
      exportsOfAccount: 10_000,
      accountsOfAccount: 10_000,
    }),
    sessionSecrets: ['a secret for tests that is long enough to be one'],
    adminKey: ADMIN_KEY,
    ...overrides,
  }
  const app = await buildApp(deps)
  await app.ready()
  return {
    app,
    deps: { ...deps, afterAnswer: app.afterAnswer, postman: app.postman, trail: app.trail },
    clock,
    async close() {
      await app.close()
      if (!overrides.database) await database.close()
    },
  }
}
