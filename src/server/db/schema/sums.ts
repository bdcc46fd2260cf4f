import { bigint, boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { OperationType } from '#domain/operation/steps'
import { ownedBy } from './accounts.ts'
import { instant } from './columns.ts'

/**
 * What figures need of an operation that has ended, derived from its events that count: record/read/trip-sums.ts. A row stands while
 * the record has nothing newer of its operation than `summed.seq`.
 */
export const tripSums = pgTable(
  'trip_sums',
  {
    operationKey: text('container_id').primaryKey(),
    supervisorId: ownedBy('supervisor_id'),
    userId: integer('user_id').notNull(),
    operationType: text('operation_type').$type<OperationType>().notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** False: its events are no ordinary trip, so that they are read one by one. */
    isPlain: boolean('is_plain').notNull(),
    /** Of each of EVENT_TYPES, in that order: events, closed intervals and their seconds, events without a position. */
    events: integer('events').array().notNull(),
    intervals: integer('intervals').array().notNull(),
    seconds: integer('seconds').array().notNull(),
    unlocated: integer('unlocated').array().notNull(),
    /** The same: kilometres from their positions to the next of the trip, not rounded. */
    distance: doublePrecision('distance').array().notNull(),
    /** When each of STEP_TYPES was first reached, in that order; null: it was not. */
    stepsAt: instant('steps_at').array().notNull(),
  },
  (t) => [index('trip_sums_of_supervisor').on(t.supervisorId, t.lastAt, t.firstAt)],
)

/** Up to which `seq` the trips of a supervisor are summed. */
export const summed = pgTable('summed', {
  supervisorId: ownedBy('supervisor_id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  /** Digest of the statement that summed them: another one sums all again. */
  rule: text('rule').notNull(),
})
