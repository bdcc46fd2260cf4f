import type { OperationEvent } from '../../../api/operation.ts'
import { createStore } from '../../../lib/store.ts'
import type { LiveEvent } from './model.ts'

/** After so many live events the list is refetched, so that they need not all be kept. */
const MANY = 500
/** How long a new row is marked. */
const FRESH_MS = 1500

/** Live events since the tab was opened, as far as a list may lack them. */
export function createRecentEvents() {
  const events = createStore<readonly LiveEvent[]>([])
  let count = 0
  const heardAt = new Map<number, number>()
  return {
    /** Returns whether the list should be refetched now. */
    hear(event: OperationEvent): boolean {
      // Twice as many as cause a refetch: a slow answer still finds the events that it lacks.
      const heard = { event, order: count }
      count += 1
      heardAt.set(event.id, performance.now())
      events.set([...events.get(), heard].slice(-2 * MANY))
      return count % MANY === 0
    },
    /** How many came in all. */
    heard: (): number => count,
    isFresh(eventId: number): boolean {
      const at = heardAt.get(eventId)
      if (at === undefined) return false
      if (performance.now() - at < FRESH_MS) return true
      heardAt.delete(eventId)
      return false
    },
    events,
  }
}
