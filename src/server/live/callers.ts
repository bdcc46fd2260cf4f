import type { Sessions } from '../http/session.ts'
import type { SignedIn } from '../identity/caller.ts'
import type { Bus, BusMessage } from './bus.ts'

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
  /** Start of the newest reading that contained it (monotonic milliseconds). */
  confirmedAt: number
  /** Monotonic milliseconds. */
  usedAt: number
}

/** Bounds undetected losses and changes made directly in the database: after this, the session is read again. */
const TRUST_MS = 5_000
/** Twice within TRUST_MS, so that one slow reading does not send every caller to the database. */
const CONFIRM_EVERY_MS = 2_000
/** Longer than the interval of a phone's polls; an idle session costs no reading. */
const KEEP_MS = 10_000
/** Sessions read by one statement. */
const CHUNK = 500
/** Some 15 MB. */
const MAX_KEPT = 20_000

/**
 * A cache of who is calling, to answer every request's first question. An entry answers only while the bus is healthy
 * and a reading that began less than `TRUST_MS` ago contained it. Every message that ends or changes it removes it, and
 * so does a gap. No reading stores what a message has ended since that reading began.
 */
export function createCallers(deps: {
  bus: Bus
  source: CallerSource
  onError: (error: unknown) => void
  /** Monotonic milliseconds. */
  elapsed?: () => number
}): Callers {
  const { bus, source, onError, elapsed = () => performance.now() } = deps
  const entries = new Map<string, Entry>()
  /** Grows with everything that removes entries: a reading that began before stores nothing. */
  let removals = 0

  function drop(isEnded: (signedIn: SignedIn) => boolean): void {
    removals++
    for (const [sessionId, { signedIn }] of entries) if (isEnded(signedIn)) entries.delete(sessionId)
  }

  function dropSession(sessionId: string): void {
    removals++
    entries.delete(sessionId)
  }

  const dropAll = (): void => drop(() => true)

  function hear(message: BusMessage): void {
    if (message.kind === 'logged_out') dropSession(message.sessionId)
    else if (message.kind === 'session_ended' || message.kind === 'account_changed') {
      const userIds = new Set(message.userIds)
      drop(({ caller }) => userIds.has(caller.id))
    } else if (message.kind === 'entitlements_changed') {
      drop(({ caller }) => caller.id === message.supervisorId)
      // The console's 'database to memory': an older database may be in place.
    } else if (message.kind === 'board_outdated') dropAll()
  }

  function keep(entry: Entry): void {
    const oldest = entries.size < MAX_KEPT ? undefined : entries.keys().next().value
    if (oldest !== undefined) entries.delete(oldest)
    entries.set(entry.signedIn.sessionId, entry)
  }

  async function read(sessionId: string): Promise<SignedIn | null> {
    const began = { at: elapsed(), removals }
    const signedIn = (await source.read([sessionId])).get(sessionId) ?? null
    if (began.removals === removals) {
      if (signedIn === null) entries.delete(sessionId)
      // Kept only once the own password is chosen: then every process opens at once, not with the message.
      else if (!signedIn.mustChangePassword) keep({ signedIn, confirmedAt: began.at, usedAt: began.at })
    }
    return signedIn
  }

  async function confirmSome(chunk: readonly [string, Entry][]): Promise<void> {
    const beganAt = elapsed()
    const found = await source.read(chunk.map(([sessionId]) => sessionId))
    for (const [sessionId, entry] of chunk) {
      const signedIn = found.get(sessionId)
      // Changes the entry, and does not add it: one that was removed since this reading began stays removed.
      if (signedIn) Object.assign(entry, { signedIn, confirmedAt: beganAt })
      else entries.delete(sessionId)
    }
  }

  async function confirmAll(): Promise<void> {
    if (!bus.healthy()) dropAll()
    const now = elapsed()
    for (const [sessionId, { usedAt }] of entries) if (now - usedAt >= KEEP_MS) entries.delete(sessionId)
    const kept = [...entries]
    // One after the other: requests need the connections.
    for (let i = 0; i < kept.length; i += CHUNK) await confirmSome(kept.slice(i, i + CHUNK))
  }

  function remembered(sessionId: string): SignedIn | null {
    const entry = entries.get(sessionId)
    const at = elapsed()
    if (entry === undefined || at - entry.confirmedAt >= TRUST_MS || !bus.healthy()) return null
    entry.usedAt = at
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

  const stopHearing = bus.subscribe(hear)
  const stopGap = bus.onGap(dropAll)
  const timer = setInterval(() => void confirm(), CONFIRM_EVERY_MS)
  timer.unref()

  return {
    known: (sessionId, now) => openAt(remembered(sessionId), now),
    find: async (sessionId, now) => openAt(remembered(sessionId) ?? (await read(sessionId)), now),
    async seen(sessionId, now) {
      const there = await source.seen(sessionId, now)
      dropSession(sessionId)
      return there
    },
    async remove(sessionId) {
      dropSession(sessionId)
      await source.remove(sessionId)
    },
    confirm,
    size: () => entries.size,
    async close() {
      stopHearing()
      stopGap()
      clearInterval(timer)
      // A reading must not outlive the connections of the database.
      await confirming
    },
  }
}

const openAt = (signedIn: SignedIn | null, now: number): SignedIn | null =>
  signedIn !== null && now < signedIn.expiresAt ? signedIn : null
