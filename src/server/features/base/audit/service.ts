import { AUDIT_COLUMNS, type AuditAction, type Told } from '#contract/http/console/audit'
import { CSV_BOM, csvRecord } from '#domain/csv/csv'
import { type Database, inLongTransaction, type Queryable } from '../../../db/connect.ts'
import type { PageCursor } from '../../../db/keyset.ts'
import { pageOf } from '../../../http/answer/cursor.ts'
import { SYSTEM_TRACE, type Trace } from '../../../identity/trace.ts'
import { chainRoot } from '../../../record/chain.ts'
import { canonicalLine, chainOf } from './chain.ts'
import { auditRecord } from './present.ts'
import { type AuditMatch, type AuditRow, auditPage, insertAudit, pruneAudit, targetsOf } from './queries.ts'

export interface AuditEntry<Before, After> {
  action: AuditAction
  /** Readable name of what was changed; never a secret, a token or an operation key. */
  target?: string | null
  targetId?: number | null
  /** The changed fields before and after; never a password. */
  before?: Told<Before> | null
  after?: Told<After> | null
}

/**
 * Adds one line to the audit log. Pass the transaction of the change, so that both commit or neither. `now` is epoch
 * milliseconds.
 */
export async function recordAudit<Before extends object, After extends object>(
  tx: Queryable,
  trace: Trace,
  now: number,
  entry: AuditEntry<Before, After>,
): Promise<void> {
  const chain = chainOf(trace)
  const line = {
    at: new Date(now),
    actorKind: trace.kind,
    actorId: trace.id,
    actorName: trace.name,
    address: trace.address,
    action: entry.action,
    target: entry.target ?? null,
    targetId: entry.targetId ?? null,
    before: entry.before ? { ...entry.before } : null,
    after: entry.after ? { ...entry.after } : null,
  }
  await insertAudit(tx, line, { chain, root: chainRoot(chain), text: canonicalLine(line) })
}

/** The fields in which `before` and `after` differ, as both have them; null when none do. */
export function differenceOf<T extends object>(before: T, after: T) {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => before[name] !== after[name])
  if (names.length === 0) return null
  const pick = (from: T) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Removes the lines that are older than `days`, and leaves a line that says so. The database refuses fewer than 30. */
export async function removeOldAudit(
  database: Pick<Database, 'pool'>,
  { now, days }: { now: number; days: number },
): Promise<void> {
  await inLongTransaction(database, async (tx) => {
    const before = new Date(now - days * DAY_MS)
    const rows = await pruneAudit(tx, before)
    if (rows === 0) return
    const after = { rows, to: before.toISOString() }
    await recordAudit(tx, SYSTEM_TRACE, now, { action: 'audit_pruned', after })
  })
}

/** One page of the log, newest first. `nextCursor` is null on the last. */
export async function readAudit(
  db: Queryable,
  match: AuditMatch,
  { cursor, limit }: { cursor: PageCursor | null; limit: number },
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const rows = await auditPage(db, match, { cursor, limit: limit + 1 })
  return pageOf(rows, limit, ({ at, id }) => ({ timestamp: at.getTime(), id }))
}

const BATCH_ROWS = 1000

/** The matches as CSV, newest first; lines written meanwhile are left out. Read lazily: nothing is buffered. */
export async function* exportAudit(db: Queryable, match: AuditMatch): AsyncGenerator<string> {
  yield CSV_BOM + csvRecord(AUDIT_COLUMNS)
  for (let cursor: PageCursor | null = null; ; ) {
    const rows: AuditRow[] = await auditPage(db, match, { cursor, limit: BATCH_ROWS })
    if (rows.length > 0) yield rows.map(auditRecord).join('')
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return
    cursor = { timestamp: last.at.getTime(), id: last.id }
  }
}

/** Which of these supervisors were removed, as far as the database knows. */
export const removedAmong = (db: Queryable, supervisorIds: readonly number[]): Promise<number[]> =>
  targetsOf(db, 'supervisor_deleted', supervisorIds)
