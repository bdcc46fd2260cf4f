import type { Sessions } from '../http/caller/session.ts'
import type { SignedIn } from '../identity/caller.ts'
import type { Bus } from './bus/bus.ts'
import { createTrusted } from './trusted.ts'

/** Sessions in the database. */
export interface CallerSource extends Pick<Sessions, 'seen' | 'remove'> {
  /** Those of these sessions that are open, by id; also expired ones. One statement. */
  read(sessionIds: readonly string[]): Promise<Map<string, SignedIn>>
}

export interface Callers extends Sessions {
  /** Reads all entries that were used lately, and drops the others. Runs on a timer. */
  confirm(): Promise<void>
  /** Number of sessions in memory. */
  size(): number
  close(): Promise<void>
}

interface Entry {
  signedIn: SignedIn
  /** Monotonic milliseconds. */
  usedAt: number
}

/** Twice within TRUST_MS, so that one slow reading does not send every caller to the database. */
const CONFIRM_EVERY_MS = 2_000
/** Longer than the interval of a phone's polls; an idle session costs no reading. */
const KEEP_MS = 10_000
/** Sessions read by one statement. */
const CHUNK = 500
/** Some 15 MB. */
const MOST = 20_000

/** Who is calling, in memory, to answer every request's first question. Used sessions are confirmed by a timer. */
export function createCallers(deps: {
  bus: Bus
  source: CallerSource
  /** Whether what this account has to do first is still to be done: then every request asks the database, and all opens at once. */
  owes: (signedIn: SignedIn) => boolean
  /** Whether nobody has used this session for too long at `now`, epoch milliseconds. */
  isIdle: (signedIn: SignedIn, now: number) => boolean
  onError: (error: unknown) => void
  /** Monotonic milliseconds. */
  elapsed?: () => number
}): Callers {
  const { bus, source, owes, isIdle, onError, elapsed = () => performance.now() } = deps
  const memory = createTrusted<string, Entry>({
    bus,
    most: MOST,
    elapsed,
    hear(message, { remove, removeWhere }) {
      if (message.kind === 'logged_out') remove(message.sessionId)
      else if (message.kind === 'session_ended' || message.kind === 'account_changed') {
        const userIds = new Set(message.userIds)
        removeWhere(({ signedIn }) => userIds.has(signedIn.caller.id))
      } else if (message.kind === 'entitlements_changed') {
        removeWhere(({ signedIn }) => signedIn.caller.id === message.supervisorId)
      }
    },
  })

  const openAt = (signedIn: SignedIn | null, now: number): SignedIn | null =>
    signedIn !== null && now < signedIn.expiresAt && !isIdle(signedIn, now) ? signedIn : null

  async function read(sessionId: string): Promise<SignedIn | null> {
    const began = memory.begin()
    const signedIn = (await source.read([sessionId])).get(sessionId) ?? null
    if (!signedIn) memory.forget(sessionId)
    else if (!owes(signedIn)) {
      memory.store(sessionId, { signedIn, usedAt: began.at }, began)
    }
    return signedIn
  }

  async function confirmSome(chunk: readonly [string, Entry][]): Promise<void> {
    const began = memory.begin()
    const found = await source.read(chunk.map(([sessionId]) => sessionId))
    for (const [sessionId, { usedAt }] of chunk) {
      const signedIn = found.get(sessionId)
      if (signedIn) memory.confirm(sessionId, { signedIn, usedAt }, began)
      else memory.forget(sessionId)
    }
  }

  async function confirmAll(): Promise<void> {
    if (!bus.healthy()) memory.removeAll()
    const now = elapsed()
    for (const [sessionId, { usedAt }] of memory.entries())
      if (now - usedAt >= KEEP_MS) memory.forget(sessionId)
    const kept = memory.entries()
    // One after the other: requests need the connections.
    for (let i = 0; i < kept.length; i += CHUNK) await confirmSome(kept.slice(i, i + CHUNK))
  }

  function remembered(sessionId: string, now: number): SignedIn | null {
    const entry = memory.get(sessionId)
    if (entry === undefined || owes(entry.signedIn)) return null
    // Another process may have heard of the person.
    if (isIdle(entry.signedIn, now)) return null
    entry.usedAt = elapsed()
    return entry.signedIn
  }

  let confirming: Promise<void> | null = null
  const confirm = (): Promise<void> => {
    confirming ??= confirmAll()
      .catch(onError)
      .finally(() => {
        confirming = null
      })
    return confirming
  }

  const timer = setInterval(() => void confirm(), CONFIRM_EVERY_MS)
  timer.unref()

  return {
    known: (sessionId, now) => openAt(remembered(sessionId, now), now),
    find: async (sessionId, now) => openAt(remembered(sessionId, now) ?? (await read(sessionId)), now),
    async seen(sessionId, now) {
      const there = await source.seen(sessionId, now)
      memory.remove(sessionId)
      return there
    },
    async remove(sessionId) {
      memory.remove(sessionId)
      await source.remove(sessionId)
    },
    confirm,
    size: memory.size,
    async close() {
      memory.close()
      clearInterval(timer)
      // A reading must not outlive the connections of the database.
      await confirming
    },
  }
}
