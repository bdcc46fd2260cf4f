import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/connect.ts'
import { first } from '../../db/first.ts'
import { prepared } from '../../db/prepared.ts'
import { selectedInTurns } from '../../db/rows-in-turns.ts'
import { containers, eventCounters } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../rows.ts'

/** Whose rows a statement reads: a supervisor's; or all, when something else proves whose an operation is (its key, a token, a job for everybody). */
export type Whose = SupervisorScope | 'everybody'

export const ofOwner = (whose: Whose): SQL | undefined =>
  whose === 'everybody' ? undefined : eq(containers.supervisorId, whose.supervisorId)

/** Operations as `operation`, to join with rows of a feature. */
export const operationsOf = (whose: Whose) =>
  new QueryBuilder().select(OPERATION_COLUMNS).from(containers).where(ofOwner(whose)).as('operation')

const given = sql.placeholder

const activeOf = prepared((db) =>
  db
    .select(OPERATION_COLUMNS)
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
    .select(OPERATION_COLUMNS)
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
    .select(OPERATION_COLUMNS)
    .from(containers)
    .where(and(eq(containers.operationKey, operationKey), eq(containers.supervisorId, scope.supervisorId)))
  return row ?? null
}

/** A tenant's active operations, newest first, and the sequence number that they reflect. */
export interface ActiveOperations {
  operations: OperationRow[]
  seq: number
}

/**
 * A tenant's active operations: one statement, so one snapshot. Only for the board, which returns a supervisor's rows
 * only to a `SupervisorScope`.
 */
async function activeOfTenant(db: Queryable, tenantId: number): Promise<ActiveOperations> {
  const rows = await activeOfOneTenant(db).execute({ tenantId })
  return {
    operations: rows.flatMap((row) => (row.operation ? [row.operation] : [])),
    seq: rows[0]?.seq ?? 0,
  }
}

/** Those of every tenant with events, by tenant: one statement, so one snapshot. Only for the board. */
async function activeOfAll(db: Queryable): Promise<Map<number, ActiveOperations>> {
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
    .select({ tenantId: eventCounters.tenantId, seq: eventCounters.lastSeq, operation: OPERATION_COLUMNS })
    .from(eventCounters)
    .leftJoin(containers, and(ofTenant, eq(containers.isActive, true)))
    .orderBy(sql`${containers.startedAt} desc nulls last`, desc(containers.id))
    .$dynamic()

/** What the board reads. A tenant is a supervisor; for an operator without one, the operator. */
export interface ActiveReads {
  activeOf(userId: number): Promise<OperationRow | null>
  /** One instant. */
  tenant(tenantId: number): Promise<ActiveOperations>
  /** Every tenant that has recorded anything. One instant. */
  all(): Promise<Map<number, ActiveOperations>>
}

export const activeReads = (db: Queryable): ActiveReads => ({
  activeOf: (userId) => findActiveOf(db, userId),
  tenant: (tenantId) => activeOfTenant(db, tenantId),
  all: () => activeOfAll(db),
})

/** Every operation of the supervisor, newest first. */
export const listOperations = (
  db: Queryable,
  scope: SupervisorScope,
): Promise<Pick<OperationRow, 'operationKey' | 'containerNumber'>[]> => {
  const { operationKey, containerNumber } = containers
  return selectedInTurns(db, scope, { operationKey, containerNumber }, (columns) =>
    new QueryBuilder()
      .select(columns)
      .from(containers)
      .where(eq(containers.supervisorId, scope.supervisorId))
      .orderBy(desc(containers.startedAt), desc(containers.id)),
  )
}

/**
 * The newest operation of this container, active or ended. Only by the number that counts: the one that a driver mistyped
 * may be on another box, whose owner must not read this trip as theirs.
 */
export const findNewestOfNumber = (db: Queryable, containerNumber: string): Promise<OperationRow | null> =>
  first(
    db
      .select(OPERATION_COLUMNS)
      .from(containers)
      .where(eq(containers.containerNumber, containerNumber))
      .orderBy(desc(containers.startedAt), desc(containers.id))
      .limit(1),
  )
