import type { Logger } from 'pino'
import type { Clock } from './adapters/clock.ts'
import type { Mailer } from './adapters/mailer.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { Secrets } from './adapters/secrets.ts'
import type { TileArchive } from './adapters/tile-archive.ts'
import type { WebPush } from './adapters/web-push.ts'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { AfterAnswer } from './http/answer/after-answer.ts'
import type { RateLimits } from './http/limits/rate-limits.ts'
import type { ScrapeAll } from './http/watch/metrics.ts'
import type { Trail } from './identity/trail.ts'
import type { Bus } from './live/bus/bus.ts'

/** What the app is built of. Tests pass a fixed clock and cheap password hashing; everything else is real. */
export interface AppParts {
  config: Config
  database: Database
  clock: Clock
  passwords: Passwords
  mailer: Mailer
  webPush: WebPush
  bus: Bus
  rateLimits: RateLimits
  /** Without it the app writes its lines by its configuration, and no fault takes an error. */
  log?: Logger
  /** In a cluster; without it a process answers with its own metrics. */
  scrapeAll?: ScrapeAll
  sessionSecrets: Secrets
  /** With `TILE_FILE`. */
  tileArchive?: TileArchive
  adminKey: string
}

/** Sends the mails that wait in the database. */
export interface Postman {
  /** Sends at once what a transaction has just stored. Never waits, never throws. */
  wake(): void
  /** Sends all that is due, and ends what is too late. The caller holds the lock of the job. */
  sendDue(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    postman: Postman
  }
}

/** The parts that features use. */
export interface AppDeps extends AppParts {
  /** Work that no answer may wait for, so that its timing tells nothing. */
  afterAnswer: AfterAnswer
  postman: Postman
  trail: Trail
}
