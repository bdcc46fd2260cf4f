import type {
  EventResponse,
  OperationResponse,
  SupervisorOperationsResponse,
} from '#contract/http/operations'
import type { LiveChange } from '../../lib/live.ts'
import { addEvent, applyOperation, applySnapshot, type Board, EMPTY_BOARD, operationOf } from './model.ts'

/** One card: the operation and when (milliseconds of `performance.now()`) a message changed it; 0: never. */
export interface Card {
  operation: OperationResponse
  changedAt: number
}

export interface BoardStore {
  hear(change: LiveChange): void
  applyList(list: SupervisorOperationsResponse): void
  /** Keys of the active operations in order; the same array until it changes. */
  order(): readonly string[]
  /** Null once the operation has ended; the same object until it changes. */
  card(containerId: string): Card | null
  /** Every card by its key; the same map until one changes. */
  cards(): ReadonlyMap<string, Card>
  /** Whether a list has come since the page was opened. */
  loaded(): boolean
  /** Newest first, since the page was opened. */
  events(): readonly EventResponse[]
  /** Server milliseconds of the newest list or message; null before the first. */
  updatedAt(): number | null
  subscribe(listener: () => void): () => void
  /** Wakes only when this one card changes: one message renders one card. */
  subscribeCard(containerId: string, listener: () => void): () => void
}

const RECENT_EVENTS = 50

/** Holds the board for the components. `now`: server milliseconds; `tick`: monotonic milliseconds. */
export function createBoardStore(now: () => number, tick: () => number): BoardStore {
  let board: Board = EMPTY_BOARD
  let cards: ReadonlyMap<string, Card> = new Map()
  let events: readonly EventResponse[] = []
  let updatedAt: number | null = null
  const listeners = new Set<() => void>()
  const cardListeners = new Map<string, Set<() => void>>()

  function show(next: Board, glows: boolean): void {
    const before = cards
    const wasEmpty = board.seq < 0
    board = next
    const shown = new Map<string, Card>()
    const changed: string[] = []
    for (const id of board.order) {
      const operation = operationOf(board, id)
      if (!operation) continue
      const old = before.get(id)
      if (old?.operation === operation) {
        shown.set(id, old)
      } else {
        shown.set(id, { operation, changedAt: glows && !wasEmpty ? tick() : 0 })
        changed.push(id)
      }
    }
    cards = shown
    for (const id of before.keys()) if (!shown.has(id)) changed.push(id)
    for (const id of changed) for (const listener of cardListeners.get(id) ?? []) listener()
  }

  function tell(): void {
    updatedAt = now()
    for (const listener of listeners) listener()
  }

  return {
    hear(change) {
      if (change.type === 'operation') {
        const next = applyOperation(board, change.operation, change.seq)
        if (next !== board) show(next, true)
      } else if (change.type === 'event') {
        events = addEvent(events, change.event, RECENT_EVENTS)
      } else {
        return
      }
      tell()
    },
    applyList({ operations, seq }) {
      const next = applySnapshot(board, operations, seq)
      if (next !== board) show(next, true)
      tell()
    },
    order: () => board.order,
    card: (containerId) => cards.get(containerId) ?? null,
    cards: () => cards,
    loaded: () => board.seq >= 0,
    events: () => events,
    updatedAt: () => updatedAt,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribeCard(containerId, listener) {
      const set = cardListeners.get(containerId) ?? new Set()
      cardListeners.set(containerId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) cardListeners.delete(containerId)
      }
    },
  }
}
