import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { IntervalSum } from '#domain/operation/time-by-kind'
import type { Queryable } from '../../db/connect.ts'
import { containers, events, invitations, reports, users } from '../../db/schema.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'

export type OperatorRow = typeof users.$inferSelect

const ownOperators = (scope: SupervisorScope) =>
  and(eq(users.supervisorId, scope.supervisorId), eq(users.role, 'operator'))

const ownOperator = (scope: SupervisorScope, id: number) => and(eq(users.id, id), ownOperators(scope))

export async function countOperators(db: Queryable, scope: SupervisorScope): Promise<number> {
  const [row] = await db.select({ n: count() }).from(users).where(ownOperators(scope))
  return row?.n ?? 0
}

export async function listOperators(db: Queryable, scope: SupervisorScope): Promise<OperatorRow[]> {
  return db
    .select()
    .from(users)
    .where(ownOperators(scope))
    .orderBy(sql`lower(${users.displayName})`, users.id)
}

export async function findOperator(
  db: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<OperatorRow | null> {
  const [row] = await db.select().from(users).where(ownOperator(scope, id))
  return row ?? null
}

/** Whether the supervisor has this operator; they do until the transaction ends. */
export async function holdOperator(tx: Queryable, scope: SupervisorScope, id: number): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(ownOperator(scope, id)).for('key share')
  return rows.length > 0
}

/** Null when the supervisor has no such operator; nothing is changed then. */
export async function updateOperator(
  db: Queryable,
  scope: SupervisorScope,
  id: number,
  values: Partial<Pick<OperatorRow, 'displayName' | 'phone' | 'passwordHash'>>,
): Promise<OperatorRow | null> {
  const [row] = await db.update(users).set(values).where(ownOperator(scope, id)).returning()
  return row ?? null
}

/** Holds the operator's row until the transaction ends: no operation of theirs begins meanwhile. */
export async function lockOperator(
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<OperatorRow | null> {
  const [row] = await tx.select().from(users).where(ownOperator(scope, id)).for('update')
  return row ?? null
}

/** The same of any operator, whoever's it is or nobody's: for the administrator. */
export async function lockAnyOperator(tx: Queryable, id: number): Promise<OperatorRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'operator')))
    .for('update')
  return row ?? null
}

/** How many reports were saved about this operator, whose row the caller holds: they go with the account. */
export async function countReportsAbout(tx: Queryable, { id }: OperatorRow): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(reports).where(eq(reports.operatorId, id))
  return row?.n ?? 0
}

/** Of an operator whose row the caller holds: to hold it is to have shown whose it is. */
export async function deleteOperatorRow(tx: Queryable, { id }: OperatorRow): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}

/** The container number of the operation that this operator, whose row the caller holds, has under way. */
export async function activeContainerOf(tx: Queryable, { id }: OperatorRow): Promise<string | null> {
  const [row] = await tx
    .select({ containerNumber: containers.containerNumber })
    .from(containers)
    .where(and(eq(containers.userId, id), eq(containers.isActive, true)))
  return row?.containerNumber ?? null
}

/** What an operator recorded with one type of event: how often, and how long the closed intervals took. */
export interface RecordedSum extends IntervalSum {
  events: number
}

/** One row for each pair of operation and event type. One statement, so one instant. */
export async function recordedBy(db: Queryable, scope: SupervisorScope, id: number): Promise<RecordedSum[]> {
  return db
    .select({
      operationType: events.operationType,
      eventType: events.eventType,
      events: count(),
      seconds: sql<number>`coalesce(sum(${events.duration}), 0)::bigint`.mapWith(Number),
    })
    .from(events)
    .where(and(eq(events.supervisorId, scope.supervisorId), eq(events.userId, id)))
    .groupBy(events.operationType, events.eventType)
}

export async function insertInvitation(
  db: Queryable,
  scope: SupervisorScope,
  { tokenHash, now, expiresAt }: { tokenHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insert(invitations)
    .values({ tokenHash, supervisorId: scope.supervisorId, createdAt: now, expiresAt })
}

/** How many of the deleted were still good at `now`. */
export async function deleteInvitations(db: Queryable, scope: SupervisorScope, now: Date): Promise<number> {
  const rows = await db
    .delete(invitations)
    .where(eq(invitations.supervisorId, scope.supervisorId))
    .returning({ expiresAt: invitations.expiresAt })
  return rows.filter((row) => row.expiresAt > now).length
}

export interface Inviter {
  id: number
  role: 'supervisor'
  displayName: string
}

const inviterOf = (db: Queryable, tokenHash: string, now: Date) =>
  db
    .select({ id: users.id, role: sql<'supervisor'>`${users.role}`, displayName: users.displayName })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.supervisorId))
    .where(
      and(
        eq(invitations.tokenHash, tokenHash),
        gt(invitations.expiresAt, now),
        eq(users.role, 'supervisor'),
        eq(users.isActive, true),
      ),
    )

/** The active supervisor whose invitation is good at `now`. */
export async function findInviter(db: Queryable, tokenHash: string, now: Date): Promise<Inviter | null> {
  const [row] = await inviterOf(db, tokenHash, now)
  return row ?? null
}

/** As `findInviter`; whoever revokes the invitation then waits for this transaction to end. */
export async function holdInviter(tx: Queryable, tokenHash: string, now: Date): Promise<Inviter | null> {
  const [row] = await inviterOf(tx, tokenHash, now).for('key share')
  return row ?? null
}
