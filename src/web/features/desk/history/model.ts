import { type EventFilter, type FilteredEvent, matchesFilter } from '#domain/history/event-filter'
import type { EventPage } from '../../../api/desk/events.ts'
import type { OperationEvent } from '../../../api/operation.ts'
import type { operatorNames } from '../../../api/people/operator-names.ts'

type Names = ReturnType<typeof operatorNames>

export interface HistoryPage extends EventPage {
  total: number
  /** How many live events had come when it was requested: those are in the answer. */
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

const filtered = (event: OperationEvent, names: Names): FilteredEvent => ({
  ...event,
  operator: names.get(event.userId)?.both ?? event.username,
  occurredAt: Date.parse(event.timestamp),
  outside: event.stepGrade?.where === 'outside',
})

/** The order of the server's list. */
function newestFirst(a: OperationEvent, b: OperationEvent): number {
  return Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.id - a.id
}

/** The pages and the live events since their request, as one list. `narrowing` null: nothing can match. `names`: by id. */
export function mergeHistory(
  pages: readonly HistoryPage[],
  live: readonly LiveEvent[],
  narrowing: EventFilter | null,
  names: Names,
): History {
  const known = new Map<number, OperationEvent>()
  for (const page of pages)
    for (const event of page.events) if (!known.has(event.id)) known.set(event.id, event)
  const heard = pages[0]?.heard ?? 0
  // Those before are in the answer; one of them that is not was retracted since.
  const later = live.filter(({ order }) => order >= heard)
  const oldest = pages.at(-1)
  const tail = oldest?.next == null ? undefined : oldest.events.at(-1)
  let total = pages[0]?.total ?? 0
  let added = false
  for (const { event } of later) {
    if (known.has(event.id) || narrowing === null) continue
    if (!matchesFilter(filtered(event, names), narrowing)) continue
    total += 1
    // A phone that was offline delivers late events: those below the loaded part come with their page.
    if (tail && newestFirst(event, tail) > 0) continue
    known.set(event.id, event)
    added = true
  }
  const rows = [...known.values()]
  return { rows: closeIntervals(added ? rows.sort(newestFirst) : rows, later), total }
}

/** Closes open durations by the operation's next live event; the same array without live events. */
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

/** The highest `seq` in the list; -1 without rows. Later arrivals have a higher one, whenever they happened. */
export function newestSeq(rows: readonly OperationEvent[]): number {
  return rows.reduce((highest, { seq }) => Math.max(highest, seq), -1)
}

/**
 * The rows while the person reads further down: later arrivals than `heldAt` (a `seq`) are counted instead of shown.
 * `heldAt` null: nothing is held back.
 */
export function holdBack(
  rows: readonly OperationEvent[],
  heldAt: number | null,
): { shown: readonly OperationEvent[]; waiting: number } {
  const shown = heldAt === null ? rows : rows.filter(({ seq }) => seq <= heldAt)
  const waiting = rows.length - shown.length
  return { shown: waiting === 0 ? rows : shown, waiting }
}
