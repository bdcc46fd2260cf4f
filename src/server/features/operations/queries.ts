import { and, desc, eq, gte, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { LAST_STEP } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { containers, eventCounters, events, sharedLinks } from '../../db/schema.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'

export type OperationRow = typeof containers.$inferSelect
export type EventRow = typeof events.$inferSelect

/** An event about to be written; the database gives it `id` and `seq`. */
export type NewEvent = Omit<EventRow, 'id' | 'seq'>
export type NewOperation = Omit<OperationRow, 'id'>

/** What the write statements give back. */
export interface Written {
  /** Of the event. */
  id: number
  seq: number
  operationId: number
}

export async function findActiveOf(db: Queryable, userId: number): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.userId, userId), eq(containers.isActive, true)))
  return row ?? null
}

/** When the operator's newest operation ended, epoch milliseconds; null: there is none. */
export async function previousEndOf(db: Queryable, userId: number): Promise<number | null> {
  const [row] = await db
    .select({ end: containers.newestEventAt })
    .from(containers)
    .where(eq(containers.userId, userId))
    .orderBy(desc(containers.id))
    .limit(1)
  return row?.end.getTime() ?? null
}

export async function findOperationOf(
  db: Queryable,
  userId: number,
  operationKey: string,
): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.operationKey, operationKey), eq(containers.userId, userId)))
  return row ?? null
}

export async function findOperationInScope(
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.operationKey, operationKey), eq(containers.supervisorId, scope.supervisorId)))
  return row ?? null
}

export async function findEventOf(db: Queryable, userId: number, eventId: string): Promise<EventRow | null> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.userId, userId), eq(events.eventId, eventId)))
  return row ?? null
}

/** The events of one operation, newest first. The caller has made sure whose it is. */
export async function listEvents(db: Queryable, operation: OperationRow): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(eq(events.operationKey, operation.operationKey))
    .orderBy(desc(events.position))
}

/** Active operations, newest first, and the sequence number that they reflect. */
export interface ActiveOperations {
  operations: OperationRow[]
  seq: number
}

/**
 * A tenant's active operations: one statement, so one instant. For the board alone, which reads for everybody and lets
 * a supervisor's rows out to a `SupervisorScope` only.
 */
export async function activeOfTenant(db: Queryable, tenantId: number): Promise<ActiveOperations> {
  const rows = await activeOperations(
    db,
    // Written out for each index; a tenant is either of the two.
    or(
      eq(containers.supervisorId, tenantId),
      and(isNull(containers.supervisorId), eq(containers.userId, tenantId)),
    ),
  ).where(eq(eventCounters.tenantId, tenantId))
  return {
    operations: rows.flatMap((row) => (row.operation ? [row.operation] : [])),
    seq: rows[0]?.seq ?? 0,
  }
}

/** Those of every tenant that has recorded anything, by tenant: one statement, so one instant. For the board alone. */
export async function activeOfAll(db: Queryable): Promise<Map<number, ActiveOperations>> {
  const rows = await activeOperations(
    db,
    eq(sql`coalesce(${containers.supervisorId}, ${containers.userId})`, eventCounters.tenantId),
  )
  const tenants = new Map<number, ActiveOperations>()
  for (const { tenantId, seq, operation } of rows) {
    const tenant = tenants.get(tenantId) ?? { operations: [], seq }
    if (operation) tenant.operations.push(operation)
    tenants.set(tenantId, tenant)
  }
  return tenants
}

const activeOperations = (db: Queryable, ofTenant: SQL | undefined) =>
  db
    .select({ tenantId: eventCounters.tenantId, seq: eventCounters.lastSeq, operation: containers })
    .from(eventCounters)
    .leftJoin(containers, and(ofTenant, eq(containers.isActive, true)))
    .orderBy(sql`${containers.startedAt} desc nulls last`, desc(containers.id))
    .$dynamic()

export interface StepPercentile {
  operationType: EventRow['operationType']
  eventType: EventRow['eventType']
  samples: number
  p75Seconds: number
}

/** The 75th percentile (nearest rank) of the closed intervals of each step that began at or after `since`. */
export async function stepPercentiles(
  db: Queryable,
  scope: SupervisorScope,
  since: Date,
): Promise<StepPercentile[]> {
  return db
    .select({
      operationType: events.operationType,
      eventType: events.eventType,
      samples: sql<number>`count(*)::integer`,
      p75Seconds: sql<number>`percentile_disc(0.75) within group (order by ${events.duration})::integer`,
    })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, scope.supervisorId),
        gte(events.timestamp, since),
        isNotNull(events.duration),
        // Its duration is the whole trip's, and nothing waits in it.
        ne(events.eventType, LAST_STEP),
      ),
    )
    .groupBy(events.operationType, events.eventType)
}

export async function insertSharedLink(
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<void> {
  await db.insert(sharedLinks).values({ supervisorId: scope.supervisorId, operationKey })
}

/** The tenant whose numbers an event takes: the supervisor; for an operator without one, the operator. */
export const tenantOf = (row: { supervisorId: number | null; userId: number }): number =>
  row.supervisorId ?? row.userId

// Both statements end in the same two parts: take the tenant's next number (its row lock makes the order of numbers
// the order of commits), then insert the event. `$n` counts from the first parameter of the event.
const EVENT_COLUMNS = `event_id, supervisor_id, user_id, username, container_id, display_container_id, operation_type,
  event_type, position, "timestamp", recorded_at, duration, location, lat, lng, accuracy,
  fix_age_seconds, clock_offset_ms`

const takeNumberAndInsert = (guard: string): string => `
counter as (
  insert into event_counters as c (tenant_id, last_seq)
  select $1::integer, 1 from ${guard}
  on conflict (tenant_id) do update set last_seq = c.last_seq + 1
  returning last_seq
), inserted as (
  insert into events (${EVENT_COLUMNS}, seq)
  select $2::uuid, $3::integer, $4::integer, $5::text, $6::text, $7::text, $8::text, $9::text, $10::integer,
    $11::timestamptz, $12::timestamptz, $13::integer, $14::text, $15::double precision, $16::double precision,
    $17::real, $18::integer, $19::bigint, counter.last_seq
  from counter
  returning id, seq
)
select inserted.id, inserted.seq, ${guard}.id as "operationId" from inserted, ${guard}`

const eventValues = (event: NewEvent): unknown[] => [
  tenantOf(event),
  event.eventId,
  event.supervisorId,
  event.userId,
  event.username,
  event.operationKey,
  event.containerNumber,
  event.operationType,
  event.eventType,
  event.position,
  event.timestamp,
  event.recordedAt,
  event.duration,
  event.location,
  event.lat,
  event.lng,
  event.accuracy,
  event.fixAgeSeconds,
  event.clockOffsetMs,
]

const OPEN_OPERATION = `
with operator as (
  select id from users where id = $4 for key share
), opened as (
  insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
    operation_type, current_status, last_completed_status, last_completed_time, last_completed_recorded_at, start_time,
    last_updated, version, is_active, lat, lng, location, accuracy, fix_age_seconds)
  select $6, $7, $4, $5, $20, $3, $8, $9, $9, $11, $12, $11, $11, $10, true, $15, $16, $14, $17, $18 from operator
  returning id
), ${takeNumberAndInsert('opened')}`

/**
 * Writes an operation with its first event, durably, in one statement. Null when the operator has been deleted
 * meanwhile: the share of their row makes a deletion wait for this statement, or this one for the deletion. Throws a
 * unique violation of `containers_one_active_per_operator`, `containers_one_active_per_number` or `events_once`.
 */
export async function openOperation(
  pool: pg.Pool,
  operation: NewOperation,
  event: NewEvent,
): Promise<Written | null> {
  const { rows } = await pool.query<Written>({
    name: 'open-operation',
    text: OPEN_OPERATION,
    values: [...eventValues(event), operation.displayName],
  })
  return rows[0] ?? null
}

const MOVE_OPERATION = `
with moved as (
  update containers
  set current_status = $9, last_completed_status = $20, last_completed_time = $21, last_completed_recorded_at = $22,
    last_updated = $11, version = $10, is_active = $23, lat = $24, lng = $25, location = $26, accuracy = $27,
    fix_age_seconds = $28
  where container_id = $6 and version = $10 - 1
  returning id
), closed as (
  update events set duration = $29
  where container_id = $6 and position = $10 - 1 and exists (select from moved)
), ${takeNumberAndInsert('moved')}`

/**
 * Appends `event` and moves its operation to `after`, durably, in one statement that also closes the previous
 * interval. Null when the operation has moved since it was read (nothing is written then). Throws a unique violation
 * of `events_once` when the same event is being written at the same time.
 */
export async function moveOperation(
  pool: pg.Pool,
  after: OperationRow,
  event: NewEvent,
  previousDuration: number,
): Promise<Written | null> {
  const { rows } = await pool.query<Written>({
    name: 'move-operation',
    text: MOVE_OPERATION,
    values: [
      ...eventValues(event),
      after.newestStepType,
      after.newestStepAt,
      after.newestStepRecordedAt,
      after.isActive,
      after.lat,
      after.lng,
      after.location,
      after.accuracy,
      after.fixAgeSeconds,
      previousDuration,
    ],
  })
  return rows[0] ?? null
}
