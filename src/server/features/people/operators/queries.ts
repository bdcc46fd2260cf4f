import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { invitations, users } from '../../../db/schema/accounts.ts'
import { reports } from '../../../db/schema/desk.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'

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

export const findOperator = (
  db: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<OperatorRow | null> => first(db.select().from(users).where(ownOperator(scope, id)))

/** Whether the supervisor has this operator. Locks the row, so it stays true until the transaction ends. */
export async function holdOperator(tx: Queryable, scope: SupervisorScope, id: number): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(ownOperator(scope, id)).for('key share')
  return rows.length > 0
}

/** Null, and nothing changed, when the supervisor has no such operator. */
export const updateOperator = (
  db: Queryable,
  scope: SupervisorScope,
  id: number,
  values: Partial<
    Pick<OperatorRow, 'displayName' | 'phone' | 'passwordHash' | 'passwordGiven' | 'mustChangePassword'>
  >,
): Promise<OperatorRow | null> =>
  first(db.update(users).set(values).where(ownOperator(scope, id)).returning())

/** Locks the operator's row until the transaction ends: they cannot start an operation meanwhile. */
export const lockOperator = (
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<OperatorRow | null> => first(tx.select().from(users).where(ownOperator(scope, id)).for('update'))

/** The same for any operator, with or without a supervisor: for the administrator. */
export async function lockAnyOperator(tx: Queryable, id: number): Promise<OperatorRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'operator')))
    .for('update')
  return row ?? null
}

/** How many reports about this operator exist; they are deleted with the account. The caller has locked the row. */
export async function countReportsAbout(tx: Queryable, { id }: OperatorRow): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(reports).where(eq(reports.operatorId, id))
  return row?.n ?? 0
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

/** Deletes all invitations; returns how many were still valid at `now`. */
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

/** The active supervisor whose invitation is valid at `now`. */
export const findInviter = (db: Queryable, tokenHash: string, now: Date): Promise<Inviter | null> =>
  first(inviterOf(db, tokenHash, now))

/** As `findInviter`, with a lock: revoking the invitation waits for this transaction to end. */
export const holdInviter = (tx: Queryable, tokenHash: string, now: Date): Promise<Inviter | null> =>
  first(inviterOf(tx, tokenHash, now).for('key share'))
