import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createSpell } from '../../log/spell.ts'
import type { Tell } from '../../log/tell.ts'
import { refusalWords } from '../../text/database.ts'
import { hostOf } from '../watch.ts'
import { DatabaseRefused } from './start-errors.ts'

/** A database that is starting answers within seconds; one that is repaired may take an hour. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
const CONNECT_MS = 4_000

interface Reason {
  code?: string
  syscall?: string
  message: string
}

/** Nobody listens there yet, its name is not known yet, or it is starting, stopping or full. */
const NOT_YET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|57P0\d|53\d{3})$/
const NOT_YET_WORDS =
  /timeout|Connection terminated|server login has been failing|server_login_retry|client_login_timeout|pooler is shut/i

function isNotYet({ code = '', syscall, message }: Reason): boolean {
  // A socket that is not there yet. A file that the URL names, such as a certificate, is missing for good.
  if (code === 'ENOENT') return syscall === 'connect'
  return NOT_YET.test(code) || NOT_YET_WORDS.test(message)
}

/** Which fault of the URL or of the server it is. */
function faultOf({ code = '', message }: Reason): Parameters<typeof refusalWords>[0] {
  if (/does not support SSL/i.test(message)) return 'no_tls'
  if (/no encryption|SSL off|SSL required|server requires SSL/i.test(message)) return 'tls_required'
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate'
  if (code === '28P01' || /password|SASL|authentication failed/i.test(message)) return 'password'
  if (code === '3D000' || /no such database/i.test(message)) return 'database'
  if (code === '28000' || code === '42501' || /no such user/i.test(message)) return 'role'
  return 'other'
}

async function attempt(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

/**
 * Resolves when the database that `variable` names takes a connection; waits as long as it is not there yet, and says so
 * once. Throws DatabaseRefused for what waiting does not mend. `signal` ends the wait; without it nothing is waited for.
 */
export async function awaitDatabase(
  { variable, url }: { variable: string; url: string },
  tell: Tell,
  signal?: AbortSignal,
): Promise<void> {
  const host = hostOf({ connectionString: url })
  const waiting = createSpell(tell, { begin: 'DB_AWAITED', end: 'DB_BACK' })
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      await attempt(url)
      return waiting.over()
    } catch (error) {
      const reason = error as Reason
      const notYet = isNotYet(reason)
      if (!notYet || !signal) {
        const means = refusalWords(notYet ? 'away' : faultOf(reason))
        throw new DatabaseRefused({ variable, host, means }, error)
      }
      waiting.seen({ variable, host, reason: reason.code ?? reason.message })
    }
    await pause(ms * (0.75 + Math.random() / 2), undefined, { signal })
  }
}
