import type { Queryable } from '../../db/connect.ts'
import { auditLog } from '../../db/schema.ts'

export type AuditRow = typeof auditLog.$inferSelect

export async function insertAudit(db: Queryable, values: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(values)
}
