import { type EventType, isStop } from '#domain/operation/steps'
import type { Destination, Operation, OperationEvent } from '../../../api/operation.ts'

/** What is known of one operation. `operation` null: it has ended, and anything older about it is stale. */
interface BoardEntry {
  operation: Operation | null
  /** Number of the event (or list) that this knowledge comes from. */
  seq: number
}

/**
 * The supervisor's active operations, merged from lists and live messages that may come late, twice or out of order. The
 * higher number wins.
 */
export interface Board {
  entries: ReadonlyMap<string, BoardEntry>
  /** Keys of the active operations in the order in which they are shown. */
  order: readonly string[]
  /** Everything up to this number is in `entries`: an older message has nothing to add. -1: no list yet. */
  seq: number
}

export const EMPTY_BOARD: Board = { entries: new Map(), order: [], seq: -1 }

export const operationOf = (board: Board, operationKey: string): Operation | null =>
  board.entries.get(operationKey)?.operation ?? null

/** The board after one live message; the same board when it says nothing new. */
export function applyOperation(board: Board, operation: Operation, seq: number): Board {
  const { operationKey } = operation
  const known = board.entries.get(operationKey)
  if (seq <= board.seq || (known && seq <= known.seq)) return board
  const entries = new Map(board.entries)
  if (operation.ended || !operation.isActive) {
    // The tombstone stays until a list covers its number, else a late message would bring the card back.
    entries.set(operationKey, { operation: null, seq })
    return { ...board, entries, order: board.order.filter((id) => id !== operationKey) }
  }
  entries.set(operationKey, { operation, seq })
  const order = board.order.includes(operationKey) ? board.order : [operationKey, ...board.order]
  return { ...board, entries, order }
}

/** The board after an operation was given another place or client; its number is that of its record, which stays. */
export function applyDestination(board: Board, { operationKey, ...destination }: Destination): Board {
  const known = board.entries.get(operationKey)
  if (!known?.operation) return board
  const operation = { ...known.operation, ...destination }
  return { ...board, entries: new Map(board.entries).set(operationKey, { ...known, operation }) }
}

const newestFirst = (a: Operation, b: Operation): number =>
  Date.parse(b.startedAt) - Date.parse(a.startedAt) || (a.operationKey < b.operationKey ? -1 : 1)

/** Whether a card would look the same; `totalDuration` is the length at the moment of the answer and only ticks. */
function sameCard(a: Operation, b: Operation): boolean {
  return a === b || JSON.stringify({ ...a, totalDuration: 0 }) === JSON.stringify({ ...b, totalDuration: 0 })
}

/** The board after a list `GET /api/supervisor/operations` that reflects everything up to `seq`. */
export function applySnapshot(board: Board, operations: readonly Operation[], seq: number): Board {
  if (seq < board.seq) return board
  const entries = new Map<string, BoardEntry>()
  for (const operation of operations) {
    if (operation.ended || !operation.isActive) continue
    const known = board.entries.get(operation.operationKey)?.operation
    // Unchanged operations keep their object, so that their cards do not render again.
    entries.set(operation.operationKey, {
      operation: known && sameCard(known, operation) ? known : operation,
      seq,
    })
  }
  for (const [operationKey, entry] of board.entries) if (entry.seq > seq) entries.set(operationKey, entry)

  const active = (id: string): boolean => (entries.get(id)?.operation ?? null) !== null
  const kept = board.order.filter(active)
  const keptSet = new Set(kept)
  const added = operations
    .filter(({ operationKey }) => active(operationKey) && !keptSet.has(operationKey))
    .sort(newestFirst)
    .map(({ operationKey }) => operationKey)
  return { entries, order: [...added, ...kept], seq }
}

/** The list with `event` in its place: newest first, each number once, at most `limit` long. */
export function addEvent(
  list: readonly OperationEvent[],
  event: OperationEvent,
  limit: number,
): readonly OperationEvent[] {
  const place = list.findIndex(({ seq }) => seq <= event.seq)
  if (place >= 0 && list[place]?.seq === event.seq) return list
  const at = place < 0 ? list.length : place
  if (at >= limit) return list
  return [...list.slice(0, at), event, ...list.slice(at)].slice(0, limit)
}

export type CardTone = 'stopped' | 'resuming' | 'normal'

/** How urgent a card looks, by the event that opened its status. */
export function cardTone(newestEventType: EventType): CardTone {
  if (isStop(newestEventType)) return 'stopped'
  return newestEventType === 'resume_route' ? 'resuming' : 'normal'
}

export type Freshness =
  | { kind: 'now' }
  | { kind: 'seconds'; count: number }
  | { kind: 'minutes'; count: number }
  | { kind: 'clock' }

/** How to say how old `at` is (both epoch milliseconds). Seconds up to 2 minutes, so that '1 minutes' is never said. */
export function freshness(at: number, now: number): Freshness {
  const seconds = Math.floor((now - at) / 1000)
  if (seconds < 5) return { kind: 'now' }
  if (seconds < 120) return { kind: 'seconds', count: seconds }
  if (seconds < 3600) return { kind: 'minutes', count: Math.floor(seconds / 60) }
  return { kind: 'clock' }
}
