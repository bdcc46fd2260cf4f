import { RETRACTION_MS } from '#domain/operation/retraction'
import type { Clock } from '../adapters/clock.ts'
import { type StoredLater, storeLater } from '../adapters/store-later.ts'
import type { Database } from '../db/connect.ts'
import { noteHeard } from '../record/retraction.ts'
import type { Bus } from './bus/bus.ts'

/** How long a request stays in memory alone; a crash loses those of that time. */
const FLUSH_MS = 2_000
/** Some 4 MB; beyond it every driver is noted once more. */
const MAX_KEPT = 50_000

/** Notes that the phones of drivers have a network, which decides about retractions that come late. */
export interface HeardDrivers extends Pick<StoredLater<number, unknown>, 'flush' | 'close'> {
  hear(userId: number): void
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
  const unstored = storeLater<number, number>({
    everyMs: FLUSH_MS,
    most: MAX_KEPT,
    // The earlier request counts.
    merge: (known) => known,
    store: (heard) =>
      noteHeard(
        database.orm,
        [...heard].map(([userId, at]) => ({ userId, at })),
      ),
    onError,
  })

  const stopHearing = bus.subscribe((message) => {
    if (message.kind !== 'recorded') return
    const { userId, recordedAt } = message.event
    unstored.forget(userId)
    quietUntil.set(userId, recordedAt.getTime() + RETRACTION_MS)
  })
  const stopGap = bus.onGap(() => quietUntil.clear())

  return {
    hear(userId) {
      const now = clock.now()
      if (now <= (quietUntil.get(userId) ?? 0)) return
      if (quietUntil.size >= MAX_KEPT) quietUntil.clear()
      quietUntil.set(userId, Number.POSITIVE_INFINITY)
      unstored.add(userId, now)
    },
    flush: unstored.flush,
    close() {
      stopHearing()
      stopGap()
      return unstored.close()
    },
  }
}
