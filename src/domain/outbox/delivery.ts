import { decide } from '../operation/decide.ts'
import { evolve, isActive, type OperationState } from '../operation/state.ts'
import { isStep, stepsOf } from '../operation/steps.ts'
import {
  type Entry,
  isStart,
  isWaiting,
  type KnownOperation,
  type Outbox,
  type Refusal,
  type RefusalCode,
} from './entry.ts'
import { happenedAt, isSameTrip, standing } from './standing.ts'

/**
 * The one entry that may be sent now: the oldest that waits. One at a time and in order, over all operations: the next
 * trip cannot begin on the server before the last one has ended there.
 */
export function nextToSend(box: Outbox): Entry | null {
  return box.entries.find(isWaiting) ?? null
}

/** What goes out as the time of a press. */
export interface SentTime {
  /** Epoch milliseconds by the phone's clock. */
  occurredAt: number
  clockOffsetMs: number
}

/**
 * The time to send for `entry`. `offsetMs` is the phone's offset as measured now, `phoneNow` its clock. An offset is
 * known to about half a second, so two presses in one second could swap places: what a press followed when it was made
 * is the least it may be, and the server's present the most.
 */
export function sentTime(box: Outbox, entry: Entry, offsetMs: number, phoneNow: number): SentTime {
  const clockOffsetMs = entry.clockOffsetMs ?? offsetMs
  const before = box.entries.find(({ eventId }) => eventId === entry.follows)
  const floor = before?.recordedAs ?? entry.baseAt ?? Number.NEGATIVE_INFINITY
  const at = Math.max(floor, Math.min(happenedAt(entry, offsetMs), phoneNow + offsetMs))
  return { occurredAt: at - clockOffsetMs, clockOffsetMs }
}

/** What the server says of an operation; `active` is false once it has ended. */
export interface Truth {
  operation: KnownOperation
  active: boolean
}

export type Answer =
  /** It is in the record (201), or was already (200). A start brings the operation. */
  | { kind: 'recorded'; at: number; truth: Truth | null }
  /** Not next, or another operation is in the way (409). */
  | { kind: 'conflict'; code: RefusalCode; sentence: string; truth: Truth | null }
  /** The time cannot be (422). `offsetMs`: the clock as measured again since; null: it could not be. */
  | { kind: 'impossible_time'; sentence: string; offsetMs: number | null }
  /** Will never be taken (400, 403, 404, 413 ...). */
  | { kind: 'refused'; code: RefusalCode; sentence: string }
  /** Nobody knows: no answer, too late, 5xx, 429, maintenance. It is sent again. */
  | { kind: 'later' }

/**
 * The outbox after an answer about `eventId`.
 *
 * What follows a refused press goes on exactly when the workflow allows it from what is true on the server. Two phones of
 * one driver, both at the gate: the other one registered 'arrived' first, so this one's is refused as already recorded;
 * the 'access granted' that was pressed here half an hour later is still the next step of the same truck, and refusing it
 * too would lose its real time for nothing. It cannot do harm: `decide` lets nothing but the next event through, the
 * server decides again, and every event is a press that was made, with the time at which it was made. Presses that are
 * not possible from the truth are refused at once, as depending on what was not taken: sending them could only fail.
 */
export function onAnswer(box: Outbox, eventId: string, answer: Answer): Outbox {
  const entry = box.entries.find((candidate) => candidate.eventId === eventId)
  // Another tab has heard the answer already.
  if (entry === undefined || !isWaiting(entry)) return box
  switch (answer.kind) {
    case 'later':
      return change(box, entry, { attempts: entry.attempts + 1 })
    case 'recorded':
      return prune(recorded(box, entry, answer.at, answer.truth))
    case 'conflict':
      return prune(conflicted(box, entry, answer))
    case 'impossible_time':
      return impossible(box, entry, answer)
    case 'refused':
      return prune(rejected(box, entry, answer))
  }
}

function change(box: Outbox, entry: Entry, changes: Partial<Entry>): Outbox {
  return {
    ...box,
    entries: box.entries.map((other) => (other.eventId === entry.eventId ? { ...other, ...changes } : other)),
  }
}

const refuse = (entry: Entry, refusal: Refusal): Entry => ({ ...entry, status: 'refused', refusal })

const follower =
  (entry: Entry) =>
  (other: Entry): boolean =>
    isWaiting(other) && other.order > entry.order && other.localOperationId === entry.localOperationId

/** All that was pressed after `entry` in its operation cannot be either. */
function refuseFollowers(box: Outbox, entry: Entry): Outbox {
  const follows = follower(entry)
  return {
    ...box,
    entries: box.entries.map((other) =>
      follows(other) ? refuse(other, { code: 'depends_on', sentence: null }) : other,
    ),
  }
}

function withKey(box: Outbox, entry: Entry, operationKey: string): Outbox {
  return {
    ...box,
    entries: box.entries.map((other) =>
      other.localOperationId === entry.localOperationId ? { ...other, operationKey } : other,
    ),
  }
}

function recorded(box: Outbox, entry: Entry, at: number, truth: Truth | null): Outbox {
  const told = change(box, entry, { status: 'delivered', recordedAs: at, refusal: null })
  const next = { ...told, asked: true, revision: box.revision + 1 }
  if (truth === null) {
    const endedKey = entry.eventType === 'end_trip' ? entry.operationKey : box.endedKey
    return { ...next, known: moved(box.known, entry, at), endedKey }
  }
  return { ...withKey(next, entry, truth.operation.key), known: truth.active ? truth.operation : box.known }
}

/** The known operation after one of its own events was recorded; a poll may have brought that event already. */
function moved(known: KnownOperation | null, entry: Entry, at: number): KnownOperation | null {
  if (known === null || known.key !== entry.operationKey || at < known.newestEventAt) return known
  const decision = decide(known, { eventType: entry.eventType, now: at, occurredAt: at })
  if (!decision.ok) return known
  const after = { ...known, ...evolve(known, decision.event) }
  return isActive(after) ? after : null
}

/** Whether the server's operation has this step behind it, whoever pressed it. */
function holds(state: OperationState, { eventType, operationType }: Entry): boolean {
  if (state.newestEventType === eventType) return true
  const steps = stepsOf(operationType)
  return isStep(eventType) && steps.indexOf(eventType) <= steps.indexOf(state.newestStepType)
}

function conflicted(box: Outbox, entry: Entry, answer: Answer & { kind: 'conflict' }): Outbox {
  const { sentence, truth } = answer
  const next = { ...box, revision: box.revision + 1 }
  if (truth === null) {
    const told = change(next, entry, { status: 'refused', refusal: { code: answer.code, sentence } })
    return isStart(entry) ? refuseFollowers(told, entry) : told
  }
  const { operation, active } = truth
  const known = active ? operation : box.known?.key === operation.key ? null : box.known
  // A refusal is judged on the record itself: it is believed even where it takes back an end, as a restored backup does.
  const reopened = active && box.endedKey === operation.key
  const seen = {
    ...next,
    asked: true,
    known,
    endedKey: active ? (reopened ? null : box.endedKey) : operation.key,
  }
  if (isStart(entry) && !(active && isSameTrip(box, entry, operation))) {
    const told = change(seen, entry, { status: 'refused', refusal: { code: answer.code, sentence } })
    return refuseFollowers(told, entry)
  }
  const code = holds(operation, entry) ? 'already_recorded' : active ? answer.code : 'ended'
  const told = change(seen, entry, { status: 'refused', refusal: { code, sentence } })
  return walk(withKey(told, entry, operation.key), entry, operation)
}

/** Goes through what was pressed after `entry`, from the truth on. Times are left to the server to judge. */
function walk(box: Outbox, entry: Entry, truth: KnownOperation): Outbox {
  const follows = follower(entry)
  let state: OperationState = truth
  const entries = box.entries.map((other) => {
    if (!follows(other)) return other
    const decision = decide(state, { eventType: other.eventType, now: state.newestEventAt })
    if (decision.ok) {
      state = evolve(state, decision.event)
      return other
    }
    return refuse(other, { code: holds(state, other) ? 'already_recorded' : 'depends_on', sentence: null })
  })
  return { ...box, entries }
}

function impossible(box: Outbox, entry: Entry, answer: Answer & { kind: 'impossible_time' }): Outbox {
  if (!entry.timeRetried && answer.offsetMs !== null) {
    return change(box, entry, { timeRetried: true, clockOffsetMs: answer.offsetMs })
  }
  // Not measured again: nothing is decided yet.
  if (!entry.timeRetried) return change(box, entry, { attempts: entry.attempts + 1 })
  return prune(rejected(box, entry, { kind: 'refused', code: 'impossible_time', sentence: answer.sentence }))
}

function rejected(box: Outbox, entry: Entry, { code, sentence }: Answer & { kind: 'refused' }): Outbox {
  const told = change(box, entry, { status: 'refused', refusal: { code, sentence } })
  const next = { ...told, revision: box.revision + 1 }
  // Without its operation nothing can follow. Else the server says, one by one, what still can.
  return isStart(entry) || code === 'unknown_operation' ? refuseFollowers(next, entry) : next
}

/**
 * What the server says is active, asked for when the outbox stood at `revision`. An answer from before a delivery is
 * old and changes nothing. Nor does one that is behind what this phone was told already: a poll may be answered by
 * another process than the delivery was, from a memory that has not heard of it yet.
 */
export function learn(box: Outbox, known: KnownOperation | null, revision: number): Outbox {
  if (box.revision !== revision || (known !== null && isBehind(box, known))) return box
  if (box.asked && sameOperation(box.known, known)) return box
  return prune({ ...box, known, asked: true, revision: revision + 1 })
}

const isBehind = ({ known, endedKey }: Outbox, told: KnownOperation): boolean =>
  told.key === endedKey || (told.key === known?.key && told.version < known.version)

const sameOperation = (a: KnownOperation | null, b: KnownOperation | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.key === b.key &&
    a.version === b.version &&
    a.newestEventAt === b.newestEventAt &&
    a.newestEventType === b.newestEventType)

/** Forgets what was delivered of operations that are over. Refused presses stay until they have been read. */
function prune(box: Outbox): Outbox {
  const kept = new Set<string>(box.entries.filter(isWaiting).map((entry) => entry.localOperationId))
  const current = standing(box, 0)
  if (current !== null) kept.add(current.id)
  const stays = (entry: Entry) =>
    entry.status !== 'delivered' ||
    kept.has(entry.localOperationId) ||
    (entry.operationKey !== null && entry.operationKey === box.known?.key)
  return box.entries.every(stays) ? box : { ...box, entries: box.entries.filter(stays) }
}
