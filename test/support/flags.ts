import { eq } from 'drizzle-orm'
import { featureFlags } from '#server/db/schema/accounts'
import type { AppDeps } from '#server/deps'

/** Changes a supervisor's entitlements as the product does: stored, then published. */
export async function setFlags(
  { database, bus }: Pick<AppDeps, 'database' | 'bus'>,
  { id }: { id: number },
  values: Partial<typeof featureFlags.$inferInsert>,
): Promise<void> {
  await database.orm.update(featureFlags).set(values).where(eq(featureFlags.userId, id))
  bus.publish({ kind: 'entitlements_changed', supervisorId: id })
}
