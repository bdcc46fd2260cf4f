import { asc } from 'drizzle-orm'
import { auditLog } from '#server/db/schema'
import type { TestApp } from './app.ts'

export type AuditLine = typeof auditLog.$inferSelect

/** The whole audit log as it stands in the database, oldest first. */
export const lines = (t: Pick<TestApp, 'deps'>): Promise<AuditLine[]> =>
  t.deps.database.orm.select().from(auditLog).orderBy(asc(auditLog.id))
