import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { featureFlags, invitations, users } from '../../../db/schema/accounts.ts'
import { reports, sharedLinks } from '../../../db/schema/desk.ts'
import { settlements } from '../../../db/schema/detention.ts'
import { liveTokens, secondFactors } from '../../../db/schema/sign-in.ts'
import { removeAccount } from '../../../record/remove.ts'
import type { SupervisorArchive } from '../backups/archive.ts'

// The administrator's queries cross tenants on purpose: they take no SupervisorScope.

export type AccountRow = typeof users.$inferSelect
export type FlagsRow = typeof featureFlags.$inferSelect

/** Every supervisor with flags and counts, oldest first, in one statement. */
export async function listSupervisors(
  db: Queryable,
): Promise<{ user: AccountRow; flags: FlagsRow | null; activeOperators: number; secondFactor: boolean }[]> {
  const active = db
    .select({ supervisorId: users.supervisorId, n: count().as('n') })
    .from(users)
    .where(and(eq(users.role, 'operator'), eq(users.isActive, true)))
    .groupBy(users.supervisorId)
    .as('active')
  const rows = await db
    .select({ user: users, flags: featureFlags, n: active.n, confirmedAt: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(featureFlags, eq(featureFlags.userId, users.id))
    .leftJoin(active, eq(active.supervisorId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.role, 'supervisor'))
    .orderBy(asc(users.id))
  return rows.map(({ user, flags, n, confirmedAt }) => ({
    user,
    flags,
    activeOperators: n ?? 0,
    secondFactor: confirmedAt !== null,
  }))
}

/** Every operator, also those without a supervisor, oldest first. */
export async function listAllOperators(
  db: Queryable,
): Promise<Pick<AccountRow, 'id' | 'username' | 'displayName' | 'supervisorId' | 'isActive'>[]> {
  return db
    .select({
      id: users.id,
      username: users.username,
      displayName: users.displayName,
      supervisorId: users.supervisorId,
      isActive: users.isActive,
    })
    .from(users)
    .where(eq(users.role, 'operator'))
    .orderBy(asc(users.id))
}

/** Locks the account's row until the transaction ends. */
export const lockAccount = (tx: Queryable, id: number): Promise<AccountRow | null> =>
  first(tx.select().from(users).where(eq(users.id, id)).for('update'))

export async function updateActive(tx: Queryable, id: number, isActive: boolean): Promise<void> {
  await tx.update(users).set({ isActive }).where(eq(users.id, id))
}

/**
 * Locks the invitations of a supervisor, then their account, until the transaction ends. A registration with an
 * invitation locks in the same order, so there is no deadlock. Null when there is no such supervisor.
 */
export async function lockSupervisor(tx: Queryable, id: number): Promise<AccountRow | null> {
  await tx
    .select({ hash: invitations.tokenHash })
    .from(invitations)
    .where(eq(invitations.supervisorId, id))
    .orderBy(invitations.tokenHash)
    .for('update')
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'supervisor')))
    .for('update')
  return row ?? null
}

/** Deletes everything that belongs to a supervisor whose row `tx` has locked, after their audit line. Returns the counts. */
export async function deleteBelongings(
  tx: Queryable,
  id: number,
): Promise<SupervisorArchive['removed'] & { userIds: number[] }> {
  const deletedReports = await tx.delete(reports).where(eq(reports.supervisorId, id))
  const deletedLinks = await tx.delete(sharedLinks).where(eq(sharedLinks.supervisorId, id))
  const deletedInvitations = await tx.delete(invitations).where(eq(invitations.supervisorId, id))
  // They name packs, which go next.
  await tx.delete(settlements).where(eq(settlements.supervisorId, id))
  const { userIds, ...removed } = await removeAccount(tx, id)
  await tx.delete(liveTokens).where(inArray(liveTokens.userId, userIds))
  return {
    userIds,
    ...removed,
    operators: userIds.length - 1,
    reports: deletedReports.rowCount ?? 0,
    sharedLinks: deletedLinks.rowCount ?? 0,
    invitations: deletedInvitations.rowCount ?? 0,
  }
}

/** The existing operators of a supervisor, oldest first. */
export async function listOperatorsOf(db: Queryable, supervisorId: number): Promise<AccountRow[]> {
  return db
    .select()
    .from(users)
    .where(and(eq(users.supervisorId, supervisorId), eq(users.role, 'operator')))
    .orderBy(asc(users.id))
}
