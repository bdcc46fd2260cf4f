import type { OperationEvent } from '../../api/operation.ts'
import { createStore, type Readable } from '../../lib/store.ts'
import type { LiveEvent } from './model.ts'

/** From here on the list is asked for again, so that what has been heard need not be kept. */
const MANY = 500
/** For how long a row that has just come is marked. */
const FRESH_MS = 1500

/** What came live since the tab was opened, as far as a list may not have it yet. */
export interface RecentEvents {
  /** Whether so many have come that the list should be asked for again. */
  hear(event: OperationEvent): boolean
  /** How many were heard in all. */
  heard(): number
  /** Whether this event came a moment ago. */
  isFresh(eventId: number): boolean
  events: Readable<readonly LiveEvent[]>
}

export function createRecentEvents(now: () => number = () => performance.now()): RecentEvents {
  const events = createStore<readonly LiveEvent[]>([])
  let count = 0
  const heardAt = new Map<number, number>()
  return {
    hear(event) {
      // Twice as many as bring about a new list: an answer that is long under way still finds what it lacks.
      const heard = { event, order: count }
      count += 1
      heardAt.set(event.id, now())
      events.set([...events.get(), heard].slice(-2 * MANY))
      return count % MANY === 0
    },
    heard: () => count,
    isFresh(eventId) {
      const at = heardAt.get(eventId)
      if (at === undefined) return false
      if (now() - at < FRESH_MS) return true
      heardAt.delete(eventId)
      return false
    },
    events,
  }
}
