import { and, asc, count, desc, eq, gt, isNotNull, isNull, max, or, type SQL, sql, sum } from 'drizzle-orm'
import type { LinkLevel } from '#domain/container/share-link'
import type { Queryable } from '../../../db/connect.ts'
import { sharedLinks } from '../../../db/schema/desk.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { operationsOf } from '../../../record/read/operations.ts'

import { tokenHash } from './tokens.ts'

export type LinkRow = typeof sharedLinks.$inferSelect

const ofOperation = (scope: SupervisorScope, operationKey: string) =>
  and(
    eq(sharedLinks.operationKey, operationKey),
    eq(sharedLinks.supervisorId, scope.supervisorId),
    or(eq(sharedLinks.isDefault, true), isNotNull(sharedLinks.tokenId)),
  )

/** Oldest first; the default link is among them once it has a row. */
export async function listLinks(
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<LinkRow[]> {
  return db.select().from(sharedLinks).where(ofOperation(scope, operationKey)).orderBy(asc(sharedLinks.id))
}

export interface LinkedOperation {
  operationKey: string
  containerNumber: string
  isActive: boolean
  links: number
  views: number
}

/**
 * The operations with links that are valid at `now`, the newest links first. A default link is valid while its operation
 * is active, or ended or was cancelled after `endedAfter`.
 */
export async function listLinkedOperations(
  db: Queryable,
  scope: SupervisorScope,
  { now, endedAfter, limit }: { now: Date; endedAfter: Date; limit: number },
): Promise<LinkedOperation[]> {
  const operation = operationsOf(scope)
  return db
    .select({
      operationKey: operation.operationKey,
      containerNumber: operation.containerNumber,
      isActive: operation.isActive,
      links: count(),
      views: sum(sharedLinks.views).mapWith(Number),
    })
    .from(sharedLinks)
    .innerJoin(operation, eq(operation.operationKey, sharedLinks.operationKey))
    .where(
      and(
        eq(sharedLinks.supervisorId, scope.supervisorId),
        isNull(sharedLinks.revokedAt),
        or(
          and(isNotNull(sharedLinks.tokenId), gt(sharedLinks.expiresAt, now)),
          and(
            eq(sharedLinks.isDefault, true),
            or(gt(sharedLinks.shares, 0), gt(sharedLinks.views, 0)),
            or(
              operation.isActive,
              gt(operation.newestEventAt, endedAfter),
              gt(operation.cancelledAt, endedAfter),
            ),
          ),
        ),
      ),
    )
    .groupBy(operation.operationKey, operation.containerNumber, operation.isActive)
    .orderBy(desc(max(sharedLinks.id)))
    .limit(limit)
}

/**
 * The default link, made if it has no row yet, and locked until the transaction ends: one change of an operation's links
 * at a time.
 */
export async function holdDefaultLink(
  tx: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<LinkRow> {
  const [row] = await tx
    .insert(sharedLinks)
    .values({ supervisorId: scope.supervisorId, operationKey, isDefault: true, shares: 0 })
    .onConflictDoUpdate({
      target: sharedLinks.operationKey,
      targetWhere: sql`${sharedLinks.isDefault}`,
      set: { shares: sql`${sharedLinks.shares}` },
    })
    .returning()
  if (!row) throw new Error('an upsert returned no row')
  return row
}

export async function countShare(tx: Queryable, scope: SupervisorScope, id: number): Promise<void> {
  await tx
    .update(sharedLinks)
    .set({ shares: sql`${sharedLinks.shares} + 1` })
    .where(and(eq(sharedLinks.id, id), eq(sharedLinks.supervisorId, scope.supervisorId)))
}

export async function countLinks(
  tx: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<number> {
  return tx.$count(sharedLinks, ofOperation(scope, operationKey))
}

/** Whether the link is the one of this token, and valid at `now`: a condition on `shared_links`. */
export const openedBy = (token: string, now: Date): SQL | undefined =>
  and(
    eq(sharedLinks.tokenHash, tokenHash(token)),
    isNull(sharedLinks.revokedAt),
    gt(sharedLinks.expiresAt, now),
  )

/** What a further link is to. */
export type LinkTarget = { operationKey: string } | { packId: number }

export async function insertLink(
  tx: Queryable,
  scope: SupervisorScope,
  link: LinkTarget & {
    tokenId: string
    tokenHash: string
    name: string
    level?: LinkLevel
    tellsArrival?: boolean
    createdAt: Date
    expiresAt: Date
  },
): Promise<LinkRow> {
  const [row] = await tx
    .insert(sharedLinks)
    .values({ ...link, supervisorId: scope.supervisorId })
    .returning()
  if (!row) throw new Error('an insert returned no row')
  return row
}

/** Whether the link was open until now. */
export async function revokeLink(
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(sharedLinks)
    .set({ revokedAt: at })
    .where(
      and(
        eq(sharedLinks.supervisorId, scope.supervisorId),
        eq(sharedLinks.id, id),
        isNull(sharedLinks.revokedAt),
      ),
    )
  return rowCount === 1
}

/** Views of one link that are not stored yet. */
export interface NewViews {
  /** Either this or the pack. */
  operationKey: string | null
  packId: number | null
  /** null: the default link. */
  linkId: number | null
  count: number
  firstAt: Date
  lastAt: Date
}

export interface ViewedLink {
  operationKey: string | null
  linkId: number | null
  /** For the audit log: a container number, or the client and the month of a pack. */
  target: string
  name: string | null
  level: LinkLevel
  /** Of the pack; null: the link is to an operation. */
  version: number | null
}

/**
 * Adds views to their links, and returns the links that were not viewed before on the same day in `zone`. A default link
 * gets its row, unless its supervisor is gone.
 */
export async function addViews(
  tx: Queryable,
  views: readonly NewViews[],
  zone: string,
): Promise<ViewedLink[]> {
  const keys = sql.param(views.map(({ operationKey }) => operationKey))
  const operation = operationsOf('everybody')
  // The supervisor's row is locked: a deletion under way must not leave a link behind.
  await tx.execute(sql`
    insert into shared_links (supervisor_id, container_id, is_default, shares)
    select operation.supervisor_id, operation.container_id, true, 0
    from ${operation} join users u on u.id = operation.supervisor_id
    where operation.container_id = any(${keys}::text[])
    for key share of u
    on conflict (container_id) where is_default do nothing`)
  const { rows } = await tx.execute<{
    operation_key: string | null
    link_id: number | null
    target: string
    name: string | null
    level: LinkLevel
    version: number | null
  }>(sql`
    with seen as (
      select * from unnest(
        ${keys}::text[],
        ${sql.param(views.map(({ packId }) => packId))}::integer[],
        ${sql.param(views.map(({ linkId }) => linkId))}::integer[],
        ${sql.param(views.map(({ count }) => count))}::integer[],
        ${sql.param(views.map(({ firstAt }) => firstAt.toISOString()))}::timestamptz[],
        ${sql.param(views.map(({ lastAt }) => lastAt.toISOString()))}::timestamptz[]
      ) as s(operation_key, pack_id, link_id, count, first_at, last_at)
    ), held as (
      select l.id, l.last_viewed_at as before, s.*
      from shared_links l
      join seen s on (s.operation_key = l.container_id or s.pack_id = l.pack_id)
        and (s.link_id = l.id or (s.link_id is null and l.is_default))
      order by l.id
      for update of l
    ), counted as (
      update shared_links l
      set views = l.views + h.count,
        first_viewed_at = least(l.first_viewed_at, h.first_at),
        last_viewed_at = greatest(l.last_viewed_at, h.last_at)
      from held h
      where l.id = h.id and l.container_id is not distinct from h.operation_key
      returning l.supervisor_id, l.container_id, l.pack_id, h.link_id, l.name, l.level, h.before, h.last_at
    )
    select c.container_id as operation_key, c.link_id, c.name, c.level, p.version,
      coalesce(operation.display_container_id, p.content::json ->> 'containerNumber',
        concat_ws(' ', p.content::json ->> 'client', p.content::json ->> 'month')) as target
    from counted c
    left join ${operation} on operation.container_id = c.container_id
    left join evidence_packs p on p.id = c.pack_id and p.supervisor_id = c.supervisor_id
    where c.before is null
      or (c.before at time zone ${zone}::text)::date < (c.last_at at time zone ${zone}::text)::date`)
  return rows.map((row) => ({
    operationKey: row.operation_key,
    linkId: row.link_id,
    target: row.target,
    name: row.name,
    level: row.level,
    version: row.version,
  }))
}
