import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'

/** How far a chain had come. `head` is `shortHead` of the hash there; of a tenant, of the heads of all their operations. */
export interface Mark {
  /** The record of a tenant, a chain of the audit log, the tombstones. */
  kind: 'record' | 'audit' | 'removed'
  /** Id of the tenant, name of the chain. */
  name: string
  /** Number of its records, lines, tombstones. */
  count: number
  head: string
}

/** 128 bits in base64url: nobody finds another record with the same. */
export const shortHead = (hash: Buffer): string => hash.subarray(0, 16).toString('base64url')

/** Where every chain stands. */
export async function standingMarks(tx: Queryable): Promise<Mark[]> {
  const { rows } = await tx.execute<Omit<Mark, 'head'> & { hash: Buffer }>(sql`
    select 'record' as kind, n.tenant_id::text as name, n.last_seq as count, h.hash
    from event_counters n join (
      select coalesce(supervisor_id, user_id) as tenant, sha256(string_agg(chain_head, '' order by id)) as hash
      from containers where chain_head is not null group by 1
    ) h on h.tenant = n.tenant_id
    union all select 'audit', chain, lines, head from audit_chains
    union all (select 'removed', 'accounts', position, hash from tombstones order by position desc limit 1)
    order by kind, name`)
  return rows.map(({ kind, name, count, hash }) => ({
    kind,
    name,
    count: Number(count),
    head: shortHead(hash),
  }))
}

/**
 * The hash that each chain has now where the mark was made; null: it does not reach there. `prunedUntil`: lines of the audit
 * log up to there went because of their age. `removed`: the tenant's tombstone.
 */
export type Found = {
  hash: Buffer | null
  prunedUntil: number
  removed: { seq?: number; head?: string } | null
}

export async function findMarks(tx: Queryable, marks: readonly Mark[]): Promise<Found[]> {
  const numbered = JSON.stringify(marks.map(({ kind, name, count }, n) => ({ n, kind, name, count })))
  const { rows } = await tx.execute<Found & { n: number }>(sql`
    with wanted as (
      select * from json_to_recordset(${numbered}::json) as w(n integer, kind text, name text, count bigint)
    ), tenants as (
      select n, name::integer as tenant, count as seq from wanted where kind = 'record'
    ), records as (
      select coalesce(supervisor_id, user_id) as tenant, container_id, position, seq, chain_hash from events
      union all
      select coalesce(x.supervisor_id, o.user_id), x.container_id, x.position, x.seq, x.chain_hash
      from corrections x join containers o on o.container_id = x.container_id
    ), newest as (
      select distinct on (r.container_id) t.n, r.container_id, r.chain_hash
      from tenants t join records r on r.tenant = t.tenant and r.seq <= t.seq
      order by r.container_id, r.position desc
    )
    select t.n, h.hash, 0 as "prunedUntil", (b.content::json) -> 'remains' as removed
    from tenants t
    left join (
      select newest.n, sha256(string_agg(newest.chain_hash, '' order by c.id)) as hash
      from newest join containers c on c.container_id = newest.container_id group by newest.n
    ) h on h.n = t.n
    left join tombstones b on b.account_id = t.tenant
    union all
    select w.n, coalesce(l.chain_hash, case when c.anchor_position = w.count then c.anchor end),
      coalesce(c.anchor_position, 0), null
    from wanted w
    left join audit_log l on l.chain = w.name and l.chain_position = w.count
    left join audit_chains c on c.chain = w.name
    where w.kind = 'audit'
    union all
    select w.n, b.hash, 0, null from wanted w left join tombstones b on b.position = w.count where w.kind = 'removed'
    order by n`)
  return rows.map(({ hash, prunedUntil, removed }) => ({ hash, prunedUntil: Number(prunedUntil), removed }))
}

/** Of these packs of a backup those that are gone although their supervisor is not. */
export async function goneAmong(
  tx: Queryable,
  packs: readonly { hash: string; supervisor: number }[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ hash: string }>(sql`
    select w.hash from json_to_recordset(${JSON.stringify(packs)}::json) as w(hash text, supervisor integer)
    where not exists (select from evidence_packs p where p.hash = w.hash)
      and not exists (select from tombstones t where t.account_id = w.supervisor)`)
  return rows.map(({ hash }) => hash)
}

/** Which of these supervisors were removed. */
export async function removedAmong(tx: Queryable, supervisors: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select account_id as id from tombstones
    where account_id in (select value::integer from json_array_elements_text(${JSON.stringify(supervisors)}::json))`)
  return new Set(rows.map(({ id }) => id))
}
