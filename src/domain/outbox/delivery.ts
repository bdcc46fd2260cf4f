import { decide } from '../operation/decide.ts'
import { evolve, isActive, type OperationState } from '../operation/state.ts'
import { isStep, stepsOf } from '../operation/steps.ts'
import { change, follower, mapEntries, prune, refuse, refuseFollowers, withKey, without } from './edits.ts'
import {
  type Entry,
  isStart,
  isWaiting,
  type KnownOperation,
  type Outbox,
  type RefusalCode,
} from './entry.ts'
import { isSameTrip } from './standing.ts'

/** What the server says of an operation; `active` is false once it has ended or was cancelled. */
export interface Truth {
  operation: KnownOperation
  active: boolean
}

export type Answer =
  /**
   * Recorded now (201) or before (200). `version`: of the operation after it; corrections since may have raised it. The
   * answer to a start carries the operation.
   */
  | { kind: 'recorded'; at: number; version?: number | null; truth: Truth | null }
  /** Not the next step, blocked by another operation (409), or recorded before and retracted since. */
  | { kind: 'conflict'; code: RefusalCode; sentence: string | null; truth: Truth | null }
  /** Permanent failure (400, 403, 404, 413 ...). */
  | { kind: 'refused'; code: RefusalCode; sentence: string }
  /** The press was taken back, now or before. */
  | { kind: 'retracted'; truth: Truth | null }
  /** The press stands. */
  | { kind: 'undo_refused'; sentence: string | null; truth: Truth | null }
  /** Outcome unknown (no answer, timeout, 5xx, 429, maintenance): retry. */
  | { kind: 'later' }

/**
 * The outbox after an answer about `eventId`.
 *
 * Presses after a refused one stay in the queue as long as the workflow allows them from the server's state. Example: a
 * driver with two phones. The other phone has recorded 'arrived', so this one's 'arrived' is refused as already
 * recorded. The 'access granted' pressed here half an hour later is still the next step; refusing it would lose its
 * real time. This is safe: `decide` accepts only the next event, and the server decides again. Presses that the
 * workflow does not allow are refused at once, because sending them would fail.
 */
export function onAnswer(box: Outbox, eventId: string, answer: Answer): Outbox {
  const entry = box.entries.find((candidate) => candidate.eventId === eventId)
  // Another tab has processed the answer.
  if (entry === undefined || !isWaiting(entry)) return box
  if (answer.kind === 'later') return change(box, entry, { attempts: entry.attempts + 1 })
  if (answer.kind === 'retracted' || answer.kind === 'undo_refused') return undoAnswered(box, entry, answer)
  // Two tabs have sent it: the answer to the other one was first.
  if (entry.status === 'delivered') return box
  const after = pressAnswered(box, entry, answer)
  // A refused press has nothing to take back.
  return entry.undo && answer.kind !== 'recorded' ? without(after, entry) : after
}

type PressAnswer = Extract<Answer, { kind: 'recorded' | 'conflict' | 'refused' }>

function pressAnswered(box: Outbox, entry: Entry, answer: PressAnswer): Outbox {
  switch (answer.kind) {
    case 'recorded':
      return prune(recorded(box, entry, answer))
    case 'conflict':
      return prune(conflicted(box, entry, answer))
    case 'refused':
      return prune(rejected(box, entry, answer))
  }
}

function recorded(box: Outbox, entry: Entry, answer: Answer & { kind: 'recorded' }): Outbox {
  const { at, truth } = answer
  const version = answer.version ?? null
  const told = change(box, entry, {
    status: 'delivered',
    recordedAs: at,
    position: version,
    refusal: null,
  })
  const next = { ...told, asked: true, revision: box.revision + 1 }
  if (truth === null) {
    const moves = { ...next, known: moved(box.known, entry, at, version) }
    if (entry.eventType !== 'end_trip') return moves
    const isKnown = box.known?.key === entry.operationKey
    const guessed = box.known && isKnown ? box.known.version + 1 : null
    return { ...moves, endedKey: entry.operationKey, endedVersion: version ?? guessed }
  }
  return { ...withKey(next, entry, truth.operation.key), known: truth.active ? truth.operation : box.known }
}

/** The known operation after one of its events was recorded; a poll may have brought that event before. */
function moved(
  known: KnownOperation | null,
  entry: Entry,
  at: number,
  version: number | null,
): KnownOperation | null {
  if (known === null || known.key !== entry.operationKey) return known
  if (version === null ? at < known.newestEventAt : version <= known.version) return known
  const decision = decide(known, { eventType: entry.eventType, now: at })
  if (!decision.ok) return known
  const state = evolve(known, decision.event)
  // Corrections that this phone has not heard of count too.
  const after = { ...known, ...state, version: version ?? state.version }
  return isActive(after) ? after : null
}

/** Whether the server's operation has passed this step, from any phone. */
function holds(state: OperationState, { eventType, operationType }: Entry): boolean {
  if (state.newestEventType === eventType) return true
  const steps = stepsOf(operationType)
  return isStep(eventType) && steps.indexOf(eventType) <= steps.indexOf(state.newestStepType)
}

/**
 * The outbox that knows `truth`. It comes from the database, so it is believed even when it reopens an ended trip: its end
 * was taken back, or a backup was restored.
 */
function believing(box: Outbox, { operation, active }: Truth): Outbox {
  const known = active ? operation : box.known?.key === operation.key ? null : box.known
  const reopened = active && box.endedKey === operation.key
  return {
    ...box,
    asked: true,
    known,
    endedKey: active ? (reopened ? null : box.endedKey) : operation.key,
    endedVersion: active ? box.endedVersion : operation.version,
  }
}

function conflicted(box: Outbox, entry: Entry, answer: Answer & { kind: 'conflict' }): Outbox {
  const { sentence, truth } = answer
  const next = { ...box, revision: box.revision + 1 }
  if (truth === null) {
    const told = change(next, entry, { status: 'refused', refusal: { code: answer.code, sentence } })
    return isStart(entry) ? refuseFollowers(told, entry) : told
  }
  const { operation, active } = truth
  const seen = believing(next, truth)
  if (isStart(entry) && !(active && isSameTrip(box, entry, operation))) {
    const told = change(seen, entry, { status: 'refused', refusal: { code: answer.code, sentence } })
    return refuseFollowers(told, entry)
  }
  if (operation.isCancelled) {
    const cancelled = { code: 'cancelled' as const, sentence: null }
    const follows = follower(entry)
    return mapEntries(seen, (other) =>
      other.eventId === entry.eventId || follows(other) ? refuse(other, cancelled) : other,
    )
  }
  const code = holds(operation, entry) ? 'already_recorded' : active ? answer.code : 'ended'
  const told = change(seen, entry, { status: 'refused', refusal: { code, sentence } })
  return walk(withKey(told, entry, operation.key), entry, operation)
}

/** Checks the presses after `entry` against the server's state. */
function walk(box: Outbox, entry: Entry, truth: KnownOperation): Outbox {
  const follows = follower(entry)
  let state: OperationState = truth
  return mapEntries(box, (other) => {
    if (!follows(other)) return other
    const decision = decide(state, { eventType: other.eventType, now: state.newestEventAt })
    if (decision.ok) {
      state = evolve(state, decision.event)
      return other
    }
    return refuse(other, { code: holds(state, other) ? 'already_recorded' : 'depends_on', sentence: null })
  })
}

function undoAnswered(
  box: Outbox,
  entry: Entry,
  answer: Extract<Answer, { kind: 'retracted' | 'undo_refused' }>,
): Outbox {
  const { truth } = answer
  const told =
    answer.kind === 'retracted'
      ? without(box, entry)
      : change(box, entry, {
          undo: null,
          status: 'refused',
          refusal: { code: 'undo_refused', sentence: answer.sentence },
        })
  const next = { ...told, revision: box.revision + 1 }
  return prune(truth ? walk(believing(next, truth), entry, truth.operation) : next)
}

function rejected(box: Outbox, entry: Entry, { code, sentence }: Answer & { kind: 'refused' }): Outbox {
  const told = change(box, entry, { status: 'refused', refusal: { code, sentence } })
  const next = { ...told, revision: box.revision + 1 }
  // Without its operation no later press is possible. Otherwise the server decides about each of them.
  return isStart(entry) || code === 'unknown_operation' ? refuseFollowers(next, entry) : next
}
