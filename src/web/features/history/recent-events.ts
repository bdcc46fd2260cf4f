import { useSyncExternalStore } from 'react'
import type { EventResponse } from '#contract/http/operations'
import type { LiveEvent } from './model.ts'

/** From here on the list is asked for again, so that what has been heard need not be kept. */
const MANY = 500
/** For how long a row that has just come is marked. */
const FRESH_MS = 1500

/** What came live since the tab was opened, as far as a list may not have it yet. */
export interface RecentEvents {
  /** Whether so many have come that the list should be asked for again. */
  hear(event: EventResponse): boolean
  /** How many were heard in all. */
  heard(): number
  /** Whether this event came a moment ago. */
  isFresh(eventId: number): boolean
  useEvents(): readonly LiveEvent[]
}

export function createRecentEvents(now: () => number = () => performance.now()): RecentEvents {
  let events: readonly LiveEvent[] = []
  let count = 0
  const heardAt = new Map<number, number>()
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    hear(event) {
      // Twice as many as bring about a new list: an answer that is long under way still finds what it lacks.
      events = [...events, { event, order: count }].slice(-2 * MANY)
      count += 1
      heardAt.set(event.id, now())
      for (const listener of listeners) listener()
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
    useEvents: () => useSyncExternalStore(subscribe, () => events),
  }
}
