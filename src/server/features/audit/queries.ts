import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditAction, AuditActor } from '#contract/http/audit'
import type { Queryable } from '../../db/connect.ts'
import { olderThan, type Place } from '../../db/keyset.ts'
import { auditLog } from '../../db/schema.ts'

export type AuditRow = typeof auditLog.$inferSelect

export async function insertAudit(db: Queryable, values: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(values)
}

/** Null: not filtered. */
export interface AuditMatch {
  actor: AuditActor | null
  action: AuditAction | null
  /** Substring of the actor's or the target's name, case-insensitive. */
  text: string | null
  /** Inclusive. */
  from: Date | null
  /** Exclusive. */
  to: Date | null
}

function contains(text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const has = (column: SQL) => sql`lower(${column}) like lower(${pattern}::text) escape '\\'`
  return sql`(${has(sql`${auditLog.actorName}`)} or ${has(sql`${auditLog.target}`)})`
}

/** The newest `limit` matches older than `place`. Returned as a statement, so a test can EXPLAIN it. */
export function auditPage(
  db: Queryable,
  { actor, action, text, from, to }: AuditMatch,
  { place, limit }: { place: Place | null; limit: number },
) {
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        actor === null ? undefined : eq(auditLog.actorKind, actor),
        action === null ? undefined : eq(auditLog.action, action),
        text === null ? undefined : contains(text),
        from === null ? undefined : gte(auditLog.at, from),
        to === null ? undefined : lt(auditLog.at, to),
        place === null ? undefined : olderThan(auditLog.at, auditLog.id, place),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
}

/** Which of these the log says `action` was done to. */
export async function targetsOf(
  db: Queryable,
  action: AuditAction,
  targetIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: sql<number>`${auditLog.targetId}` })
    .from(auditLog)
    .where(and(eq(auditLog.action, action), inArray(auditLog.targetId, [...targetIds])))
  return rows.map(({ id }) => id)
}
