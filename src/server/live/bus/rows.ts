import { z } from 'zod'
import { ROLES } from '#domain/account/role'
import { ALERT_KINDS } from '#domain/alert/kinds'
import { CORRECTION_KINDS } from '#domain/operation/correct'
import { EVENT_TYPES, OPERATION_TYPES, STEP_TYPES } from '#domain/operation/steps'
import type { alerts } from '../../db/schema/alerts.ts'
import type { CorrectionRow, EventRow, OperationRow } from '../../record/rows.ts'

// Rows as another process sent them: JSON in which an instant is text. `satisfies` refuses a column that has
// no place here.

const id = z.number().int()
const instant = z.coerce.date()
const text = z.string().nullable()
const number = z.number().nullable()
const operationType = z.enum(OPERATION_TYPES)
const eventType = z.enum(EVENT_TYPES)

const position = { lat: number, lng: number, location: text, accuracy: number, fixAgeSeconds: number }

export const operationRow = z.object({
  id,
  operationKey: z.string(),
  containerNumber: z.string(),
  userId: id,
  username: z.string(),
  displayName: z.string(),
  supervisorId: id.nullable(),
  operationType,
  newestEventType: eventType,
  newestStepType: z.enum(STEP_TYPES),
  newestStepAt: instant,
  newestStepRecordedAt: instant.nullable(),
  startedAt: instant,
  newestEventAt: instant,
  version: id,
  isActive: z.boolean(),
  ...position,
  newestPosition: id,
  firstContainerNumber: text,
  cancelledAt: instant.nullable(),
  placeId: id.nullable(),
  placeGiven: z.boolean(),
  clientId: id.nullable(),
}) satisfies z.ZodType<OperationRow>

export const eventRow = z.object({
  id,
  eventId: z.string(),
  seq: id,
  supervisorId: id.nullable(),
  userId: id,
  username: z.string(),
  operationKey: z.string(),
  containerNumber: z.string(),
  operationType,
  eventType,
  position: id,
  timestamp: instant,
  reportedAt: instant.nullable(),
  recordedAt: instant,
  duration: number,
  ...position,
  clockOffsetMs: number,
  suggested: z.literal(true).nullable(),
  firstTimestamp: instant.nullable(),
  firstEventType: eventType.nullable(),
  retractedBy: text,
  counts: z.boolean(),
}) satisfies z.ZodType<EventRow>

export const correctionRow = z.object({
  id,
  correctionId: z.string(),
  seq: id,
  supervisorId: id.nullable(),
  operationKey: z.string(),
  position: id,
  kind: z.enum(CORRECTION_KINDS),
  eventPosition: number,
  before: text,
  after: text,
  authorId: id,
  authorName: z.string(),
  authorRole: z.enum(ROLES),
  reason: text,
  recordedAt: instant,
  reportedAt: instant.nullable(),
}) satisfies z.ZodType<CorrectionRow>

/** An alert with its operation as it stands, and the phone of its driver. */
export const alertRow = z.object({
  alert: z.object({
    id,
    ruleId: id,
    supervisorId: id,
    kind: z.enum(ALERT_KINDS),
    operationKey: z.string(),
    level: z.literal([1, 2, 3]),
    since: instant,
    limit: z.number(),
    found: number,
    raisedAt: instant,
    levelAt: instant,
    acknowledgedAt: instant.nullable(),
    note: text,
    assignedTo: text,
    snoozedUntil: instant.nullable(),
    seenAt: instant.nullable(),
    seenBy: number,
    seenLevel: z.literal([1, 2, 3]).nullable(),
    closedAt: instant.nullable(),
    closedWhy: z.enum(['reason_gone', 'operation_over', 'rule_off']).nullable(),
  }) satisfies z.ZodType<Omit<typeof alerts.$inferSelect, 'openedAt' | 'escalatedAt' | 'mailedAt'>>,
  operation: operationRow.pick({
    containerNumber: true,
    operationType: true,
    newestEventType: true,
    userId: true,
    displayName: true,
    placeId: true,
  }),
  phone: text,
})
export type AlertRow = z.infer<typeof alertRow>
