import { z } from 'zod'
import { CONTAINER_NUMBER_PATTERN } from '#domain/container/number'
import { POSITION_GRADES } from '#domain/geo/position-grade'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import { WHEREABOUTS } from '#domain/place/grade'
import { id } from './id.ts'
import { coded } from './messages.ts'
import { text } from './text.ts'

/** `location` as data: `km` to the named place, null in it. Answers of an older server go without. */
export const place = z.object({ name: z.string(), km: z.number().int().nullable() }).nullish()

export const coordinates = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
})

/** ISO 8601 with a zone. */
export const instant = z.iso.datetime({
  offset: true,
  message: coded('instant_expected'),
})

/** An instant that somebody asks for: of years that every calendar, time zone and column can hold. */
export const askedInstant = instant.refine((value) => {
  const at = Date.parse(value)
  return at >= Date.UTC(2000, 0) && at < Date.UTC(2101, 0)
}, coded('instant_range'))

export const containerNumber = z
  .string({ error: coded('container_required') })
  .min(1, coded('container_required'))
  .regex(CONTAINER_NUMBER_PATTERN, coded('container_format'))

/** Ten thousand years: no two dates of four-digit years are further apart, so no clock is too wrong for an offset. */
const MAX_OFFSET_MS = 10_000 * 366 * 24 * 60 * 60 * 1000

export const eventId = z.uuid(coded('uuid_expected'))

/** Metres; the radius of 68% confidence that the browser reports. */
const accuracy = z.number().min(0).max(10_000_000)

/** When the driver pressed. */
export const pressTime = {
  /** By the phone's clock if `clockOffsetMs` is given, else by the server's. No time is refused: see `reportedAt`. */
  occurredAt: instant.optional(),
  /** Milliseconds to add to the phone's clock to get the server's, as measured by the phone. */
  clockOffsetMs: z.number().int().min(-MAX_OFFSET_MS).max(MAX_OFFSET_MS).nullish(),
}

/** What a phone reports about the moment of the press. */
const reported = {
  coordinates: coordinates.nullish(),
  accuracy: accuracy.nullish(),
  /** Whole seconds between the fix and the press; any age is accepted. */
  fixAgeSeconds: z.number().int().min(0).max(2_147_483_647).nullish(),
  eventId: eventId.optional(),
  ...pressTime,
}

export const startOperationRequest = z.object({
  /** The caller's own id, else 403: a press stored on a phone must not be recorded for another driver. */
  userId: id.optional(),
  containerId: containerNumber,
  operationType: z.enum(OPERATION_TYPES).default('load'),
  /** Where the truck goes; one that is unknown is ignored, so that no start is refused. */
  placeId: id.nullish(),
  ...reported,
})
export type StartOperationRequest = z.input<typeof startOperationRequest>

export const recordEventRequest = z.object({
  /** The caller's own id, else 403. */
  userId: id.optional(),
  containerId: text().min(1).max(80),
  operationType: z.enum(OPERATION_TYPES).optional(),
  eventType: z.enum(EVENT_TYPES),
  /** The driver took the suggestion of the phone. */
  suggested: z.boolean().optional(),
  ...reported,
})
export type RecordEventRequest = z.input<typeof recordEventRequest>

/** What the tracking page shows of an operation too, without a session. */
export const tripResponse = z.object({
  /** Operation key: container number, underscore, token. */
  containerId: z.string(),
  displayContainerId: z.string(),
  operationType: z.enum(OPERATION_TYPES),
  isActive: z.boolean(),
  currentStatus: z.string(),
  currentEventType: z.enum(EVENT_TYPES),
  lastCompletedStatus: z.string(),
  lastCompletedEventType: z.enum(EVENT_TYPES),
  lastCompletedTime: z.string(),
  startTime: z.string(),
  lastUpdated: z.string(),
  /** Seconds from the start to the end, or to the answer while active (the ETag goes by the version, not by this). */
  totalDuration: z.number().int(),
  location: z.string().nullable(),
  place,
  googleMapsLink: z.string().nullable(),
  coordinates: coordinates.nullable(),
})
export type TripResponse = z.infer<typeof tripResponse>

export const operationResponse = tripResponse.extend({
  ended: z.boolean(),
  userId: z.number().int(),
  username: z.string(),
  displayName: z.string(),
  // Only the server knows these; an operation that began offline has none.
  /** When the server stored the newest step; null: unknown, for old rows. */
  lastCompletedRecordedAt: z.string().nullish(),
  /** Of `coordinates`, as in an event. */
  accuracy: z.number().nullish(),
  fixAgeSeconds: z.number().int().nullish(),
  positionGrade: z.enum(POSITION_GRADES).nullish(),
  /** Number of records: events and corrections. */
  version: z.number().int(),
  /** Place of the newest event that counts; absent: nothing was corrected. */
  newestPosition: z.number().int().nullish(),
  /** 'Operación anulada': when; the operation is in no figure. */
  cancelledAt: z.string().nullish(),
  /** The number as the driver gave it, once it was corrected. */
  firstContainerNumber: z.string().nullish(),
  /** Where the truck goes, or arrived. */
  placeId: z.number().int().nullish(),
  /** The driver or the supervisor gave the place; else the arrival found it. */
  placeGiven: z.boolean().nullish(),
  /** Given by the supervisor; null: that of the place. */
  clientId: z.number().int().nullish(),
})
export type OperationResponse = z.infer<typeof operationResponse>

export const startOperationResponse = operationResponse.extend({
  warnings: z.array(z.enum(['check_digit', 'category'])),
})

/** How a step stands to the place of its operation. */
const stepGrade = z.object({
  /** Name of the place. */
  place: z.string(),
  where: z.enum(WHEREABOUTS),
  /** Outside: metres to the border. */
  metres: z.number().int().nullable(),
  fix: z.enum(POSITION_GRADES).nullable(),
  suggested: z.boolean(),
})
export type StepGradeResponse = z.infer<typeof stepGrade>

export const eventResponse = z.object({
  id: z.number().int(),
  eventId: z.string(),
  /** Place among the records of the operation; corrections name the event by it. */
  position: z.number().int().nullish(),
  /** Sequence number of the supervisor: 1, 2, 3 ... without gaps, in commit order. */
  seq: z.number().int(),
  userId: z.number().int(),
  username: z.string(),
  containerId: z.string(),
  displayContainerId: z.string(),
  operationType: z.enum(OPERATION_TYPES),
  eventType: z.enum(EVENT_TYPES),
  /** When it happened. */
  timestamp: z.string(),
  /**
   * The time that the phone gave, corrected by its offset, when the event cannot have happened then: it is before the
   * operation's previous event or in the future, and `timestamp` is the nearest possible time. Null: taken as it was.
   */
  reportedAt: z.string().nullable(),
  /** When the server stored it. */
  recordedAt: z.string(),
  /** Whole seconds of the interval that it opened; null while that is open. `end_trip`: of the whole trip. */
  duration: z.number().int().nullable(),
  location: z.string().nullable(),
  place,
  coordinates: coordinates.nullable(),
  accuracy: z.number().nullable(),
  /** Seconds between the fix and the press; null: not reported. */
  fixAgeSeconds: z.number().int().nullable(),
  /** `poor`: too old or too inexact; null: no position. */
  positionGrade: z.enum(POSITION_GRADES).nullable(),
  /** Null: the step does not happen at a place, or the operation has none. */
  stepGrade: stepGrade.nullish(),
  /** The driver took the suggestion of the phone. */
  suggested: z.boolean().nullish(),
  /** Milliseconds added to the phone's clock to get the reported time; null: not reported. */
  clockOffsetMs: z.number().int().nullable(),
  /** The time and the type as they were reported, once they were corrected; else null. */
  firstTimestamp: z.string().nullish(),
  firstEventType: z.enum(EVENT_TYPES).nullish(),
  /** Taken back: it counts nowhere. */
  retracted: z.boolean().nullish(),
  /** Of an operation that was cancelled: in no figure. */
  cancelled: z.boolean().nullish(),
  googleMapsLink: z.string().nullable(),
})
export type EventResponse = z.infer<typeof eventResponse>

export const supervisorOperationsResponse = z.object({
  operations: z.array(operationResponse),
  /** The supervisor's newest sequence number that this list reflects. */
  seq: z.number().int(),
})
export type SupervisorOperationsResponse = z.infer<typeof supervisorOperationsResponse>

export const shareResponse = z.object({ url: z.string() })
