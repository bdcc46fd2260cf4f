import { mapsLink } from '#domain/geo/position'
import { intervalSeconds } from '#domain/operation/decide'
import type { Entry } from '#domain/outbox/entry'
import { happenedAt, type LocalOperation } from '#domain/outbox/standing'
import type { OperationEvent } from '../../../../api/operation.ts'
import type { EventLogRow } from '../../../../ui/haulage/event-log-table.tsx'

/**
 * The operation's log, newest first: the phone's unsent events above the server's. What was refused, retracted or is
 * being taken back is left out: the first row is the state.
 */
export function logRows(
  operation: LocalOperation,
  entries: readonly Entry[],
  events: readonly OperationEvent[],
  username: string,
  offsetMs: number,
): EventLogRow[] {
  const onServer = new Set(events.map(({ eventId }) => eventId))
  const undone = new Set(entries.filter(({ undo }) => undo).map(({ eventId }) => eventId))
  const own = entries
    .filter((entry) => entry.status !== 'refused' && !entry.undo && !onServer.has(entry.eventId))
    .filter(
      ({ localOperationId, operationKey }) =>
        localOperationId === operation.id || (operationKey !== null && operationKey === operation.key),
    )
  const newestFirst = [
    ...own.map((entry) => entryRow(entry, username, offsetMs)).reverse(),
    ...events
      .filter(
        (event) => event.operationKey === operation.key && !event.retracted && !undone.has(event.eventId),
      )
      .map((event): EventLogRow => ({ ...event, delivery: 'server' })),
  ]
  return newestFirst.map((row, index) => {
    const next = newestFirst[index - 1]
    // The phone knows the end of an interval before the server does.
    if (row.duration !== null || next === undefined) return row
    return { ...row, duration: intervalSeconds(Date.parse(row.timestamp), Date.parse(next.timestamp)) }
  })
}

function entryRow(entry: Entry, username: string, offsetMs: number): EventLogRow {
  const coordinates = entry.fix?.coordinates ?? null
  return {
    // The server's ids are positive.
    id: -entry.order,
    timestamp: new Date(entry.recordedAs ?? happenedAt(entry, offsetMs)).toISOString(),
    username,
    containerNumber: entry.containerNumber,
    eventType: entry.eventType,
    duration: null,
    location: null,
    coordinates,
    googleMapsLink: coordinates && mapsLink(coordinates),
    delivery: entry.status === 'delivered' ? 'server' : 'phone',
  }
}
