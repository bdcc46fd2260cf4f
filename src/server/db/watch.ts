import pg from 'pg'
import { createSpell } from '../log/spell.ts'
import type { Tell } from '../log/tell.ts'
import type { Connection } from './connect.ts'
import { innermostMessage, isAway, isUnavailable } from './errors.ts'

/** Between two questions to a database that is away; also how long one may take. */
const ASK_EVERY_MS = 500
const ANSWER_MS = 1_500
/** What was under way when it came back fails a little later. */
const AFTERMATH_MS = 10_000
const QUIET_MS = 60_000
/** How pg words it. */
const NO_FREE_CONNECTION = /timeout exceeded when trying to connect/

export interface DatabaseWatch {
  /** Something failed for want of the database. */
  suspect(error: unknown): void
  /**
   * Whether this error is of a database that is away, or does not serve in time: then it needs no line of its own.
   * `fields`: of that line, which name who asked.
   */
  taken(error: unknown, fields?: object): boolean
  stop(): void
}

/** Where it is, without its password. */
export function hostOf({ connectionString, host, port }: Connection): string {
  if (connectionString === undefined) return host?.startsWith('/') ? host : `${host}:${port}`
  const { hostname, port: given, searchParams } = new URL(connectionString)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${given || 5432}`
}

/**
 * Says once that the database is away and once that it is back, however many requests and jobs fail in between. A failure
 * alone says little: one connection may have been closed. So it asks on a connection of its own, which it closes again.
 */
export function watchDatabase(
  connection: Connection,
  tell: Tell,
  ask: () => Promise<unknown> = () => askOnce(connection),
): DatabaseWatch {
  const host = hostOf(connection)
  const away = createSpell(tell, { begin: 'DB_UNREACHABLE', end: 'DB_BACK' })
  const busy = createSpell(tell, { begin: 'DB_BUSY', end: 'DB_CALM' }, { quietMs: QUIET_MS })
  let asking = false
  let stopped = false
  let backAt = Number.NEGATIVE_INFINITY
  let brokenAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function isBack(): void {
    if (away.isOn()) backAt = performance.now()
    away.over()
  }

  /** It answered: one connection broke (those of a pool break together), or all of them were in use for too long. */
  function oneFailed(error: unknown, fields: object): void {
    const now = performance.now()
    if (now - backAt < AFTERMATH_MS) return
    const reason = innermostMessage(error)
    if (!isAway(error) || NO_FREE_CONNECTION.test(reason)) {
      const { err: _, req: __, code: ___, ...names } = fields as Record<string, unknown>
      busy.seen({ ...names, reason })
      return
    }
    if (now - brokenAt < QUIET_MS) return
    brokenAt = now
    tell('DB_CONNECTION_LOST', { host, reason })
  }

  async function askUntilBack(): Promise<void> {
    try {
      await ask()
      isBack()
    } catch {
      if (!stopped) timer = setTimeout(() => void askUntilBack(), ASK_EVERY_MS).unref()
    }
  }

  function suspect(error: unknown, fields: object = {}): void {
    const reason = innermostMessage(error)
    if (away.isOn()) away.seen({ host, reason })
    else if (busy.isOn() && !isAway(error)) busy.seen({ reason })
    else if (!asking && !stopped) askWhether(error, fields)
  }

  function askWhether(error: unknown, fields: object): void {
    asking = true
    ask()
      .then(
        () => oneFailed(error, fields),
        (reason: unknown) => {
          if (stopped) return
          away.seen({ host, reason: innermostMessage(reason) })
          timer = setTimeout(() => void askUntilBack(), ASK_EVERY_MS).unref()
        },
      )
      .finally(() => {
        asking = false
      })
  }

  return {
    suspect,
    taken(error, fields) {
      if (!isUnavailable(error)) return false
      suspect(error, fields)
      return true
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

async function askOnce({ namedStatements: _, owner: __, ...connection }: Connection): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: 'acarreo',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    client.connection.stream.destroy()
  }
}
