import { type EventFilter, matchesFilter } from '#domain/history/event-filter'
import type { EventPage } from '../../api/events.ts'
import type { OperationEvent } from '../../api/operation.ts'

/** A page of the list. */
export interface HistoryPage extends EventPage {
  total: number
  /** How many live events had been heard when it was requested: these are surely in the answer. */
  heard: number
}

/** An event that came live; `order` counts them from 0. */
export interface LiveEvent {
  event: OperationEvent
  order: number
}

export interface History {
  /** Newest first, each event once. */
  rows: readonly OperationEvent[]
  /** Events that match, loaded or not. */
  total: number
}

/** The order of the server's list. */
function newestFirst(a: OperationEvent, b: OperationEvent): number {
  return Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.id - a.id
}

/** The pages and what has come live since they were asked for, as one list. `narrowing` null: nothing can match. */
export function mergeHistory(
  pages: readonly HistoryPage[],
  live: readonly LiveEvent[],
  narrowing: EventFilter | null,
): History {
  const known = new Map<number, OperationEvent>()
  for (const page of pages)
    for (const event of page.events) if (!known.has(event.id)) known.set(event.id, event)
  const heard = pages[0]?.heard ?? 0
  const oldest = pages.at(-1)
  const tail = oldest?.next == null ? undefined : oldest.events.at(-1)
  let total = pages[0]?.total ?? 0
  let added = false
  for (const { event, order } of live) {
    if (order < heard || known.has(event.id) || narrowing === null) continue
    if (!matchesFilter({ ...event, occurredAt: Date.parse(event.timestamp) }, narrowing)) continue
    total += 1
    // A phone that was offline delivers late: what belongs below the loaded part comes with its page.
    if (tail && newestFirst(event, tail) > 0) continue
    known.set(event.id, event)
    added = true
  }
  const rows = [...known.values()]
  return { rows: closeIntervals(added ? rows.sort(newestFirst) : rows, live), total }
}

/** Fills the open durations whose operation has gone on since; the same array when there are none. */
function closeIntervals(
  rows: readonly OperationEvent[],
  live: readonly LiveEvent[],
): readonly OperationEvent[] {
  const byOperation = new Map<string, OperationEvent[]>()
  for (const { event } of live) {
    const events = byOperation.get(event.operationKey)
    if (events) events.push(event)
    else byOperation.set(event.operationKey, [event])
  }
  if (byOperation.size === 0) return rows
  return rows.map((row) => {
    if (row.duration !== null) return row
    const next = byOperation
      .get(row.operationKey)
      ?.filter(({ seq }) => seq > row.seq)
      .reduce<OperationEvent | null>((first, each) => (first && first.seq < each.seq ? first : each), null)
    if (!next) return row
    const duration = Math.floor((Date.parse(next.timestamp) - Date.parse(row.timestamp)) / 1000)
    return { ...row, duration: Math.max(0, duration) }
  })
}

/** The highest number in the list: what comes later has a higher one, whenever it happened. -1: none. */
export function newestSeq(rows: readonly OperationEvent[]): number {
  return rows.reduce((highest, { seq }) => Math.max(highest, seq), -1)
}

/**
 * What is shown while the person reads further down: nothing that came after `heldAt` (a `seq`) moves the list; it is
 * counted instead. Null: nothing is held back.
 */
export function holdBack(
  rows: readonly OperationEvent[],
  heldAt: number | null,
): { shown: readonly OperationEvent[]; waiting: number } {
  if (heldAt === null) return { shown: rows, waiting: 0 }
  const shown = rows.filter(({ seq }) => seq <= heldAt)
  return shown.length === rows.length
    ? { shown: rows, waiting: 0 }
    : { shown, waiting: rows.length - shown.length }
}

/** Container numbers with the newest first, each once. */
export function distinctContainers(list: readonly { containerNumber: string }[]): string[] {
  return [...new Set(list.map(({ containerNumber }) => containerNumber))]
}
