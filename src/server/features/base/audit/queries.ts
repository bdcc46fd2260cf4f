import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditAction, AuditActor } from '#contract/http/console/audit'
import type { Queryable } from '../../../db/connect.ts'
import { olderThan, type PageCursor } from '../../../db/keyset.ts'
import { auditChains, auditLog } from '../../../db/schema/console.ts'

export type AuditRow = typeof auditLog.$inferSelect

/** What a line says. */
export type AuditValues = Omit<AuditRow, 'id' | 'chain' | 'chainPosition' | 'chainHash'>

/**
 * Adds a line to the end of its chain. In one statement: the row of the chain is locked until the commit, so the order of
 * positions is the order of commits. `root`: the hash before the first line.
 */
export async function insertAudit(
  db: Queryable,
  { at, actorKind, actorId, actorName, address, action, target, targetId, before, after }: AuditValues,
  { chain, root, text }: { chain: string; root: Buffer; text: string },
): Promise<void> {
  const json = (value: object | null) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`
  const link = (hash: SQL) => sql`sha256(${hash} || convert_to(${text}, 'UTF8'))`
  await db.execute(sql`
    with head as (
      insert into ${auditChains} as c (chain, lines, head) values (${chain}, 1, ${link(sql`${root}::bytea`)})
      on conflict (chain) do update set lines = c.lines + 1, head = ${link(sql`c.head`)}
      returning c.chain, c.lines, c.head
    )
    insert into ${auditLog} (at, actor_kind, actor_id, actor_name, address, action, target, target_id, before, after,
      chain, chain_position, chain_hash)
    select ${at.toISOString()}::timestamptz, ${actorKind}, ${actorId}::integer, ${actorName}, ${address}, ${action},
      ${target}, ${targetId}::integer, ${json(before)}, ${json(after)}, head.chain, head.lines, head.head
    from head`)
}

const { id, at, actorKind, actorId, actorName, address, action, target, targetId, before, after } = auditLog
const VALUES = { id, at, actorKind, actorId, actorName, address, action, target, targetId, before, after }

/** The next `limit` lines by chain and position. */
export const chainedLines = (
  db: Queryable,
  { chain, position }: { chain: string; position: number },
  limit: number,
) =>
  db
    .select({
      ...VALUES,
      chain: sql<string>`${auditLog.chain}`,
      position: sql<number>`${auditLog.chainPosition}`.mapWith(Number),
      hash: sql<Buffer>`${auditLog.chainHash}`,
    })
    .from(auditLog)
    .where(sql`(${auditLog.chain}, ${auditLog.chainPosition}) > (${chain}, ${position}::bigint)`)
    .orderBy(asc(auditLog.chain), asc(auditLog.chainPosition))
    .limit(limit)

export type ChainedLine = Awaited<ReturnType<typeof chainedLines>>[number]

export type Head = Awaited<ReturnType<typeof chainHeads>>[number]

export const chainHeads = (db: Queryable) =>
  db
    .select({
      chain: auditChains.chain,
      lines: auditChains.lines,
      hash: auditChains.head,
      anchorPosition: auditChains.anchorPosition,
      anchor: auditChains.anchor,
    })
    .from(auditChains)

/** A line without a chain that is newer than the first chained one; null: there is none, as it must be. */
export async function unchainedAmong(db: Queryable): Promise<number | null> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      sql`${auditLog.chain} is null and ${auditLog.id} > (
        select min(l.id) from ${auditLog} l where l.chain is not null
      )`,
    )
    .limit(1)
  return row?.id ?? null
}

/** Removes the lines of before this instant, the oldest of each chain first; returns how many. */
export async function pruneAudit(db: Queryable, before: Date): Promise<number> {
  const { rows } = await db.execute<{ removed: string }>(
    sql`select removed from prune_audit(${before.toISOString()}::timestamptz)`,
  )
  return Number(rows[0]?.removed ?? 0)
}

/** The next `limit` lines of this chain. Its positions have no holes and follow the order of commits. */
export const linesOfChain = (
  db: Queryable,
  { chain, after }: { chain: string; after: number },
  limit: number,
): Promise<AuditRow[]> =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.chain, chain), gt(auditLog.chainPosition, after)))
    .orderBy(asc(auditLog.chainPosition))
    .limit(limit)

/** Null: not filtered. */
export interface AuditMatch {
  actor: AuditActor | null
  action: AuditAction | null
  /** Substring of the actor's or the target's name or of the address, case-insensitive. */
  text: string | null
  /** Inclusive. */
  from: Date | null
  /** Exclusive. */
  to: Date | null
}

function contains(text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const has = (column: SQL) => sql`lower(${column}) like lower(${pattern}::text) escape '\\'`
  const columns = [auditLog.actorName, auditLog.target, auditLog.address]
  return sql`(${sql.join(
    columns.map((column) => has(sql`${column}`)),
    sql` or `,
  )})`
}

/** The newest `limit` matches after `cursor`. Returned as a statement, so a test can EXPLAIN it. */
export function auditPage(
  db: Queryable,
  { actor, action, text, from, to, ...forgotten }: AuditMatch,
  { cursor, limit }: { cursor: PageCursor | null; limit: number },
) {
  forgotten satisfies Record<string, never>
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
        cursor === null ? undefined : olderThan(auditLog.at, auditLog.id, cursor),
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
