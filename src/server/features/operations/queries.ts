import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { DESTINATIONS, LAST_STEP } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { first } from '../../db/first.ts'
import { prepared } from '../../db/prepared.ts'
import { users } from '../../db/schema/accounts.ts'
import { refusedSteps } from '../../db/schema/alerts.ts'
import { containers, eventCounters, events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { EventRow, OperationRow } from './record/queries.ts'

export type { EventRow, OperationRow }

const given = sql.placeholder

const activeOf = prepared((db) =>
  db
    .select()
    .from(containers)
    .where(and(eq(containers.userId, given('userId')), containers.isActive))
    .prepare('active-operation-of'),
)

export const findActiveOf = (db: Queryable, userId: number): Promise<OperationRow | null> =>
  first(activeOf(db).execute({ userId }))

const newestOf = prepared((db) =>
  db
    .select({ end: containers.newestEventAt })
    .from(containers)
    .where(eq(containers.userId, given('userId')))
    .orderBy(desc(containers.id))
    .limit(1)
    .prepare('newest-operation-of'),
)

/** When the operator's newest operation ended, epoch milliseconds; null: there is none. */
export async function previousEndOf(db: Queryable, userId: number): Promise<number | null> {
  const newest = await first(newestOf(db).execute({ userId }))
  return newest?.end.getTime() ?? null
}

const operationOf = prepared((db) =>
  db
    .select()
    .from(containers)
    .where(and(eq(containers.operationKey, given('operationKey')), eq(containers.userId, given('userId'))))
    .prepare('operation-of'),
)

export const findOperationOf = (
  db: Queryable,
  userId: number,
  operationKey: string,
): Promise<OperationRow | null> => first(operationOf(db).execute({ userId, operationKey }))

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

const eventOf = prepared((db) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.userId, given('userId')), eq(events.eventId, given('eventId'))))
    .prepare('event-of'),
)

export const findEventOf = (db: Queryable, userId: number, eventId: string): Promise<EventRow | null> =>
  first(eventOf(db).execute({ userId, eventId }))

/** The events of one operation that count, newest first. The caller has checked whose it is. */
export const listEvents = (db: Queryable, operation: OperationRow): Promise<EventRow[]> =>
  eventsOf(db, and(eq(events.operationKey, operation.operationKey), isNull(events.retractedBy)))

/** The same with those that were retracted: the record. */
export const listRecord = (db: Queryable, operation: OperationRow): Promise<EventRow[]> =>
  eventsOf(db, eq(events.operationKey, operation.operationKey))

const eventsOf = (db: Queryable, which: SQL | undefined): Promise<EventRow[]> =>
  db.select().from(events).where(which).orderBy(desc(events.position))

/** Active operations, newest first, and the sequence number that they reflect. */
export interface ActiveOperations {
  operations: OperationRow[]
  seq: number
}

/**
 * A tenant's active operations: one statement, so one snapshot. Only for the board, which returns a supervisor's rows
 * only to a `SupervisorScope`.
 */
export async function activeOfTenant(db: Queryable, tenantId: number): Promise<ActiveOperations> {
  const rows = await activeOfOneTenant(db).execute({ tenantId })
  return {
    operations: rows.flatMap((row) => (row.operation ? [row.operation] : [])),
    seq: rows[0]?.seq ?? 0,
  }
}

/** Those of every tenant with events, by tenant: one statement, so one snapshot. Only for the board. */
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

const activeOfOneTenant = prepared((db) =>
  activeOperations(
    db,
    // Two conditions, so that each can use its index.
    or(
      eq(containers.supervisorId, given('tenantId')),
      and(isNull(containers.supervisorId), eq(containers.userId, given('tenantId'))),
    ),
  )
    .where(eq(eventCounters.tenantId, given('tenantId')))
    .prepare('active-operations-of-tenant'),
)

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
        isNull(events.retractedBy),
        events.counts,
        gte(events.timestamp, since),
        isNotNull(events.duration),
        // Its duration is that of the whole trip.
        ne(events.eventType, LAST_STEP),
      ),
    )
    .groupBy(events.operationType, events.eventType)
}

export const findSupervisorPhone = (
  db: Queryable,
  { supervisorId }: SupervisorScope,
): Promise<{ displayName: string; phone: string | null } | null> =>
  first(
    db
      .select({ displayName: users.displayName, phone: users.phone })
      .from(users)
      .where(eq(users.id, supervisorId)),
  )

/** Where the operator last recorded each event that ends a drive, since then. */
export const lastDestinations = (db: Queryable, userId: number, since: Date): Promise<EventRow[]> =>
  db
    .selectDistinctOn([events.eventType])
    .from(events)
    .where(
      and(
        eq(events.userId, userId),
        inArray(events.eventType, [...DESTINATIONS]),
        isNotNull(events.lat),
        events.counts,
        gte(events.timestamp, since),
      ),
    )
    .orderBy(events.eventType, desc(events.timestamp))

/** Counts a refused step; returns how many there were since the newest record of the operation. */
export async function countRefusal(
  db: Queryable,
  { operationKey, version }: Pick<OperationRow, 'operationKey' | 'version'>,
  { supervisorId }: { supervisorId: number },
  at: Date,
): Promise<number> {
  const [row] = await db
    .insert(refusedSteps)
    .values({ operationKey, supervisorId, version, times: 1, refusedAt: at })
    .onConflictDoUpdate({
      target: refusedSteps.operationKey,
      set: {
        version,
        refusedAt: at,
        times: sql`case when ${refusedSteps.version} = excluded.version then ${refusedSteps.times} + 1 else 1 end`,
      },
    })
    .returning({ times: refusedSteps.times })
  return row?.times ?? 0
}
