import type { CorrectionResponse } from '#contract/http/desk/corrections'
import type { EventResponse, OperationResponse, TripResponse } from '#contract/http/operations'
import type { DestinationPayload } from '#contract/live/messages'

interface NamedOnWire {
  containerId: string
  displayContainerId: string
}

/** Translates how the wire names an operation and its container. */
export function named<T extends NamedOnWire>({ containerId, displayContainerId, ...rest }: T) {
  return { ...rest, operationKey: containerId, containerNumber: displayContainerId }
}

/** A trip with the page's names, its times in ISO 8601. The wire's Spanish labels are left out: text/labels has them. */
function toTrip<T extends TripResponse>({
  currentStatus: _status,
  currentEventType,
  lastCompletedStatus: _step,
  lastCompletedEventType,
  lastCompletedTime,
  startTime,
  lastUpdated,
  ...rest
}: T) {
  return {
    ...named(rest),
    newestEventType: currentEventType,
    newestEventAt: lastUpdated,
    newestStepType: lastCompletedEventType,
    newestStepAt: lastCompletedTime,
    startedAt: startTime,
  }
}

export const toOperation = ({ lastCompletedRecordedAt, ...rest }: OperationResponse) => ({
  ...toTrip(rest),
  newestStepRecordedAt: lastCompletedRecordedAt ?? null,
})
/** An operation of the signed-in driver or supervisor. */
export type Operation = ReturnType<typeof toOperation>

/** Where an active operation goes now, and for whom. */
export const toDestination = ({ containerId, ...rest }: DestinationPayload) => ({
  operationKey: containerId,
  ...rest,
})
export type Destination = ReturnType<typeof toDestination>

export const toEvent = (event: EventResponse) => named(event)
export type OperationEvent = ReturnType<typeof toEvent>

export const toCorrection = (correction: CorrectionResponse) => named(correction)
export type Correction = ReturnType<typeof toCorrection>

/** What takes a supervisor's number: an event, or a correction. */
export type FeedRecord = OperationEvent | Correction

/** An answer that is no list stays as it is: the table that shows it says so. */
export const toEvents = (answer: EventResponse[]): OperationEvent[] =>
  Array.isArray(answer) ? answer.map(toEvent) : answer
