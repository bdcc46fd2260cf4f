import { placeName } from '#domain/geo/place-name'
import type { Coordinates } from '#domain/geo/position'
import { type Accepted, intervalSeconds } from '#domain/operation/decide'
import { isActive, type OperationState } from '#domain/operation/state'
import { isStep } from '#domain/operation/steps'
import type { NewEvent, OperationRow } from '../rows.ts'

/** What the phone sends with an event; other fields of what it sent may lie beside. */
export interface Report {
  eventId?: string | undefined
  occurredAt?: string | undefined
  coordinates?: Coordinates | null | undefined
  /** Metres. */
  accuracy?: number | null | undefined
  fixAgeSeconds?: number | null | undefined
  /** Milliseconds to add to the phone's clock, and so to `occurredAt`, to get the server's. */
  clockOffsetMs?: number | null | undefined
  /** The driver took the suggestion of the phone. */
  suggested?: boolean | undefined
}

/** Metres at the column's precision, so that a replay, read from the column, equals the first answer. */
function storedMetres(metres: number): number {
  const tenths = Math.round(metres * 10) / 10
  // Below 100 km a tenth has at most six digits, so the conversion to text, which is slow, would change nothing.
  return tenths < 100_000 ? tenths : Number(tenths.toPrecision(6))
}

export function stateOf(row: OperationRow): OperationState {
  return {
    operationType: row.operationType,
    newestEventType: row.newestEventType,
    newestStepType: row.newestStepType,
    newestStepAt: row.newestStepAt.getTime(),
    startedAt: row.startedAt.getTime(),
    newestEventAt: row.newestEventAt.getTime(),
    version: row.version,
    isCancelled: row.cancelledAt !== null,
  }
}

export function stateColumns(state: OperationState) {
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

export const positionOf = ({ lat, lng, location, accuracy, fixAgeSeconds }: NewEvent | OperationRow) => ({
  lat,
  lng,
  location,
  accuracy,
  fixAgeSeconds,
})

/**
 * The operation after `event`, which found the place `found`. Field by field: a copy with other values in it takes three
 * times as long.
 */
export function movedOperation(
  operation: OperationRow,
  after: OperationState,
  event: NewEvent,
  found: number | null = null,
): OperationRow {
  const state = stateColumns(after)
  // An event without a position keeps the last known one.
  const position = event.lat === null ? operation : event
  return {
    id: operation.id,
    operationKey: operation.operationKey,
    containerNumber: operation.containerNumber,
    userId: operation.userId,
    username: operation.username,
    displayName: operation.displayName,
    supervisorId: operation.supervisorId,
    operationType: operation.operationType,
    firstContainerNumber: operation.firstContainerNumber,
    cancelledAt: operation.cancelledAt,
    placeId: found ?? operation.placeId,
    placeGiven: operation.placeGiven,
    clientId: operation.clientId,
    newestEventType: state.newestEventType,
    newestStepType: state.newestStepType,
    newestStepAt: state.newestStepAt,
    startedAt: state.startedAt,
    newestEventAt: state.newestEventAt,
    version: state.version,
    isActive: state.isActive,
    newestPosition: event.position,
    newestStepRecordedAt: isStep(event.eventType) ? event.recordedAt : operation.newestStepRecordedAt,
    lat: position.lat,
    lng: position.lng,
    location: position.location,
    accuracy: position.accuracy,
    fixAgeSeconds: position.fixAgeSeconds,
  }
}

type Identity = Pick<
  OperationRow,
  'operationKey' | 'containerNumber' | 'userId' | 'username' | 'supervisorId' | 'operationType'
>

export function newEvent(
  identity: Identity,
  { event, reportedAt }: Accepted,
  after: OperationState,
  { eventId, report }: { eventId: string; report: Report },
  now: number,
): NewEvent {
  const { operationKey, containerNumber, userId, username, supervisorId, operationType } = identity
  const position = report.coordinates ?? null
  return {
    eventId,
    supervisorId,
    userId,
    username,
    operationKey,
    containerNumber,
    operationType,
    eventType: event.type,
    position: after.version,
    timestamp: new Date(event.occurredAt),
    reportedAt: reportedAt === null ? null : new Date(reportedAt),
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
    suggested: report.suggested ? true : null,
    // What only a correction changes.
    firstTimestamp: null,
    firstEventType: null,
    retractedBy: null,
    counts: true,
  }
}
