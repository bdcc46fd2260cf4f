import { operationKey as newOperationKey } from '#domain/container/operation-key'
import { decide, decideStart, type Refusal } from '#domain/operation/decide'
import { evolve } from '#domain/operation/state'
import type { EventType, OperationType } from '#domain/operation/steps'
import { randomToken, randomUUID } from '../../../adapters/ids.ts'
import { brokenUnique } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { unauthorized } from '../../../http/answer/problem.ts'
import type { Caller } from '../../../identity/caller.ts'
import type { Board } from '../../../live/board.ts'
import type { EventGrade } from '../../../live/bus/bus.ts'
import type { PlaceMemory } from '../../../live/place-memory.ts'
import { gradeAt } from '../../../live/present.ts'
import { findEventOf } from '../../../record/read/events.ts'
import { findActiveOf, findOperationOf, previousEndOf } from '../../../record/read/operations.ts'
import {
  type EventRow,
  type NewOperation,
  type OperationRow,
  UNCORRECTED_OPERATION,
} from '../../../record/rows.ts'
import {
  movedOperation,
  newEvent,
  positionOf,
  type Report,
  stateColumns,
  stateOf,
} from '../../../record/write/new-event.ts'
import type { EventWriter } from '../../../record/write/writer.ts'
import { placeFound, placeOf } from './places.ts'
import { countRefusal } from './queries.ts'

export interface StartInput extends Report {
  containerNumber: string
  operationType: OperationType
  /** Where the truck goes. */
  placeId?: number | null | undefined
}

export interface RecordInput extends Report {
  operationType?: OperationType | undefined
  eventType: EventType
}

export type StartOutcome =
  | { kind: 'started' | 'replayed'; operation: OperationRow }
  | { kind: 'busy_operator'; operation: OperationRow | null }
  | { kind: 'busy_container' }

export type RecordOutcome =
  | { kind: 'recorded' | 'replayed'; event: EventRow; grade: EventGrade | null }
  | { kind: 'unknown_operation' }
  | { kind: 'wrong_type'; operation: OperationRow }
  | { kind: 'refused'; refusal: Refusal; operation: OperationRow }

/** How often an event is decided on a fresh reading. */
const ATTEMPTS = 8

interface Recording extends AppDeps {
  writer: EventWriter
  board: Pick<Board, 'remembered' | 'compare'>
  places: Pick<PlaceMemory, 'of'>
}

/** Starts an operation of `operator`. Published after the commit. */
export async function startOperation(
  deps: Recording,
  operator: Caller,
  input: StartInput,
): Promise<StartOutcome> {
  const eventId = input.eventId ?? randomUUID()
  const now = deps.clock.now()
  const start = decideStart({
    operationType: input.operationType,
    now,
    ...phoneTime(input),
    // Only a corrected time can lie before the end of the previous trip.
    previousEndAt:
      input.clockOffsetMs == null
        ? undefined
        : ((await previousEndOf(deps.database.orm, operator.id)) ?? undefined),
  })
  const state = evolve(null, start.event)
  const identity = {
    operationKey: newOperationKey(input.containerNumber, randomToken()),
    containerNumber: input.containerNumber,
    userId: operator.id,
    username: operator.username,
    supervisorId: operator.supervisorId,
    operationType: input.operationType,
  }
  const event = newEvent(identity, start, state, { eventId, report: input }, now)
  const given = await placeOf(deps.places, { ...operator, placeId: input.placeId ?? null })
  const operation: NewOperation = {
    ...identity,
    placeId: given?.id ?? null,
    placeGiven: given !== null,
    clientId: null,
    displayName: operator.displayName,
    ...stateColumns(state),
    newestPosition: event.position,
    newestStepRecordedAt: event.recordedAt,
    ...positionOf(event),
  }
  try {
    const written = await deps.writer.open({ event, operation })
    // The account was deleted during this request.
    if (!written) throw unauthorized()
    const { operationId, ...identified } = written
    const stored = { ...operation, ...UNCORRECTED_OPERATION, id: operationId }
    await publish(deps, stored, Object.assign(event, identified))
    return { kind: 'started', operation: stored }
  } catch (error) {
    const broken = brokenUnique(error)
    if (broken === null) throw error
    // This may be a retry, whichever constraint it broke.
    const twin = await findStarted(deps, operator, eventId)
    if (twin) return { kind: 'replayed', operation: twin }
    if (broken === 'containers_one_active_per_operator') {
      return { kind: 'busy_operator', operation: await findActiveOf(deps.database.orm, operator.id) }
    }
    if (broken === 'containers_one_active_per_number') return { kind: 'busy_container' }
    throw error
  }
}

/** Records the next event of an operation of `operator`. Published after the commit. */
export async function recordEvent(
  deps: Recording,
  operator: Caller,
  operationKey: string,
  input: RecordInput,
): Promise<RecordOutcome> {
  const eventId = input.eventId ?? randomUUID()
  // The board's operation may be stale: the version guards the write, and only a fresh reading refuses.
  const remembered = deps.board.remembered(operator, operationKey)
  if (remembered) {
    const outcome = await decideAndWrite(deps, remembered, input, eventId)
    if (outcome?.kind === 'recorded') return outcome
  }
  const { orm } = deps.database
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const operation = await findOperationOf(orm, operator.id, operationKey)
    if (!operation) return { kind: 'unknown_operation' }
    // Or the driver would be refused again, by what they are shown: the step that another process has recorded.
    deps.board.compare(operation)
    const stored = await findEventOf(orm, operator.id, eventId)
    if (stored) {
      return {
        kind: 'replayed',
        event: stored,
        grade: gradeAt(stored, await placeOf(deps.places, operation)),
      }
    }
    const outcome = await decideAndWrite(deps, operation, input, eventId)
    if (outcome?.kind === 'refused') await noteRefusal(deps, outcome.operation)
    if (outcome) return outcome
  }
  throw new Error(`version conflict after ${ATTEMPTS} attempts`)
}

/** Null: the operation has moved, or the event is known. */
async function decideAndWrite(
  deps: Recording,
  operation: OperationRow,
  input: RecordInput,
  eventId: string,
): Promise<RecordOutcome | null> {
  if (input.operationType && input.operationType !== operation.operationType) {
    return { kind: 'wrong_type', operation }
  }
  const now = deps.clock.now()
  const before = stateOf(operation)
  const decision = decide(before, { eventType: input.eventType, now, ...phoneTime(input) })
  if (!decision.ok) return { kind: 'refused', refusal: decision.refusal, operation }

  const after = evolve(before, decision.event)
  const event = newEvent(operation, decision, after, { eventId, report: input }, now)
  const found = await placeFound(deps.places, operation, event)
  const moved = movedOperation(operation, after, event, found)
  try {
    const written = await deps.writer.move({ event, operation: moved, found })
    if (!written) return null
    // In place: a copy with a field more costs V8 fifteen microseconds.
    const stored = Object.assign(event, written)
    return { kind: 'recorded', event: stored, grade: await publish(deps, moved, stored) }
  } catch (error) {
    if (brokenUnique(error) !== 'events_once') throw error
    return null
  }
}

/** A driver who presses again and again in vain is a rule of alerts. */
async function noteRefusal({ database, clock, bus }: AppDeps, operation: OperationRow): Promise<void> {
  const { supervisorId, operationKey } = operation
  if (supervisorId === null) return
  const at = clock.now()
  const times = await countRefusal(database.orm, operation, { supervisorId }, new Date(at))
  bus.publish({ kind: 'step_refused', supervisorId, operationKey, times, at })
}

async function findStarted(deps: AppDeps, operator: Caller, eventId: string): Promise<OperationRow | null> {
  const event = await findEventOf(deps.database.orm, operator.id, eventId)
  return event && findOperationOf(deps.database.orm, operator.id, event.operationKey)
}

const phoneTime = ({ occurredAt, clockOffsetMs }: Report) =>
  occurredAt === undefined
    ? {}
    : { occurredAt: Date.parse(occurredAt), clockOffsetMs: clockOffsetMs ?? undefined }

async function publish(
  deps: Pick<Recording, 'bus' | 'places'>,
  operation: OperationRow,
  event: EventRow,
): Promise<EventGrade | null> {
  const grade = gradeAt(event, await placeOf(deps.places, operation))
  // After its answer, which goes out in this turn of the event loop, and before any other request is read.
  process.nextTick(() => deps.bus.publish({ kind: 'recorded', event, grade, operation }))
  return grade
}
