import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { systemSettings } from '../../../db/schema/console.ts'

/** Every stored setting. */
export async function listSettings(db: Queryable): Promise<Map<string, string>> {
  const rows = await db
    .select({ key: systemSettings.settingKey, value: systemSettings.settingValue })
    .from(systemSettings)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/**
 * The value of a setting, its row locked until the transaction ends. Inserts `fallback` first where there is no row to
 * lock.
 */
export async function lockSetting(tx: Queryable, key: string, fallback: string, now: Date): Promise<string> {
  await tx
    .insert(systemSettings)
    .values({ settingKey: key, settingValue: fallback, lastUpdated: now })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ value: systemSettings.settingValue })
    .from(systemSettings)
    .where(eq(systemSettings.settingKey, key))
    .for('update')
  return row?.value ?? fallback
}

export async function updateSetting(
  tx: Queryable,
  key: string,
  value: string,
  { now, by }: { now: Date; by: string },
): Promise<void> {
  await tx
    .update(systemSettings)
    .set({ settingValue: value, lastUpdated: now, updatedBy: by })
    .where(eq(systemSettings.settingKey, key))
}
