import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Role } from '#domain/account/role'
import type { CorrectionKind } from '#domain/operation/correct'
import type { EventType, OperationType, StepType } from '#domain/operation/steps'
import { digest, instant } from './columns.ts'

/**
 * One operation: one load or unload trip of one container by one operator. Columns keep their first names; the code's
 * names are those of the glossary.
 */
export const containers = pgTable(
  'containers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationKey: text('container_id').notNull().unique('containers_container_id_key'),
    containerNumber: text('display_container_id').notNull(),
    // Copied as they were at the start: history outlives a deleted account, and no query needs a join.
    userId: integer('user_id').notNull(),
    username: text('username').notNull(),
    displayName: text('display_name').notNull(),
    supervisorId: integer('supervisor_id'),
    operationType: text('operation_type').$type<OperationType>().notNull(),
    newestEventType: text('current_status').$type<EventType>().notNull(),
    newestStepType: text('last_completed_status').$type<StepType>().notNull(),
    newestStepAt: instant('last_completed_time').notNull(),
    /** When the server wrote the newest step; null: the row is older than this column. */
    newestStepRecordedAt: instant('last_completed_recorded_at'),
    startedAt: instant('start_time').notNull(),
    newestEventAt: instant('last_updated').notNull(),
    /** Number of records, events and corrections; the guard of every write. */
    version: integer('version').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** The newest position that any event bore. */
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    location: text('location'),
    /** Of that position: metres, and seconds between the fix and the press. */
    accuracy: real('accuracy'),
    fixAgeSeconds: integer('fix_age_seconds'),
    /** Of the newest event that still counts: the one whose interval is open. */
    newestPosition: integer('newest_position').notNull().default(1),
    /** The number as the driver gave it, once it was corrected. */
    firstContainerNumber: text('first_container_number'),
    cancelledAt: instant('cancelled_at'),
    // No foreign keys: a place or client is checked where it is given, is never deleted while its supervisor exists, and an
    // arrival must not lock a row that all the arrivals of that place share.
    placeId: integer('place_id'),
    /** The place was given, by the driver at the start or by the supervisor; else the arrival found it. */
    placeGiven: boolean('place_given').notNull().default(false),
    /** Given by the supervisor; null: the client of the place. */
    clientId: integer('client_id'),
    /** `chainHash` of the newest record; null: written before there were chains, and not sealed yet. */
    chainHead: digest('chain_head'),
  },
  (t) => [
    uniqueIndex('containers_one_active_per_operator').on(t.userId).where(sql`${t.isActive}`),
    uniqueIndex('containers_one_active_per_number')
      .on(t.supervisorId, t.containerNumber)
      .where(sql`${t.isActive}`),
    index('containers_active_of_supervisor').on(t.supervisorId, t.startedAt).where(sql`${t.isActive}`),
    index('containers_by_number').on(t.containerNumber, t.startedAt),
    index('containers_of_supervisor').on(t.supervisorId, t.startedAt),
    index('containers_of_operator').on(t.userId, t.id),
    // No index may name a column that every press changes, not even in its condition: a press would then write a new entry
    // into every index of this table.
    check('containers_version', sql`${t.version} > 0`),
  ],
)

/**
 * What was reported. Rows are only ever added. `timestamp`, `eventType`, `containerNumber` and `counts` are what counts
 * today: a correction (`corrections`) moves them by a trigger of the migration, which keeps what was reported. How long an
 * interval lasted is read from the next event (record/read/intervals.ts).
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Made by the client; the same id again is the same event. */
    eventId: uuid('event_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    supervisorId: integer('supervisor_id'),
    userId: integer('user_id').notNull(),
    username: text('username').notNull(),
    operationKey: text('container_id')
      .notNull()
      .references(() => containers.operationKey),
    containerNumber: text('display_container_id').notNull(),
    operationType: text('operation_type').$type<OperationType>().notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    /** Place among the records of the operation, events and corrections: 1, 2, 3 ... */
    position: integer('position').notNull(),
    /** When it really happened. */
    timestamp: instant('timestamp').notNull(),
    /** What the phone said, corrected by its offset, where `timestamp` is another time; null: it was taken as it was. */
    reportedAt: instant('reported_at'),
    /** When the server wrote the row. */
    recordedAt: instant('recorded_at').notNull(),
    location: text('location'),
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    /** Metres. */
    accuracy: real('accuracy'),
    /** Seconds between the fix and the press. */
    fixAgeSeconds: integer('fix_age_seconds'),
    /** What was added to the phone's clock to get the reported time; up to decades, so no integer holds it. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }),
    /** The driver took the suggestion of the phone; null: pressed by hand. */
    suggested: boolean('suggested').$type<true>(),
    /** What was reported, once it was corrected. */
    firstTimestamp: instant('first_timestamp'),
    firstEventType: text('first_event_type').$type<EventType>(),
    /** The correction that took the event back. */
    retractedBy: uuid('retracted_by'),
    /** False: retracted, or of an operation that was cancelled; in no figure. */
    counts: boolean('counts').notNull().default(true),
    /** Of what was reported and of the operation's record before it: domain/record/canonical.ts. */
    chainHash: digest('chain_hash'),
  },
  (t) => [
    // Per operator, so that the ids of one phone neither collide with those of another nor reveal them.
    uniqueIndex('events_once').on(t.userId, t.eventId),
    uniqueIndex('events_in_order').on(t.operationKey, t.position),
    uniqueIndex('events_seq_of_supervisor').on(t.supervisorId, t.seq),
    // The history in its order, with all that it can be filtered by: counting and finding never leave the index, whose
    // pages hold one supervisor each, while a supervisor's rows lie scattered among everybody's.
    index('events_history')
      .on(t.supervisorId, t.timestamp, t.id, t.userId, t.eventType, t.containerNumber, t.username, t.location)
      .where(isNull(t.retractedBy)),
    // Empty once everything is sealed.
    index('events_unsealed').on(t.operationKey).where(isNull(t.chainHash)),
    // The rare events without a position, which the history's index cannot tell: `lat` is not in it.
    index('events_without_position')
      .on(t.supervisorId, t.timestamp, t.id)
      .where(sql`${t.lat} is null and ${t.retractedBy} is null`),
  ],
)

/**
 * What was corrected, when, by whom and why. Rows are only ever added; a trigger of the migration applies each to the events
 * and the operation, in the same transaction.
 */
export const corrections = pgTable(
  'corrections',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Made by the client; the same id again is the same correction. */
    correctionId: uuid('correction_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    supervisorId: integer('supervisor_id'),
    operationKey: text('container_id')
      .notNull()
      .references(() => containers.operationKey),
    /** Place among the records of the operation. */
    position: integer('position').notNull(),
    kind: text('kind').$type<CorrectionKind>().notNull(),
    /** Position of the event; null: it is about the operation. */
    eventPosition: integer('event_position'),
    /** What counted before, and what counts now: an instant (ISO 8601), an event type, a number; null: nothing. */
    before: text('before'),
    after: text('after'),
    authorId: integer('author_id').notNull(),
    authorName: text('author_name').notNull(),
    authorRole: text('author_role').$type<Role>().notNull(),
    reason: text('reason'),
    recordedAt: instant('recorded_at').notNull(),
    /** When the driver pressed, by the phone's clock and its offset; null: a supervisor's, or nobody says. */
    reportedAt: instant('reported_at'),
    chainHash: digest('chain_hash').notNull(),
  },
  (t) => [
    uniqueIndex('corrections_once').on(t.authorId, t.correctionId),
    uniqueIndex('corrections_in_order').on(t.operationKey, t.position),
    uniqueIndex('corrections_seq_of_supervisor').on(t.supervisorId, t.seq),
    check(
      'corrections_kind',
      sql`${t.kind} in ('time', 'stop_kind', 'container_number', 'retraction', 'cancellation')`,
    ),
  ],
)

/** The newest `seq` of each tenant. Its row lock makes the order of numbers the order of commits. */
export const eventCounters = pgTable('event_counters', {
  /** The supervisor; for an operator without one, the operator. */
  tenantId: integer('tenant_id').primaryKey(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  /** How many of the numbers are no event of the history: corrections, and what they retracted. */
  unlisted: bigint('unlisted', { mode: 'number' }).notNull().default(0),
})

/**
 * What is left of an account that was removed, written by `remove_account` alone. No account has that id again, and no
 * operation is of that supervisor: triggers of the migration refuse both.
 */
export const tombstones = pgTable('tombstones', {
  /** 1, 2, 3 ... */
  position: bigint('position', { mode: 'number' }).primaryKey(),
  accountId: integer('account_id').notNull().unique('tombstones_account'),
  /** JSON, kept as it was hashed: `Buried` in record/verify/removals/queries.ts. */
  content: text('content').notNull(),
  /** SHA-256 of the hash before it and of `content`. */
  hash: digest('hash').notNull(),
})
