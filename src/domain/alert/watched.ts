import type { Terms } from '../detention/contract.ts'
import { type EventType, isStop, type OperationType, PARK_ACCESS, workflowRow } from '../operation/steps.ts'
import { LONGEST_BACKOFF_MS } from '../outbox/backoff.ts'

/** An event that took longer to the server was delivered late: its phone may hold more. */
export const LATE_MS = 30_000
/** So long after a late event nothing is raised: longer than any phone that holds more waits between two tries. */
export const SETTLING_MS = LONGEST_BACKOFF_MS + 15_000
/** A phone that delivers on and on delays no alert longer than this. */
const MOST_SETTLING_MS = 10 * 60_000

/** The part of the terms that says when free time ends. */
export type FreeTime = Pick<Terms, 'basis' | 'freeMinutes' | 'pauses' | 'zone'>

/** What the rules need to know of an active operation. Times are epoch milliseconds. */
export interface Watched {
  operationType: OperationType
  newestEventType: EventType
  newestEventAt: number
  /** Of the place where the truck was going; null: not known. */
  placeId: number | null
  /** What was agreed on the free time, by contract or for that place; null: nothing. */
  freeTime: FreeTime | null
  /** Since when the truck is in the park; null: it is not. */
  arrivedAt: number | null
  /** Since when it has access; null: it waits, or is not in the park. */
  accessAt: number | null
  /** The newest step that must happen at the place, when it did not; `at`: when the server heard of it. */
  outside: { at: number; metres: number } | null
  /** The newest step, when the phone's clock was not right to the second. */
  clock: { at: number; offsetSeconds: number } | null
  /** Steps that were refused since the newest event. */
  refused: { at: number; times: number } | null
  /** The newest event came late, so more may follow: since the first late one in a row, up to then. */
  settling: { from: number; until: number } | null
}

/** An event as it counts today. */
export interface WatchedEvent {
  type: EventType
  operationType: OperationType
  at: number
  /** When the server stored it. */
  recordedAt: number
  /** What was added to the phone's clock; null: not reported. */
  clockOffsetMs: number | null
  /** How far outside of its place, past doubt; 0: at the place; null: not judged. */
  outsideMetres: number | null
}

/** What is known after `event`. */
export function watch(before: Watched | null, event: WatchedEvent): Watched {
  const { type, operationType, at, recordedAt, clockOffsetMs, outsideMetres } = event
  const offsetSeconds = clockOffsetMs === null ? 0 : Math.round(clockOffsetMs / 1000)
  // Written out: a copy of what was known before takes longer, for each press and each event of a month.
  return {
    placeId: before?.placeId ?? null,
    freeTime: before?.freeTime ?? null,
    operationType,
    newestEventType: type,
    newestEventAt: at,
    arrivedAt: isInPark(operationType, type) ? (before?.arrivedAt ?? at) : null,
    accessAt: isInPark(operationType, type) ? (before?.accessAt ?? (type === PARK_ACCESS ? at : null)) : null,
    outside:
      outsideMetres === null
        ? (before?.outside ?? null)
        : outsideMetres > 0
          ? { at: recordedAt, metres: Math.round(outsideMetres) }
          : null,
    clock: offsetSeconds === 0 ? null : { at: recordedAt, offsetSeconds },
    refused: null,
    settling: settlingAfter(before?.settling ?? null, event),
  }
}

/** A phone delivers in order: after an event that is not late, nothing older can follow. */
function settlingAfter(before: Watched['settling'], { at, recordedAt }: WatchedEvent): Watched['settling'] {
  if (recordedAt - at <= LATE_MS) return null
  const from = before && recordedAt <= before.until ? before.from : recordedAt
  return { from, until: Math.min(recordedAt + SETTLING_MS, from + MOST_SETTLING_MS) }
}

const isInPark = (operationType: OperationType, type: EventType): boolean =>
  !isStop(type) && workflowRow(operationType, type).parkInterval !== null

/** As a `WatchedEvent` has it, from the grade of a step; null: not judged. */
export const metresOutside = (
  grade: { where: 'inside' | 'outside' | 'unknown'; metres: number | null } | null,
): number | null => (grade === null || grade.where === 'unknown' ? null : (grade.metres ?? 0))

/** Nothing follows this event: no rule looks at the operation any more. */
export const isOver = ({ operationType, type }: Pick<WatchedEvent, 'operationType' | 'type'>): boolean =>
  workflowRow(operationType, type).next.length === 0
