import type { AuditAction } from '#contract/http/audit'
import type { Queryable } from '../../db/connect.ts'
import type { Place } from '../../db/keyset.ts'
import { pageOf } from '../../http/cursor.ts'
import type { Trace } from '../../identity/trace.ts'
import { type AuditMatch, type AuditRow, auditPage, insertAudit, targetsOf } from './queries.ts'

export interface AuditEntry {
  action: AuditAction
  /** Readable name of what was changed; never a secret, a token or an operation key. */
  target?: string | null
  targetId?: number | null
  /** The changed fields before and after; never a password. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/**
 * Adds one line to the audit log. Pass the transaction of the change, so that both commit or neither. `now` is epoch
 * milliseconds.
 */
export async function recordAudit(
  tx: Queryable,
  trace: Trace,
  now: number,
  entry: AuditEntry,
): Promise<void> {
  await insertAudit(tx, {
    at: new Date(now),
    actorKind: trace.kind,
    actorId: trace.id,
    actorName: trace.name,
    address: trace.address,
    action: entry.action,
    target: entry.target ?? null,
    targetId: entry.targetId ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
  })
}

/** One page of the log, newest first. `nextCursor` is null on the last. */
export async function readAudit(
  db: Queryable,
  match: AuditMatch,
  { place, limit }: { place: Place | null; limit: number },
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const rows = await auditPage(db, match, { place, limit: limit + 1 })
  return pageOf(rows, limit, ({ at, id }) => ({ timestamp: at.getTime(), id }))
}

/** Which of these supervisors were removed, as far as the database knows. */
export const removedAmong = (db: Queryable, supervisorIds: readonly number[]): Promise<number[]> =>
  targetsOf(db, 'supervisor_deleted', supervisorIds)
