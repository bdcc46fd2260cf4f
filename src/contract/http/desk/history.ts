import { z } from 'zod'
import { EVENT_TYPES } from '#domain/operation/steps'
import { idText } from '../id.ts'
import { coded } from '../messages.ts'
import { askedInstant, eventResponse, place } from '../operations.ts'
import { line, text } from '../text.ts'
import { correctionResponse } from './corrections.ts'

export const HISTORY_LIMIT_DEFAULT = 200
export const HISTORY_LIMIT_MAX = 1000

/** A query parameter that may repeat: absent, one or many. */
export const repeated = <T extends z.ZodType>(schema: T, most = 200) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(schema).max(most, coded('filter_too_long')),
    )
    .default([])

/** Filters of a list of events; they combine with AND, several values of one with OR. */
export const eventFilters = z.object({
  operatorId: repeated(idText),
  /** Operation keys or container numbers. */
  containerId: repeated(text().min(1).max(80)),
  eventType: repeated(z.enum(EVENT_TYPES)),
  /** Events that happened at or after this instant. */
  from: askedInstant.optional(),
  /** Events that happened before this instant. */
  to: askedInstant.optional(),
  /** Only events without a position, or steps outside their place: without `from`, those of the last 90 days. */
  position: z.enum(['missing', 'outside']).optional(),
  /**
   * Case-insensitive search in container number, display name and username of the operator, place, event type and label.
   */
  q: line().max(100).optional(),
})
export type EventFilters = z.output<typeof eventFilters>

export const eventsQuery = eventFilters.extend({
  /** Catching up: everything after this sequence number, oldest first; no other filter counts then. */
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(HISTORY_LIMIT_MAX).default(HISTORY_LIMIT_DEFAULT),
  /** Of the header X-Next-Cursor of the page before. */
  cursor: text().max(100).optional(),
})

/** Lines of the log that the supervisor's desk shows. */
export const LOG_ROWS = 200

/** Days back from now that the file covers; 0: everything. */
export const EXPORT_DAYS = ['7', '14', '30', '90', '0'] as const

export const exportQuery = eventFilters.extend({
  days: z.enum(EXPORT_DAYS, coded('period_invalid')).transform(Number).optional(),
})

/**
 * Header row of the file: the specification's columns, then what the phone said where `timestamp` is another time, and what
 * was reported where that was corrected, how far outside its place a step was recorded, the username, and `timestamp` again
 * without its offset, as a spreadsheet knows a time. `operator` is the display name, as the log shows it; the username once
 * the account is gone.
 */
export const EXPORT_COLUMNS = [
  'ID',
  'operator',
  'container',
  'type',
  'event',
  'timestamp',
  'duration',
  'location',
  'reportado',
  'corrección',
  'metros fuera',
  'usuario',
  'hora local',
] as const

/** With `after`, corrections stand among the events, by their number. */
export const eventsResponse = z.array(z.union([eventResponse, correctionResponse]))

/** `GET /api/containers/all` and `/ids`: newest first, each operation once. */
export const containerIdsResponse = z.array(
  z.object({ containerId: z.string(), displayContainerId: z.string() }),
)
export type ContainerIdsResponse = z.infer<typeof containerIdsResponse>

/** `GET /api/supervisor/operator-logs`: the newest events as log rows. */
export const operatorLogsResponse = z.array(
  z.object({
    id: z.number().int(),
    timestamp: z.string(),
    username: z.string(),
    containerName: z.string(),
    containerId: z.string(),
    eventType: z.string(),
    duration: z.number().int().nullable(),
    location: z.string().nullable(),
    place,
    googleMapsLink: z.string().nullable(),
  }),
)
