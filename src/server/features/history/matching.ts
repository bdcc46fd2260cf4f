import type { EventFilters } from '#contract/http/history'
import { isOperationKey } from '#domain/container/operation-key'
import { eventTypesCalled } from '#domain/history/event-filter'
import type { EventType } from '#domain/operation/steps'
import { MAX_INTEGER, possibleInstant } from '../../db/limits.ts'

/** Filters as the database takes them. Null: not filtered; an empty list: nothing matches. */
export interface EventMatch {
  operatorIds: number[] | null
  containers: { keys: string[]; numbers: string[] } | null
  eventTypes: EventType[] | null
  /** Inclusive. */
  from: Date | null
  /** Exclusive. */
  to: Date | null
  /** Only those recorded without a position. */
  withoutPosition: true | null
  /** Only steps outside their place: to be found first, as `ids`. */
  outside: true | null
  ids: readonly number[] | null
  text: { contained: string; eventTypes: EventType[] } | null
}

export const EVERYTHING: EventMatch = {
  operatorIds: null,
  containers: null,
  eventTypes: null,
  from: null,
  to: null,
  withoutPosition: null,
  outside: null,
  ids: null,
  text: null,
}

export function matchOf(filters: EventFilters): EventMatch {
  const { operatorId, containerId, eventType, from, to, position, q } = filters
  return {
    // No account has a larger number, and the integer column cannot be compared with one.
    operatorIds: operatorId.length === 0 ? null : operatorId.filter((id) => id <= MAX_INTEGER),
    containers:
      containerId.length === 0
        ? null
        : {
            keys: containerId.filter(isOperationKey),
            numbers: containerId.filter((text) => !isOperationKey(text)),
          },
    eventTypes: eventType.length === 0 ? null : eventType,
    from: from === undefined ? null : possibleInstant(from),
    to: to === undefined ? null : possibleInstant(to),
    withoutPosition: position === 'missing' ? true : null,
    outside: position === 'outside' ? true : null,
    ids: null,
    text: q ? { contained: q, eventTypes: eventTypesCalled(q) } : null,
  }
}

/** Adds the limit of the last `days` days before `now`; 0: no limit. */
export function within(match: EventMatch, days: number, now: number): EventMatch {
  if (days === 0) return match
  const since = now - days * 24 * 60 * 60 * 1000
  return { ...match, from: new Date(Math.max(match.from?.getTime() ?? since, since)) }
}
