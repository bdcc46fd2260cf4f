import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/public/tracking'
import type { LinkLevel } from '#domain/container/share-link'
import { STOP_LABEL } from '#domain/operation/labels'
import { SOME_STOP, toldEvent } from '#domain/operation/told'
import { contains } from '#domain/place/shape'
import { type NamedShape, presentEvent, presentOperation } from '../../../live/present.ts'
import type { EventRow } from '../../../record/rows.ts'
import { presentStepForecast } from '../forecast/present.ts'
import type { Tracked } from './find.ts'
import type { Outlook } from './service.ts'

/** A value that needs at least this level; null below it. */
const from =
  (shown: LinkLevel) =>
  <T>(least: 'times' | 'full', value: T): T | null =>
    shown === 'full' || shown === least ? value : null

export function presentPublicContainer(
  { operation: row, level, reference }: Tracked,
  { usual, forecast, destination }: Outlook,
  now: number,
): PublicContainerResponse {
  const operation = presentOperation(row, now)
  const at = from(level)
  const currentEventType = toldEvent(operation.currentEventType, level === 'full')
  return {
    // Never the operation key, unless it was asked for: it opens more than a lower level or an expiry allows.
    containerId: reference,
    displayContainerId: operation.displayContainerId,
    visibility: level,
    cancelled: row.cancelledAt !== null,
    operationType: operation.operationType,
    isActive: operation.isActive,
    currentStatus: currentEventType === SOME_STOP ? STOP_LABEL : operation.currentStatus,
    currentEventType,
    lastCompletedStatus: operation.lastCompletedStatus,
    lastCompletedEventType: operation.lastCompletedEventType,
    lastCompletedTime: at('times', operation.lastCompletedTime),
    startTime: at('times', operation.startTime),
    lastUpdated: at('times', operation.lastUpdated),
    totalDuration: at('times', operation.totalDuration),
    usual: at('times', usual && { fromSeconds: null, toSeconds: null, ...usual }),
    forecast: forecast && presentStepForecast(forecast),
    username: at('full', operation.displayName),
    destination: at('full', destination?.name ?? null),
    location: at('full', operation.location),
    place: at('full', operation.place),
    googleMapsLink: at('full', operation.googleMapsLink),
    coordinates: at('full', operation.coordinates),
  }
}

/** `destination`: the place of the operation. */
export function presentPublicEvent(
  row: EventRow,
  level: LinkLevel,
  destination: NamedShape | null,
): PublicEventResponse {
  const event = presentEvent(row, null)
  const isThere = destination && event.coordinates && contains(destination.shape, event.coordinates)
  const at = from(level)
  return {
    id: row.position,
    eventType: toldEvent(event.eventType, level === 'full'),
    timestamp: at('times', event.timestamp),
    duration: at('times', event.duration),
    corrected: event.firstTimestamp != null || event.firstEventType != null,
    location: at('full', event.location),
    place: at('full', event.place),
    atPlace: at('full', isThere ? destination.name : null),
    coordinates: at('full', event.coordinates),
    googleMapsLink: at('full', event.googleMapsLink),
  }
}
