import { decide, type Refusal } from '../operation/decide.ts'
import type { EventType, OperationType } from '../operation/steps.ts'
import type { Entry, Fix, Outbox } from './entry.ts'
import { type LocalOperation, standing } from './standing.ts'

/** What the phone knows at the moment of a press. */
export interface Moment {
  eventId: string
  /** Epoch milliseconds by the phone's own clock. */
  pressedAt: number
  /** Null: the clock has not been measured since the page was opened. */
  clockOffsetMs: number | null
  fix: Fix | null
}

export type Pressed =
  | { ok: true; box: Outbox; entry: Entry }
  /** `standing`: the operation to show instead; null: none. */
  | { ok: false; refusal: Refusal | { reason: 'other_operation' }; standing: LocalOperation | null }

/** Idempotent: a write that is tried again is the same press. */
function written(box: Outbox, { eventId }: Moment): Pressed | null {
  const entry = box.entries.find((candidate) => candidate.eventId === eventId)
  return entry ? { ok: true, box, entry } : null
}

function append(
  box: Outbox,
  moment: Moment,
  about: Omit<Entry, keyof Moment | keyof typeof FRESH | 'userId' | 'order'>,
): Pressed {
  const order = (box.entries.at(-1)?.order ?? 0) + 1
  const entry: Entry = { ...FRESH, ...moment, ...about, userId: box.userId, order }
  return { ok: true, box: { ...box, entries: [...box.entries, entry] }, entry }
}

const FRESH = {
  status: 'waiting' as const,
  sent: false,
  attempts: 0,
  recordedAs: null,
  position: null,
  undo: null,
  refusal: null,
}

/** Starts an operation on this phone. Refused while another one stands. */
export function pressStart(
  box: Outbox,
  moment: Moment,
  { placeId, ...trip }: { containerNumber: string; operationType: OperationType; placeId?: number | null },
): Pressed {
  const before = written(box, moment)
  if (before) return before
  const current = standing(box, moment.clockOffsetMs ?? 0)
  if (current !== null) return { ok: false, refusal: { reason: 'other_operation' }, standing: current }
  return append(box, moment, {
    ...trip,
    ...(placeId == null ? {} : { placeId }),
    localOperationId: moment.eventId,
    operationKey: null,
    eventType: 'start_trip',
    before: null,
  })
}

/**
 * Records the next event of the operation that the screen showed as `localOperationId`. The workflow decides as on
 * the server, so a double tap, also in another tab, is refused here.
 */
export function pressEvent(
  box: Outbox,
  moment: Moment,
  {
    localOperationId,
    eventType,
    suggested = false,
  }: { localOperationId: string; eventType: EventType; suggested?: boolean },
): Pressed {
  const before = written(box, moment)
  if (before) return before
  const current = standing(box, moment.clockOffsetMs ?? 0)
  if (current === null || (current.id !== localOperationId && current.key !== localOperationId)) {
    return { ok: false, refusal: { reason: 'other_operation' }, standing: current }
  }
  const decision = decide(current.state, { eventType, now: moment.pressedAt })
  if (!decision.ok) return { ok: false, refusal: decision.refusal, standing: current }
  return append(box, moment, {
    containerNumber: current.containerNumber,
    operationType: current.state.operationType,
    localOperationId: current.id,
    operationKey: current.key,
    eventType,
    ...(suggested ? { suggested } : {}),
    before: current.state,
  })
}

/** Adds the position that came a moment after the press, unless the press was sent in the meantime. */
export function attachFix(box: Outbox, eventId: string, fix: Fix): Outbox {
  const takes = (entry: Entry) => entry.eventId === eventId && entry.status === 'waiting' && !entry.sent
  if (!box.entries.some(takes)) return box
  return { ...box, entries: box.entries.map((entry) => (takes(entry) ? { ...entry, fix } : entry)) }
}

/** Removes refused presses that the driver has read. */
export function dismiss(box: Outbox, read: readonly Pick<Entry, 'eventId'>[]): Outbox {
  const ids = new Set(read.map(({ eventId }) => eventId))
  const entries = box.entries.filter((entry) => !ids.has(entry.eventId) || entry.status !== 'refused')
  return entries.length === box.entries.length ? box : { ...box, entries }
}
