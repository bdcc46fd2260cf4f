import { decide } from '../operation/decide.ts'
import { evolve, isActive, type OperationState } from '../operation/state.ts'
import { type Entry, isStart, type KnownOperation, type Outbox, waiting } from './entry.ts'

/** The operation on this phone: the server's state with the undelivered presses on top. */
export interface LocalOperation {
  /** Stays the same from start to end, also after the server has given the operation its key. */
  id: string
  key: string | null
  containerNumber: string
  state: OperationState
  /** The newest undelivered press in it; null: this is the server's state. */
  newestEntry: string | null
}

/** The server's time of a press. `offsetMs`: the current offset, for presses made before it was measured. */
export const happenedAt = (entry: Entry, offsetMs: number): number =>
  entry.pressedAt + (entry.clockOffsetMs ?? offsetMs)

/**
 * Whether a start that was pressed here is the operation on the server: the answer was lost, or the driver started the
 * same trip on another phone. An operation that this phone knows as an earlier trip is not.
 */
export function isSameTrip(box: Outbox, start: Entry, known: KnownOperation): boolean {
  return (
    start.containerNumber === known.containerNumber &&
    start.operationType === known.operationType &&
    box.entries.every(
      (entry) => entry.operationKey !== known.key || entry.localOperationId === start.localOperationId,
    )
  )
}

const concerns = (entry: Entry, { id, key }: LocalOperation): boolean =>
  entry.localOperationId === id || (key !== null && entry.operationKey === key)

function fromKnown(box: Outbox, known: KnownOperation): LocalOperation {
  const { key, containerNumber, ...state } = known
  const own = box.entries.find((entry) => entry.operationKey === key)
  return { id: own?.localOperationId ?? key, key, containerNumber, state, newestEntry: null }
}

/** What stood before a press that is being taken back; null: the server's state does not include that press. */
function beforeUndone({ known }: Outbox, undone: Entry): LocalOperation | null {
  const { before, operationKey: key, eventType, eventId, containerNumber, localOperationId: id } = undone
  const included = known ? known.key === key && known.newestEventType === eventType : eventType === 'end_trip'
  if (!before || !included) return null
  const state = { ...before, version: known?.version ?? before.version }
  return { id, key, containerNumber: known?.containerNumber ?? containerNumber, state, newestEntry: eventId }
}

/** Whether `known` is the trip whose start is being taken back. Once another phone has moved it on, it stands. */
const isUndoneStart = (box: Outbox, undone: Entry | undefined, known: KnownOperation): boolean =>
  undone !== undefined &&
  isStart(undone) &&
  known.newestEventType === 'start_trip' &&
  (undone.operationKey === null ? isSameTrip(box, undone, known) : undone.operationKey === known.key)

/**
 * What the driver sees: the server's state with the undelivered presses on top. A press that the workflow does not
 * allow there is skipped: either the state includes it and the answer was lost, or the server is about to refuse it. So
 * a late answer of a poll never sets the screen back.
 */
export function standing(box: Outbox, offsetMs: number): LocalOperation | null {
  const undone = box.entries.find(({ undo }) => undo)
  const known = box.known && !isUndoneStart(box, undone, box.known) ? fromKnown(box, box.known) : null
  let current = (undone && beforeUndone(box, undone)) ?? known
  for (const entry of waiting(box)) {
    if (entry !== undone) current = after(box, current, entry, happenedAt(entry, offsetMs))
  }
  return current
}

function after(box: Outbox, current: LocalOperation | null, entry: Entry, at: number): LocalOperation | null {
  if (isStart(entry)) return afterStart(box, current, entry, at)
  if (current === null || !concerns(entry, current)) return current
  const decision = decide(current.state, { eventType: entry.eventType, now: at })
  if (!decision.ok) return current
  const state = evolve(current.state, decision.event)
  return isActive(state) ? { ...current, state, newestEntry: entry.eventId } : null
}

function afterStart(box: Outbox, current: LocalOperation | null, entry: Entry, at: number): LocalOperation {
  if (current === null) {
    return {
      id: entry.localOperationId,
      key: entry.operationKey,
      containerNumber: entry.containerNumber,
      state: evolve(null, { type: 'start_trip', operationType: entry.operationType, occurredAt: at }),
      newestEntry: entry.eventId,
    }
  }
  const same = box.known !== null && current.key === box.known.key && isSameTrip(box, entry, box.known)
  return same ? { ...current, id: entry.localOperationId } : current
}
