import type { AlertResponse } from '#contract/http/desk/alerts'
import type { CorrectionResponse } from '#contract/http/desk/corrections'
import type { EventResponse, OperationResponse } from '#contract/http/operations'
import type { DestinationPayload } from '#contract/live/messages'
import { placeNamed } from '#domain/geo/place-name'
import { type Coordinates, mapsLink } from '#domain/geo/position'
import { type Exactness, type PositionGrade, positionGrade } from '#domain/geo/position-grade'
import { intervalSeconds } from '#domain/operation/decide'
import { CANCELLED_LABEL, eventLabel, statusLabel } from '#domain/operation/labels'
import { stepGrade } from '#domain/place/grade'
import type { Shape } from '#domain/place/shape'
import { isoText } from '#domain/record/json-text'
import type { CorrectionRow, EventRow, OperationRow } from '../record/rows.ts'
import type { Destination, EventGrade } from './bus/bus.ts'
import type { AlertRow } from './bus/rows.ts'

// Which fields of the record leave the server: for the routes above and the sockets here.

export function coordinatesOf(row: { lat: number | null; lng: number | null }): Coordinates | null {
  return row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng }
}

/** Of a place, what the steps there are judged by. */
export interface NamedShape {
  name: string
  shape: Shape
}

/** How the event stands to the place of its operation; null: it has none, or the event does not happen there. */
export function gradeAt(row: EventRow, place: NamedShape | null): EventGrade | null {
  if (place === null) return null
  const judged = { ...row, coordinates: coordinatesOf(row), suggested: row.suggested === true }
  const grade = stepGrade(judged, place.shape)
  return grade && { place: place.name, ...grade }
}

export const positionGradeOf = (row: Exactness & { lat: number | null }): PositionGrade | null =>
  row.lat === null ? null : positionGrade(row)

/** Seconds from the start to the end, or to `now` while active. */
function totalDurationSeconds(row: OperationRow, now: number): number {
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
    lastCompletedTime: isoText(row.newestStepAt),
    startTime: isoText(row.startedAt),
    lastUpdated: isoText(row.newestEventAt),
    totalDuration: totalDurationSeconds(row, now),
    userId: row.userId,
    username: row.username,
    displayName: row.displayName,
    location: row.location,
    place: placeNamed(row.location),
    googleMapsLink: coordinates && mapsLink(coordinates),
    coordinates,
    lastCompletedRecordedAt: row.newestStepRecordedAt && isoText(row.newestStepRecordedAt),
    accuracy: row.accuracy,
    fixAgeSeconds: row.fixAgeSeconds,
    positionGrade: positionGradeOf(row),
    version: row.version,
    newestPosition: row.newestPosition,
    cancelledAt: row.cancelledAt && isoText(row.cancelledAt),
    firstContainerNumber: row.firstContainerNumber,
    placeId: row.placeId,
    placeGiven: row.placeGiven,
    clientId: row.clientId,
  }
}

/** `grade`: by `gradeAt`. */
export function presentEvent(row: EventRow, grade: EventGrade | null): EventResponse {
  const coordinates = coordinatesOf(row)
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
    timestamp: isoText(row.timestamp),
    reportedAt: row.reportedAt && isoText(row.reportedAt),
    recordedAt: isoText(row.recordedAt),
    duration: row.duration,
    location: row.location,
    place: placeNamed(row.location),
    coordinates,
    accuracy: row.accuracy,
    fixAgeSeconds: row.fixAgeSeconds,
    positionGrade: positionGradeOf(row),
    stepGrade: grade,
    suggested: row.suggested === true,
    clockOffsetMs: row.clockOffsetMs,
    firstTimestamp: row.firstTimestamp && isoText(row.firstTimestamp),
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
  recordedAt: isoText(row.recordedAt),
  reportedAt: row.reportedAt && isoText(row.reportedAt),
})

export const presentDestination = ({ operationKey, ...destination }: Destination): DestinationPayload => ({
  containerId: operationKey,
  ...destination,
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentAlert = ({ alert, operation, phone }: AlertRow): AlertResponse => ({
  id: alert.id,
  ruleId: alert.ruleId,
  kind: alert.kind,
  level: alert.level,
  containerId: alert.operationKey,
  displayContainerId: operation.containerNumber,
  operationType: operation.operationType,
  currentEventType: operation.newestEventType,
  userId: operation.userId,
  displayName: operation.displayName,
  placeId: operation.placeId,
  phone,
  since: alert.since.toISOString(),
  limit: alert.limit,
  found: alert.found,
  raisedAt: alert.raisedAt.toISOString(),
  levelAt: alert.levelAt.toISOString(),
  acknowledgedAt: iso(alert.acknowledgedAt),
  note: alert.note,
  assignedTo: alert.assignedTo,
  snoozedUntil: iso(alert.snoozedUntil),
  seenAt: (alert.seenLevel ?? 0) < alert.level ? null : iso(alert.seenAt),
  closedAt: iso(alert.closedAt),
  closedWhy: alert.closedWhy,
})
