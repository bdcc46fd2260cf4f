import { Redis, type RedisOptions } from 'ioredis'

/** A Redis that hangs holds nobody up longer than this. */
const COMMAND_MS = 500
/** A connection on which nothing comes back for this long is given up; the pings below make sure that something should. */
const SILENT_MS = 3_000
const PING_MS = 3_000
const LONGEST_RETRY_MS = 2_000

/**
 * What a caller gets for a Redis that is away is an error at once, never a place in a queue: nothing in the product may
 * wait for it. The connection itself is tried for ever.
 */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // Whoever subscribes has to know when, so it is done by hand (see bus-redis.ts).
  autoResubscribe: false,
  connectTimeout: 2_000,
  commandTimeout: COMMAND_MS,
  socketTimeout: SILENT_MS,
  // Half of it chance: several processes that lost the same Redis do not come back in the same instant.
  retryStrategy: (times: number) =>
    Math.min(50 * 2 ** Math.min(times, 10), LONGEST_RETRY_MS) * (0.5 + Math.random() / 2),
} satisfies RedisOptions

export interface RedisConnections {
  commands: Redis
  /** Can do nothing else while it is subscribed. */
  subscription: Redis
  /**
   * Begins every key and every channel. It holds the number of the Redis database, so that two installations of the
   * product on one Redis are kept apart by that number; Redis itself does so for keys alone.
   */
  prefix: string
  /** What was sent before is still delivered. */
  close(): Promise<void>
}

/** Two connections that are not waited for. `say` hears, in one line each, that Redis went away and that it is back. */
export function connectRedis(url: string, { say }: { say: (line: string) => void }): RedisConnections {
  const commands = new Redis(url, OPTIONS)
  const subscription = new Redis(url, OPTIONS)
  const both = [commands, subscription]
  const away = new Set<Redis>()
  let closing = false

  for (const connection of both) {
    let why = 'se cerró la conexión'
    connection.on('error', (error: Error) => {
      // Also keeps ioredis from writing every failed try to the console.
      why = 'code' in error ? String(error.code) : error.message
    })
    connection.on('close', () => {
      if (closing) return
      if (away.size === 0)
        say(`Redis no responde (${why}): cada proceso sigue por su cuenta y lo intenta de nuevo.`)
      away.add(connection)
    })
    connection.on('ready', () => {
      if (away.delete(connection) && away.size === 0) say('Redis responde de nuevo.')
    })
  }

  const pinging = setInterval(() => {
    for (const connection of both) {
      // A failed one is the socket's time-out to act on.
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
