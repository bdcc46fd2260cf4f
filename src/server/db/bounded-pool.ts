import pg from 'pg'
import { DATABASE_SILENT } from '../text/database.ts'
import { UNANSWERED_STATEMENT_MS } from './time-limits.ts'

const TICK_MS = 250
/** Ticks without any answer after which the database is asked whether it answers at all. */
const DOUBT = 4
/** Ticks that it has for that. */
const PATIENCE = 6
/** Ticks between two questions to a silent database. */
const ASK_AGAIN = 2

/** Time-out without an answer: PostgreSQL may still have executed the statement. */
class Unanswered extends Error {
  readonly code = 'ETIMEDOUT'
}

interface Watched {
  /** Ticks that the statement under way has waited; null: none is. */
  waited: number | null
  mostMs: number
}

const watched = new WeakMap<pg.ClientBase, Watched>()

/** Changes how long a statement on this connection may stay unanswered. Close the connection afterwards. */
export function limitStatements(client: pg.ClientBase, mostMs: number): void {
  const state = watched.get(client)
  if (state) state.mostMs = mostMs
}

/**
 * A pool in which no statement waits for ever for a database that is stopped or unreachable. PostgreSQL's own time limits
 * do not help there, and one limit for all statements would be too long for most or too short for some. So when a
 * statement waits and nothing has been answered for a second, a new connection asks. Without an answer the database
 * counts as silent: all connections are closed, statements and new calls fail at once with `ETIMEDOUT`, and it is asked
 * twice a second until it answers. A single connection that falls silent is closed at `UNANSWERED_STATEMENT_MS`.
 *
 * Time is counted in ticks: after a blocked event loop or a suspended machine, one tick has passed, and answers that
 * are waiting are read before the next.
 *
 * `onSilence` is told of its begin.
 */
export function boundedPool(config: pg.PoolConfig, onSilence: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  const clients = new Set<pg.PoolClient>()
  let isSilent = false
  /** Ticks since the last answer, while a statement waits for one. */
  let unheard = 0
  let probe: { waited: number; end: () => void } | null = null
  let pause = 0

  pool.on('connect', (client) => {
    const state: Watched = { waited: null, mostMs: UNANSWERED_STATEMENT_MS }
    watched.set(client, state)
    clients.add(client)
    client.once('end', () => clients.delete(client))
    client.on('drain', () => {
      state.waited = null
      unheard = 0
    })
    client.query = ((...args: unknown[]) => {
      state.waited = 0
      // Looked up for each statement: tests watch the prototype.
      return Reflect.apply(pg.Client.prototype.query, client, args)
    }) as typeof client.query
  })

  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown
  pool.connect = ((callback?: (error: Error, client: undefined, done: () => void) => void) => {
    if (!isSilent) return connect(callback)
    const error = new Unanswered(DATABASE_SILENT)
    return callback ? callback(error, undefined, () => {}) : Promise.reject(error)
  }) as typeof pool.connect

  function giveUp(client: pg.PoolClient, reason: string): void {
    clients.delete(client)
    client.connection.stream.destroy(new Unanswered(reason))
  }

  function silence(): void {
    if (!isSilent) onSilence(new Unanswered(DATABASE_SILENT))
    isSilent = true
    for (const client of clients) giveUp(client, DATABASE_SILENT)
  }

  function heard(): void {
    unheard = 0
    isSilent = false
  }

  /** Any outcome is an answer: a refusal too comes from a living database, or at once from its machine. */
  function ask(): void {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 0 })
    client.on('error', () => {})
    const end = (): void => {
      probe = null
      pause = 0
      client.connection.stream.destroy()
    }
    probe = { waited: 0, end }
    const own = probe
    void client
      .connect()
      .then(() => client.query('select 1'))
      .catch(() => {})
      .then(() => {
        if (probe !== own) return
        heard()
        end()
      })
  }

  const timer = setInterval(() => {
    if (pool.ending) {
      clearInterval(timer)
      probe?.end()
      return
    }
    let isWaiting = false
    for (const client of clients) {
      const state = watched.get(client)
      if (!state || state.waited === null) continue
      isWaiting = true
      if (++state.waited * TICK_MS > state.mostMs) giveUp(client, 'the statement was not answered')
    }
    unheard = isWaiting ? unheard + 1 : 0
    if (probe !== null) {
      // An answer on another connection meanwhile shows that only the question waits, as behind a full PgBouncer.
      if (++probe.waited < PATIENCE) return
      probe.end()
      if (isSilent || unheard > PATIENCE) silence()
    } else if (isSilent ? ++pause >= ASK_AGAIN : unheard >= DOUBT) ask()
  }, TICK_MS)
  timer.unref()
  return pool
}
