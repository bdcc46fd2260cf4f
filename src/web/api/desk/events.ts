import { queryOptions } from '@tanstack/react-query'
import type { EventFilters } from '#contract/http/desk/history'
import type { EventResponse } from '#contract/http/operations'
import type { EventType } from '#domain/operation/steps'
import { call, callForResponse, pathOf, searchOf, translatedQuery } from '../call.ts'
import { type FeedRecord, named, type OperationEvent, toCorrection, toEvent } from '../operation.ts'

const PATH = pathOf('GET /api/events')

/** Key of one paged list of events. */
export const eventsKey = (...list: (string | null)[]) => [PATH, ...list] as const

/** What a list of events holds. Criteria combine with AND, values of one with OR; an empty list selects everything. */
export interface EventCriteria {
  operatorIds: readonly number[]
  /** Operation keys or container numbers. */
  containers: readonly string[]
  eventTypes: Iterable<EventType>
  /** ISO 8601, included. */
  from: string | null
  /** ISO 8601, excluded. */
  to: string | null
  text?: string
  /** Only events without a position, or steps outside their place. */
  position?: 'missing' | 'outside'
}

/** The query string of a list of events and of its export; equal criteria give equal strings. */
export function eventSearch(criteria: EventCriteria): string {
  const { operatorIds, containers, eventTypes, from, to, text, position, ...forgotten } = criteria
  forgotten satisfies Record<string, never>
  return searchOf<'GET /api/events'>({
    operatorId: operatorIds,
    containerId: containers,
    eventType: [...eventTypes],
    from,
    to,
    q: text,
    position,
  } satisfies Record<keyof EventFilters, unknown>)
}

export interface EventPage {
  /** Newest first. */
  events: readonly OperationEvent[]
  /** Events on all pages; null when the server does not say. */
  total: number | null
  /** Cursor of the next page; null on the last. */
  next: string | null
}

/** One page of the events that `search` (of `eventSearch`) selects. @throws HttpError, NetworkError, or the abort */
export async function fetchEventPage(
  search: string,
  limit: number,
  cursor: string | null,
  signal: AbortSignal,
): Promise<EventPage> {
  const response = await callForResponse('GET /api/events', { search, query: { limit, cursor }, signal })
  const events: unknown = await response.json()
  if (!Array.isArray(events)) throw new Error('GET /api/events did not answer with a list')
  const total = Number.parseInt(response.headers.get('x-total-count') ?? '', 10)
  return {
    events: (events as EventResponse[]).map(toEvent),
    total: Number.isNaN(total) ? null : total,
    next: response.headers.get('x-next-cursor') || null,
  }
}

/** The CSV file of the selected events, of the last `days` days; 0: of all time. @throws as `fetchEventPage` */
export const exportEvents = (search: string, days: number, signal: AbortSignal) =>
  callForResponse('GET /api/events/export', { search, query: { days }, signal })

/** Events and corrections above the sequence number `after`, oldest first. */
export const fetchEventsAfter = async (after: number, limit: number): Promise<FeedRecord[]> => {
  const records = await call('GET /api/events', { query: { after, limit } })
  return records.map((record) => ('correctionId' in record ? toCorrection(record) : toEvent(record)))
}

/** Every operation in the history, newest first. */
export const containersQuery = queryOptions({
  ...translatedQuery('GET /api/containers/all', (list) => list.map(named)),
  staleTime: 60_000,
})
