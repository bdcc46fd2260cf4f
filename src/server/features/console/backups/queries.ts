import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { partOf, type TablePart } from '../../../db/backup/rows.ts'
import type { Queryable } from '../../../db/connect.ts'
import { featureFlags, invitations, users } from '../../../db/schema/accounts.ts'
import { alertRules, alerts, quietHours, refusedSteps } from '../../../db/schema/alerts.ts'
import { auditLog } from '../../../db/schema/console.ts'
import { reports, sharedLinks } from '../../../db/schema/desk.ts'
import { contracts, settlements } from '../../../db/schema/detention.ts'
import { evidencePacks, packReviews } from '../../../db/schema/evidence.ts'
import { clients, places } from '../../../db/schema/places.ts'
import { containers, corrections, eventCounters, events } from '../../../db/schema/record.ts'

/**
 * Locks everything under this supervisor until `tx` ends: nothing is recorded, registered, saved or invited meanwhile.
 * Locks in the same order as those writers, so there is no deadlock.
 */
export async function holdSupervisor(tx: Queryable, supervisorId: number): Promise<void> {
  await tx.execute(sql`select from feature_flags where user_id = ${supervisorId} for update`)
  await tx.execute(
    sql`select from users where id = ${supervisorId} or supervisor_id = ${supervisorId} order by id for update`,
  )
  await tx.execute(
    sql`select from containers where supervisor_id = ${supervisorId} and is_active order by id for update`,
  )
  await tx.execute(sql`select from event_counters where tenant_id = ${supervisorId} for update`)
}

/** Everything that belongs to a supervisor, as parts of a dump. */
export function belongingsOf(supervisorId: number): TablePart[] {
  const own = (order: SQL): SQL => sql`where supervisor_id = ${supervisorId} order by ${order}`
  return [
    partOf(users, sql`where id = ${supervisorId} or supervisor_id = ${supervisorId} order by id`),
    partOf(
      featureFlags,
      sql`where user_id in (select id from users where id = ${supervisorId} or supervisor_id = ${supervisorId})`,
    ),
    partOf(clients, own(sql`id`)),
    partOf(places, own(sql`id`)),
    partOf(containers, own(sql`id`)),
    partOf(events, own(sql`seq`)),
    partOf(corrections, own(sql`seq`)),
    partOf(eventCounters, sql`where tenant_id = ${supervisorId}`),
    partOf(contracts, own(sql`id`)),
    partOf(evidencePacks, own(sql`id`)),
    partOf(packReviews, own(sql`id`)),
    partOf(settlements, own(sql`id`)),
    partOf(sharedLinks, own(sql`id`)),
    partOf(reports, own(sql`id`)),
    partOf(invitations, own(sql`created_at`)),
    partOf(alertRules, own(sql`id`)),
    partOf(alerts, own(sql`id`)),
    partOf(refusedSteps, own(sql`container_id`)),
    partOf(quietHours, sql`where user_id = ${supervisorId}`),
  ]
}

/** A backup that a restore has proven; `altered`: it holds the record's own fault. */
export interface ProvenBackup {
  file: string
  /** When it was written. */
  at: Date
  altered: string | null
}

/** The newest one, in whichever process it was written, of this moment or later; null: there is none. */
export async function newestProven(
  db: Queryable,
  { orAltered = false, since = new Date(0) } = {},
): Promise<ProvenBackup | null> {
  const after = auditLog.after
  const [line] = await db
    .select({
      at: auditLog.at,
      file: sql<string>`${after} ->> 'file'`,
      altered: sql<string | null>`${after} ->> 'altered'`,
    })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.action, ['backup_written', 'backup_verified']),
        gte(auditLog.at, since),
        sql`(${after} ->> 'verified' = 'true' or (${orAltered} and ${after} ->> 'altered' is not null))`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return line ?? null
}

/** When the newest backup was written that was copied to this target, or whether `file` was; null: none. */
export async function newestCopied(db: Queryable, target: string, file?: string): Promise<Date | null> {
  const [line] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, 'backup_copied'),
        eq(auditLog.target, target),
        file === undefined ? undefined : sql`${auditLog.after} ->> 'file' = ${file}`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return line?.at ?? null
}
