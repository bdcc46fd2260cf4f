import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { systemSettings } from '../../db/schema.ts'

export async function findSetting(db: Queryable, key: string): Promise<string | null> {
  const [row] = await db
    .select({ value: systemSettings.settingValue })
    .from(systemSettings)
    .where(eq(systemSettings.settingKey, key))
  return row?.value ?? null
}
