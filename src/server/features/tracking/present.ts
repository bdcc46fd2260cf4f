import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/tracking'
import { presentEvent, presentOperation } from '../operations/present.ts'
import type { EventRow, OperationRow } from './queries.ts'

/** How much of an operation the public sees: `status` leaves out the driver and the position. */
export type Visibility = 'full' | 'status'

export function presentPublicContainer(
  row: OperationRow,
  visibility: Visibility,
  now: number,
): PublicContainerResponse {
  const operation = presentOperation(row, now)
  const full = visibility === 'full'
  return {
    // The key opens the full view, so a request by number does not get it.
    containerId: full ? operation.containerId : operation.displayContainerId,
    displayContainerId: operation.displayContainerId,
    visibility,
    operationType: operation.operationType,
    isActive: operation.isActive,
    currentStatus: operation.currentStatus,
    currentEventType: operation.currentEventType,
    lastCompletedStatus: operation.lastCompletedStatus,
    lastCompletedEventType: operation.lastCompletedEventType,
    lastCompletedTime: operation.lastCompletedTime,
    startTime: operation.startTime,
    lastUpdated: operation.lastUpdated,
    totalDuration: operation.totalDuration,
    username: full ? operation.username : null,
    location: full ? operation.location : null,
    place: full ? operation.place : null,
    googleMapsLink: full ? operation.googleMapsLink : null,
    coordinates: full ? operation.coordinates : null,
  }
}

export function presentPublicEvent(row: EventRow, visibility: Visibility): PublicEventResponse {
  const event = presentEvent(row)
  const full = visibility === 'full'
  return {
    id: row.position,
    eventType: event.eventType,
    timestamp: event.timestamp,
    duration: event.duration,
    location: full ? event.location : null,
    place: full ? event.place : null,
    coordinates: full ? event.coordinates : null,
    googleMapsLink: full ? event.googleMapsLink : null,
  }
}
