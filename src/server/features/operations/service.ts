import { operationKey } from '#domain/container/operation-key'
import { placeName } from '#domain/geo/place-name'
import type { Coordinates } from '#domain/geo/position'
import { decide, decideStart, intervalSeconds, type Refusal } from '#domain/operation/decide'
import { evolve, isActive, type OperationEvent, type OperationState } from '#domain/operation/state'
import { type EventType, isStep, type OperationType } from '#domain/operation/steps'
import { randomToken, randomUUID } from '../../adapters/ids.ts'
import { brokenUnique } from '../../db/errors.ts'
import type { AppDeps } from '../../deps.ts'
import { unauthorized } from '../../http/problem.ts'
import type { Caller } from '../../identity/caller.ts'
import { presentEvent, presentOperation } from './present.ts'

import {
  type EventRow,
  findActiveOf,
  findEventOf,
  findOperationOf,
  moveOperation,
  type NewEvent,
  type NewOperation,
  type OperationRow,
  openOperation,
  previousEndOf,
  tenantOf,
} from './queries.ts'

/** What the phone sends with an event. */
export interface Report {
  eventId?: string | undefined
  occurredAt?: string | undefined
  coordinates?: Coordinates | null | undefined
  /** Metres. */
  accuracy?: number | null | undefined
  fixAgeSeconds?: number | null | undefined
  /** Milliseconds to add to the phone's clock, and so to `occurredAt`, to get the server's. */
  clockOffsetMs?: number | null | undefined
}

export interface StartInput extends Report {
  containerNumber: string
  operationType: OperationType
}

export interface RecordInput extends Report {
  operationKey: string
  operationType?: OperationType | undefined
  eventType: EventType
}

export type StartOutcome =
  | { kind: 'started' | 'replayed'; operation: OperationRow }
  | { kind: 'busy_operator'; operation: OperationRow | null }
  | { kind: 'busy_container' }
  | { kind: 'refused'; refusal: Refusal }

export type RecordOutcome =
  | { kind: 'recorded' | 'replayed'; event: EventRow }
  | { kind: 'unknown_operation' }
  | { kind: 'wrong_type'; operation: OperationRow }
  | { kind: 'refused'; refusal: Refusal; operation: OperationRow }

/** How often a writer retries after a version conflict. */
const ATTEMPTS = 8

/** Starts an operation of `operator`. Published after the commit. */
export async function startOperation(
  deps: AppDeps,
  operator: Caller,
  input: StartInput,
): Promise<StartOutcome> {
  const eventId = input.eventId ?? randomUUID()
  const replayed = await findStarted(deps, operator, eventId)
  if (replayed) return { kind: 'replayed', operation: replayed }

  const now = deps.clock.now()
  const decision = decideStart({
    operationType: input.operationType,
    now,
    ...phoneTime(input),
    // Only a corrected time can lie before the end of the previous trip.
    previousEndAt:
      input.clockOffsetMs == null
        ? undefined
        : ((await previousEndOf(deps.database.orm, operator.id)) ?? undefined),
  })
  if (!decision.ok) return { kind: 'refused', refusal: decision.refusal }

  const state = evolve(null, decision.event)
  const identity = {
    operationKey: operationKey(input.containerNumber, randomToken()),
    containerNumber: input.containerNumber,
    userId: operator.id,
    username: operator.username,
    supervisorId: operator.supervisorId,
    operationType: input.operationType,
  }
  const event = newEvent(identity, decision.event, state, { ...input, eventId }, now)
  const operation: NewOperation = {
    ...identity,
    displayName: operator.displayName,
    ...stateColumns(state),
    newestStepRecordedAt: event.recordedAt,
    ...positionOf(event),
  }
  try {
    const { pool, queue } = deps.database
    const written = await queue.run(tenantOf(operation), () => openOperation(pool, operation, event))
    // The account was deleted during this request.
    if (!written) throw unauthorized()
    const { operationId, ...identified } = written
    const stored = { ...operation, id: operationId }
    publish(deps, stored, { ...event, ...identified }, now)
    return { kind: 'started', operation: stored }
  } catch (error) {
    const broken = brokenUnique(error)
    if (broken === null) throw error
    // A retry of this same request may have won the race, whichever constraint this one broke.
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
  deps: AppDeps,
  operator: Caller,
  input: RecordInput,
): Promise<RecordOutcome> {
  const { orm, pool, queue } = deps.database
  const eventId = input.eventId ?? randomUUID()
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const operation = await findOperationOf(orm, operator.id, input.operationKey)
    if (!operation) return { kind: 'unknown_operation' }
    if (input.eventId) {
      const stored = await findEventOf(orm, operator.id, input.eventId)
      if (stored) return { kind: 'replayed', event: stored }
    }
    if (input.operationType && input.operationType !== operation.operationType) {
      return { kind: 'wrong_type', operation }
    }

    const now = deps.clock.now()
    const before = stateOf(operation)
    const decision = decide(before, {
      eventType: input.eventType,
      now,
      ...phoneTime(input),
    })
    if (!decision.ok) return { kind: 'refused', refusal: decision.refusal, operation }

    const after = evolve(before, decision.event)
    const event = newEvent(operation, decision.event, after, { ...input, eventId }, now)
    const moved: OperationRow = {
      ...operation,
      ...stateColumns(after),
      ...(isStep(event.eventType) ? { newestStepRecordedAt: event.recordedAt } : {}),
      // An event without a position keeps the last known one.
      ...positionOf(event.lat === null ? operation : event),
    }
    try {
      const previousDuration = intervalSeconds(before.newestEventAt, after.newestEventAt)
      const written = await queue.run(tenantOf(moved), () =>
        moveOperation(pool, moved, event, previousDuration),
      )
      if (written) {
        const { operationId: _, ...identified } = written
        const stored = { ...event, ...identified }
        publish(deps, moved, stored, now)
        return { kind: 'recorded', event: stored }
      }
    } catch (error) {
      if (brokenUnique(error) !== 'events_once') throw error
    }
    // Version conflict, or a retry has written this event: read again and decide again.
  }
  throw new Error(`version conflict after ${ATTEMPTS} attempts`)
}

async function findStarted(deps: AppDeps, operator: Caller, eventId: string): Promise<OperationRow | null> {
  const event = await findEventOf(deps.database.orm, operator.id, eventId)
  return event && findOperationOf(deps.database.orm, operator.id, event.operationKey)
}

const phoneTime = ({ occurredAt, clockOffsetMs }: Report) =>
  occurredAt === undefined
    ? {}
    : { occurredAt: Date.parse(occurredAt), clockOffsetMs: clockOffsetMs ?? undefined }

/** Metres at the column's precision, so that a replay, read from the column, equals the first answer. */
const storedMetres = (metres: number): number => Number((Math.round(metres * 10) / 10).toPrecision(6))

function stateOf(row: OperationRow): OperationState {
  return {
    operationType: row.operationType,
    newestEventType: row.newestEventType,
    newestStepType: row.newestStepType,
    newestStepAt: row.newestStepAt.getTime(),
    startedAt: row.startedAt.getTime(),
    newestEventAt: row.newestEventAt.getTime(),
    version: row.version,
  }
}

function stateColumns(state: OperationState) {
  return {
    newestEventType: state.newestEventType,
    newestStepType: state.newestStepType,
    newestStepAt: new Date(state.newestStepAt),
    startedAt: new Date(state.startedAt),
    newestEventAt: new Date(state.newestEventAt),
    version: state.version,
    isActive: isActive(state),
  }
}

const positionOf = ({ lat, lng, location, accuracy, fixAgeSeconds }: NewEvent | OperationRow) => ({
  lat,
  lng,
  location,
  accuracy,
  fixAgeSeconds,
})

type Identity = Pick<
  OperationRow,
  'operationKey' | 'containerNumber' | 'userId' | 'username' | 'supervisorId' | 'operationType'
>

function newEvent(
  identity: Identity,
  event: OperationEvent,
  after: OperationState,
  report: Report & { eventId: string },
  now: number,
): NewEvent {
  const { operationKey, containerNumber, userId, username, supervisorId, operationType } = identity
  const position = report.coordinates ?? null
  return {
    eventId: report.eventId,
    supervisorId,
    userId,
    username,
    operationKey,
    containerNumber,
    operationType,
    eventType: event.type,
    position: after.version,
    timestamp: new Date(event.occurredAt),
    recordedAt: new Date(now),
    // The last event opens no interval; its duration is the trip's length.
    duration: isActive(after) ? null : intervalSeconds(after.startedAt, after.newestEventAt),
    location: position && placeName(position),
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    accuracy: position && report.accuracy != null ? storedMetres(report.accuracy) : null,
    fixAgeSeconds: position && (report.fixAgeSeconds ?? null),
    // Without `occurredAt` there was nothing to correct.
    clockOffsetMs: report.occurredAt === undefined ? null : (report.clockOffsetMs ?? null),
  }
}

function publish(deps: AppDeps, operation: OperationRow, event: EventRow, now: number): void {
  deps.bus.publish({
    kind: 'recorded',
    supervisorId: operation.supervisorId,
    userId: operation.userId,
    event: presentEvent(event),
    operationId: operation.id,
    operation: presentOperation(operation, now),
  })
}
