import { Redis, type RedisOptions } from 'ioredis'
import { createSpell } from '../log/spell.ts'
import type { Tell } from '../log/tell.ts'

/** Time-out of a command, for a Redis that hangs. */
const COMMAND_MS = 500
/** A connection is closed after this long without an answer; the pings below make sure that one is due. */
const SILENT_MS = 3_000
const PING_MS = 3_000
const LONGEST_RETRY_MS = 2_000

/**
 * With Redis unreachable, commands fail at once instead of queueing: nothing in the product waits for Redis. The
 * connection is retried forever.
 */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // Off: bus-redis.ts must know when it is subscribed, so it subscribes itself.
  autoResubscribe: false,
  connectTimeout: 2_000,
  commandTimeout: COMMAND_MS,
  socketTimeout: SILENT_MS,
  // Half of it is jitter, so that several processes do not reconnect at the same instant.
  retryStrategy: (times: number) =>
    Math.min(50 * 2 ** Math.min(times, 10), LONGEST_RETRY_MS) * (0.5 + Math.random() / 2),
} satisfies RedisOptions

export interface RedisConnections {
  commands: Redis
  /** A subscribed connection cannot run other commands. */
  subscription: Redis
  /**
   * Prefix of every key and channel. It contains the number of the Redis database, so that this number separates two
   * installations on one Redis; Redis itself separates only keys.
   */
  prefix: string
  /** Delivers what was sent before. */
  close(): Promise<void>
}

/** Opens two connections without waiting for them. Says when Redis is lost and when it is back. */
export function connectRedis(url: string, tell: Tell): RedisConnections {
  const commands = new Redis(url, OPTIONS)
  const subscription = new Redis(url, OPTIONS)
  const both = [commands, subscription]
  const away = new Set<Redis>()
  const fault = createSpell(tell, { begin: 'REDIS_UNREACHABLE', end: 'REDIS_BACK' })
  const { host = 'localhost', port = 6379 } = commands.options
  let closing = false

  for (const connection of both) {
    let why = 'se cerró la conexión'
    connection.on('error', (error: Error) => {
      // Also keeps ioredis from logging every failed attempt to the console.
      why = 'code' in error ? String(error.code) : error.message
    })
    connection.on('close', () => {
      if (closing) return
      fault.seen({ host: `${host}:${port}`, reason: why })
      away.add(connection)
    })
    connection.on('ready', () => {
      if (away.delete(connection) && away.size === 0) fault.over()
    })
  }

  const pinging = setInterval(() => {
    for (const connection of both) {
      // The socket's time-out handles a failure.
      if (connection.status === 'ready') connection.ping().catch(() => {})
    }
  }, PING_MS)
  pinging.unref()

  return {
    commands,
    subscription,
    prefix: `acarreo:${commands.options.db ?? 0}:`,
    async close() {
      closing = true
      clearInterval(pinging)
      subscription.disconnect()
      await commands.quit().catch(() => {})
      commands.disconnect()
    },
  }
}
