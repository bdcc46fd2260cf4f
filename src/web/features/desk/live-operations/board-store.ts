import type { LiveChange } from '../../../api/desk/live-feed.ts'
import type { OperationList } from '../../../api/desk/supervisor-operations.ts'
import type { Operation, OperationEvent } from '../../../api/operation.ts'
import { createStore } from '../../../lib/store.ts'
import {
  addEvent,
  applyDestination,
  applyOperation,
  applySnapshot,
  type Board,
  EMPTY_BOARD,
  operationOf,
} from './model.ts'

/** `changedAt`: when a message changed the operation, in milliseconds of `performance.now()`; 0: never. */
export interface Card {
  operation: Operation
  changedAt: number
}

/** Each part is the same object until it changes, so that a component renders only for the part it selects. */
export interface BoardState {
  /** Of the active operations. Its `seq` is negative until the first list has come. */
  board: Board
  /** By operation key. A card is the same object until its operation changes. */
  cards: ReadonlyMap<string, Card>
  /** Newest first, since the page was opened. */
  events: readonly OperationEvent[]
}

export type BoardStore = ReturnType<typeof createBoardStore>

const RECENT_EVENTS = 50

/** Holds the board for the components. `tick`: monotonic milliseconds. */
export function createBoardStore(tick: () => number) {
  const { get, set, subscribe } = createStore<BoardState>({
    board: EMPTY_BOARD,
    cards: new Map(),
    events: [],
  })

  const update = (changes: Partial<BoardState>): void => set({ ...get(), ...changes })

  function show(next: Board): Partial<BoardState> {
    const { board, cards: before } = get()
    if (next === board) return {}
    // Nothing glows in the first list.
    const changedAt = board.seq < 0 ? 0 : tick()
    const cards = new Map<string, Card>()
    for (const key of next.order) {
      const operation = operationOf(next, key)
      if (!operation) continue
      const old = before.get(key)
      cards.set(key, old?.operation === operation ? old : { operation, changedAt })
    }
    return { board: next, cards }
  }

  return {
    get,
    subscribe,
    hear(change: LiveChange): void {
      const { board, events } = get()
      if (change.type === 'operation') update(show(applyOperation(board, change.operation, change.seq)))
      else if (change.type === 'destination') update(show(applyDestination(board, change.destination)))
      else if (change.type === 'event') update({ events: addEvent(events, change.event, RECENT_EVENTS) })
    },
    applyList: ({ operations, seq }: OperationList): void =>
      update(show(applySnapshot(get().board, operations, seq))),
  }
}
