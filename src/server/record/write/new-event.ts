import { placeName } from '#domain/geo/place-name'
import type { Coordinates } from '#domain/geo/position'
import { type Accepted, intervalSeconds } from '#domain/operation/decide'
import { isActive, type OperationState } from '#domain/operation/state'
import type { NewEvent, OperationRow } from '../rows.ts'

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
  /** The driver took the suggestion of the phone. */
  suggested?: boolean | undefined
}

/** Metres at the column's precision, so that a replay, read from the column, equals the first answer. */
const storedMetres = (metres: number): number => Number((Math.round(metres * 10) / 10).toPrecision(6))

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

type Identity = Pick<
  OperationRow,
  'operationKey' | 'containerNumber' | 'userId' | 'username' | 'supervisorId' | 'operationType'
>

export function newEvent(
  identity: Identity,
  { event, reportedAt }: Accepted,
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
  }
}
