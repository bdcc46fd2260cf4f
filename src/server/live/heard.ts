import { RETRACTION_MS } from '#domain/operation/retraction'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../db/connect.ts'
import { noteHeard } from '../record/retraction.ts'
import type { Bus } from './bus/bus.ts'

/** How long a request stays in memory alone; a crash loses those of that time. */
const FLUSH_MS = 2_000
/** Some 4 MB; beyond it every driver is noted once more. */
const MAX_KEPT = 50_000

/** Notes that the phones of drivers have a network, which decides about retractions that come late. */
export interface HeardDrivers {
  hear(userId: number): void
  /** Stores what is in memory. When that fails, it stays for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * One request of each driver counts: the first after the minute of the newest press. So a press costs one row, stored some
 * seconds later with those of others, and a poll costs one look into memory.
 */
export function createHeardDrivers({
  database,
  bus,
  clock,
  onError,
}: {
  database: Pick<Database, 'orm'>
  bus: Bus
  clock: Clock
  onError: (error: unknown) => void
}): HeardDrivers {
  /** Until when a driver need not be noted, epoch milliseconds; absent: nothing is known of the newest press. */
  const quietUntil = new Map<number, number>()
  let unstored = new Map<number, number>()
  let storing = Promise.resolve()
  let failing = false

  const stopHearing = bus.subscribe((message) => {
    if (message.kind !== 'recorded') return
    const { userId, recordedAt } = message.event
    unstored.delete(userId)
    quietUntil.set(userId, recordedAt.getTime() + RETRACTION_MS)
  })
  const stopGap = bus.onGap(() => quietUntil.clear())

  async function store(): Promise<void> {
    if (unstored.size === 0) return
    const heard = unstored
    unstored = new Map()
    try {
      await noteHeard(
        database.orm,
        [...heard].map(([userId, at]) => ({ userId, at })),
      )
      failing = false
    } catch (error) {
      // The earlier request counts.
      unstored = new Map([...unstored, ...heard])
      // Logged once: the timer tries again.
      if (!failing) onError(error)
      failing = true
    }
  }

  // One at a time: two would lock the same rows.
  const flush = (): Promise<void> => {
    storing = storing.then(store)
    return storing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    hear(userId) {
      const now = clock.now()
      if (now <= (quietUntil.get(userId) ?? 0)) return
      if (quietUntil.size >= MAX_KEPT) quietUntil.clear()
      quietUntil.set(userId, Number.POSITIVE_INFINITY)
      if (unstored.size < MAX_KEPT && !unstored.has(userId)) unstored.set(userId, now)
    },
    flush,
    close() {
      stopHearing()
      stopGap()
      clearInterval(timer)
      return flush()
    },
  }
}
