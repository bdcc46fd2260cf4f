import { asc, inArray, not } from 'drizzle-orm'
import type { AuditAction } from '#contract/http/console/audit'
import { auditLog } from '#server/db/schema/console'
import type { TestApp } from './app.ts'

export type AuditLine = typeof auditLog.$inferSelect

/** Every actor of a test comes in through a door. */
const DOORS: AuditAction[] = [
  'login',
  'login_failed',
  'login_locked',
  'logout',
  'admin_key_wrong',
  'admin_code_wrong',
  'admin_locked',
]

/** What happened at the doors, oldest first. */
export const doorLines = (t: Pick<TestApp, 'deps'>): Promise<AuditLine[]> =>
  t.deps.database.orm.select().from(auditLog).where(inArray(auditLog.action, DOORS)).orderBy(asc(auditLog.id))

/** The changes in the audit log as they stand in the database, oldest first. */
export const lines = (t: Pick<TestApp, 'deps'>): Promise<AuditLine[]> =>
  t.deps.database.orm
    .select()
    .from(auditLog)
    .where(not(inArray(auditLog.action, DOORS)))
    .orderBy(asc(auditLog.id))
