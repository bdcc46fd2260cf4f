import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { featureFlags } from '../../db/schema.ts'

export type FeatureFlagsRow = typeof featureFlags.$inferSelect

export async function findFlags(db: Queryable, userId: number): Promise<FeatureFlagsRow | null> {
  const [row] = await db.select().from(featureFlags).where(eq(featureFlags.userId, userId))
  return row ?? null
}

export async function insertFlags(
  db: Queryable,
  values: { userId: number; premiumExpirationDate: Date },
): Promise<void> {
  await db.insert(featureFlags).values(values)
}

/** Locks the supervisor's row, so that whoever counts operators next waits for this transaction to end. */
export async function lockFlags(db: Queryable, userId: number): Promise<FeatureFlagsRow | null> {
  const [row] = await db.select().from(featureFlags).where(eq(featureFlags.userId, userId)).for('update')
  return row ?? null
}
