import { and, eq, lte, or, sql } from 'drizzle-orm'
import { NO_ENTITLEMENTS } from '#domain/account/entitlements'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { featureFlags, users } from '../../../db/schema/accounts.ts'

export type FeatureFlagsRow = typeof featureFlags.$inferSelect

export const findFlags = (db: Queryable, userId: number): Promise<FeatureFlagsRow | null> =>
  first(db.select().from(featureFlags).where(eq(featureFlags.userId, userId)))

export const listFlags = (db: Queryable, userIds: readonly number[]): Promise<FeatureFlagsRow[]> =>
  db
    .select()
    .from(featureFlags)
    .where(sql`${featureFlags.userId} = any(${sql.param(userIds)})`)

export async function insertFlags(
  db: Queryable,
  values: { userId: number; premiumExpirationDate: Date },
): Promise<void> {
  await db.insert(featureFlags).values(values)
}

/** The caller has locked the row. */
export async function updateFlags(
  tx: Queryable,
  userId: number,
  values: Partial<Omit<FeatureFlagsRow, 'id' | 'userId'>>,
): Promise<FeatureFlagsRow> {
  const [row] = await tx.update(featureFlags).set(values).where(eq(featureFlags.userId, userId)).returning()
  if (!row) throw new Error('a held row was not there to update')
  return row
}

/** Locks the supervisor's row: the next count of operators waits for this transaction to end. */
export const lockFlags = (db: Queryable, userId: number): Promise<FeatureFlagsRow | null> =>
  first(db.select().from(featureFlags).where(eq(featureFlags.userId, userId)).for('update'))

/** Supervisors whose premium has expired by `now` and is still stored as on. */
export async function listExpired(db: Queryable, now: Date): Promise<{ userId: number; username: string }[]> {
  const { premiumActivated, kpiVisibility, realTimeInfo, fullScreenEnabled, linkSharing, operationLogs } =
    featureFlags
  const isOn = [premiumActivated, kpiVisibility, realTimeInfo, fullScreenEnabled, linkSharing, operationLogs]
  return db
    .select({ userId: users.id, username: users.username })
    .from(featureFlags)
    .innerJoin(users, eq(users.id, featureFlags.userId))
    .where(and(lte(featureFlags.premiumExpirationDate, now), or(...isOn.map((flag) => eq(flag, true)))))
}

/** Turns off every feature and premium itself; the date stays. */
export async function turnOffFlags(
  tx: Queryable,
  userId: number,
  { now, by }: { now: Date; by: string },
): Promise<void> {
  const off = { ...NO_ENTITLEMENTS, premiumActivated: false }
  await tx
    .update(featureFlags)
    .set({ ...off, lastUpdated: now, updatedBy: by })
    .where(eq(featureFlags.userId, userId))
}
