import type { CorrectionResponse } from '#contract/http/corrections'
import type { EventResponse, OperationResponse } from '#contract/http/operations'
import type { StepPercentilesResponse } from '#contract/http/step-percentiles'
import type { TripGuideResponse } from '#contract/http/trip-guide'
import { placeNamed } from '#domain/geo/place-name'
import { type Coordinates, mapsLink } from '#domain/geo/position'
import { type Exactness, type PositionGrade, positionGrade } from '#domain/geo/position-grade'
import { intervalSeconds } from '#domain/operation/decide'
import { CANCELLED_LABEL, eventLabel, statusLabel } from '#domain/operation/labels'
import type { StepType } from '#domain/operation/steps'
import { ENOUGH_SAMPLES } from '#domain/operation/usual-time'
import { stepGrade } from '#domain/place/grade'
import type { Shape } from '#domain/place/shape'
import type { BoardRow } from '../../live/tenant-state.ts'
import type { StepPercentile } from './queries.ts'
import type { CorrectionRow, EventRow, OperationRow } from './record/queries.ts'

export function coordinatesOf(row: { lat: number | null; lng: number | null }): Coordinates | null {
  return row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng }
}

/** Of a place, what the steps there are judged by. */
export interface NamedShape {
  name: string
  shape: Shape
}

const gradeOf = (row: Exactness & { lat: number | null }): PositionGrade | null =>
  row.lat === null ? null : positionGrade(row)

/** Seconds from the start to the end, or to `now` while active. */
export function totalDurationSeconds(row: OperationRow, now: number): number {
  return intervalSeconds(row.startedAt.getTime(), row.isActive ? now : row.newestEventAt.getTime())
}

export function presentOperation(row: OperationRow, now: number): OperationResponse {
  const coordinates = coordinatesOf(row)
  return {
    containerId: row.operationKey,
    displayContainerId: row.containerNumber,
    operationType: row.operationType,
    isActive: row.isActive,
    ended: !row.isActive,
    currentStatus: row.cancelledAt ? CANCELLED_LABEL : statusLabel(row.operationType, row.newestEventType),
    currentEventType: row.newestEventType,
    lastCompletedStatus: eventLabel(row.newestStepType),
    lastCompletedEventType: row.newestStepType,
    lastCompletedTime: row.newestStepAt.toISOString(),
    startTime: row.startedAt.toISOString(),
    lastUpdated: row.newestEventAt.toISOString(),
    totalDuration: totalDurationSeconds(row, now),
    userId: row.userId,
    username: row.username,
    displayName: row.displayName,
    location: row.location,
    place: placeNamed(row.location),
    googleMapsLink: coordinates && mapsLink(coordinates),
    coordinates,
    lastCompletedRecordedAt: row.newestStepRecordedAt?.toISOString() ?? null,
    accuracy: row.accuracy,
    fixAgeSeconds: row.fixAgeSeconds,
    positionGrade: gradeOf(row),
    version: row.version,
    newestPosition: row.newestPosition,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    firstContainerNumber: row.firstContainerNumber,
    placeId: row.placeId,
    placeGiven: row.placeGiven,
    clientId: row.clientId,
  }
}

/** The row behind a presented operation: `presentOperation` backwards. */
export function presentedRow(
  { operationId, operation }: BoardRow,
  { supervisorId }: { supervisorId: number | null },
): OperationRow {
  const { lastCompletedRecordedAt } = operation
  return {
    id: operationId,
    operationKey: operation.containerId,
    containerNumber: operation.displayContainerId,
    userId: operation.userId,
    username: operation.username,
    displayName: operation.displayName,
    supervisorId,
    operationType: operation.operationType,
    newestEventType: operation.currentEventType,
    newestStepType: operation.lastCompletedEventType as StepType,
    newestStepAt: new Date(operation.lastCompletedTime),
    newestStepRecordedAt: lastCompletedRecordedAt == null ? null : new Date(lastCompletedRecordedAt),
    startedAt: new Date(operation.startTime),
    newestEventAt: new Date(operation.lastUpdated),
    version: operation.version,
    // An older process does not say it: then nothing was corrected.
    newestPosition: operation.newestPosition ?? operation.version,
    cancelledAt: null,
    firstContainerNumber: operation.firstContainerNumber ?? null,
    placeId: operation.placeId ?? null,
    placeGiven: operation.placeGiven ?? false,
    clientId: operation.clientId ?? null,
    isActive: operation.isActive,
    lat: operation.coordinates?.lat ?? null,
    lng: operation.coordinates?.lng ?? null,
    location: operation.location,
    accuracy: operation.accuracy ?? null,
    fixAgeSeconds: operation.fixAgeSeconds ?? null,
  }
}

/** `place`: of the operation; null: it has none. */
export function presentEvent(row: EventRow, place: NamedShape | null): EventResponse {
  const coordinates = coordinatesOf(row)
  const suggested = row.suggested === true
  const grade = place && stepGrade({ ...row, coordinates, suggested }, place.shape)
  return {
    id: row.id,
    eventId: row.eventId,
    position: row.position,
    seq: row.seq,
    userId: row.userId,
    username: row.username,
    containerId: row.operationKey,
    displayContainerId: row.containerNumber,
    operationType: row.operationType,
    eventType: row.eventType,
    timestamp: row.timestamp.toISOString(),
    reportedAt: row.reportedAt?.toISOString() ?? null,
    recordedAt: row.recordedAt.toISOString(),
    duration: row.duration,
    location: row.location,
    place: placeNamed(row.location),
    coordinates,
    accuracy: row.accuracy,
    fixAgeSeconds: row.fixAgeSeconds,
    positionGrade: gradeOf(row),
    stepGrade: grade && { place: place.name, ...grade },
    suggested,
    clockOffsetMs: row.clockOffsetMs,
    firstTimestamp: row.firstTimestamp?.toISOString() ?? null,
    firstEventType: row.firstEventType,
    retracted: row.retractedBy !== null,
    cancelled: row.retractedBy === null && !row.counts,
    googleMapsLink: coordinates && mapsLink(coordinates),
  }
}

/** `containerNumber`: of the operation, as it counts today. */
export const presentCorrection = (
  row: Omit<CorrectionRow, 'id' | 'supervisorId' | 'position' | 'authorId'> & { containerNumber: string },
): CorrectionResponse => ({
  correctionId: row.correctionId,
  seq: row.seq,
  containerId: row.operationKey,
  displayContainerId: row.containerNumber,
  kind: row.kind,
  eventPosition: row.eventPosition,
  before: row.before,
  after: row.after,
  authorName: row.authorName,
  authorRole: row.authorRole,
  reason: row.reason,
  recordedAt: row.recordedAt.toISOString(),
})

export function presentStepPercentile(row: StepPercentile): StepPercentilesResponse[number] {
  return {
    operationType: row.operationType,
    eventType: row.eventType,
    samples: row.samples,
    p75Seconds: row.p75Seconds,
  }
}

export function presentTripGuide({
  supervisor,
  usual,
  destinations,
}: {
  supervisor: { displayName: string; phone: string | null } | null
  usual: readonly StepPercentile[]
  destinations: readonly EventRow[]
}): TripGuideResponse {
  return {
    supervisor: supervisor?.phone ? { displayName: supervisor.displayName, phone: supervisor.phone } : null,
    usual: usual
      .filter(({ samples }) => samples >= ENOUGH_SAMPLES)
      .map(({ operationType, eventType, p75Seconds }) => ({ operationType, eventType, seconds: p75Seconds })),
    destinations: destinations.flatMap((row) => {
      const coordinates = gradeOf(row) === 'good' ? coordinatesOf(row) : null
      if (coordinates === null) return []
      const { eventType, timestamp, location } = row
      return [{ eventType, coordinates, place: placeNamed(location), timestamp: timestamp.toISOString() }]
    }),
  }
}
