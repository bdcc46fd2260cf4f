import { asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { evidencePacks } from '../../../db/schema/evidence.ts'
import { clients } from '../../../db/schema/places.ts'
import { containers } from '../../../db/schema/record.ts'

/** What people call a pack, and which of its versions. */
export interface PackName {
  subject: string
  version: number
}

const SUBJECT = sql<string>`coalesce(${containers.containerNumber}, concat_ws(' ', ${clients.name}, ${evidencePacks.month}))`

const packs = (db: Queryable) =>
  db
    .select({
      id: evidencePacks.id,
      supervisorId: evidencePacks.supervisorId,
      operationKey: evidencePacks.operationKey,
      month: evidencePacks.month,
      version: evidencePacks.version,
      content: evidencePacks.content,
      hash: evidencePacks.hash,
      subject: SUBJECT,
    })
    .from(evidencePacks)
    .leftJoin(containers, eq(containers.operationKey, evidencePacks.operationKey))
    .leftJoin(clients, eq(clients.id, evidencePacks.clientId))

export type StoredPack = Awaited<ReturnType<typeof packs>>[number]

export const packsAfter = (db: Queryable, after: number, limit: number): Promise<StoredPack[]> =>
  packs(db).where(gt(evidencePacks.id, after)).orderBy(asc(evidencePacks.id)).limit(limit)

/** The first pack whose versions before it are not 1, 2, 3 ... */
export async function findPackGap(db: Queryable): Promise<PackName | null> {
  const [pack] = await packs(db)
    .where(
      sql`${evidencePacks.id} in (
        select id from (
          select id, version, row_number() over (partition by container_id, client_id, month order by version) as place
          from evidence_packs
        ) numbered where version <> place
      )`,
    )
    .orderBy(asc(evidencePacks.id))
    .limit(1)
  return pack ? { subject: pack.subject, version: pack.version } : null
}

/** A pack that was issued, as the audit log says, and is gone although its supervisor is not. */
export async function findMissingPack(db: Queryable): Promise<PackName | null> {
  const { rows } = await db.execute<{ subject: string; version: number }>(sql`
    select coalesce(l.target, '') as subject, (l.after ->> 'version')::integer as version
    from audit_log l
    where l.action = 'evidence_issued'
      and not exists (select from evidence_packs p where p.hash = l.after ->> 'hash')
      and not exists (select from tombstones t where t.account_id = l.actor_id)
    order by l.id limit 1`)
  return rows[0] ?? null
}

/** Whose heads are no hash of the record at that place. `key` null: in any operation of the supervisor. */
export async function unfounded(
  db: Queryable,
  quoted: readonly { id: number; supervisor: number; key: string | null; records: number; head: string }[],
): Promise<Set<number>> {
  const holds = (table: SQL, whose: SQL) => sql`exists (
    select from ${table} r where ${whose} and r.position = i.records and encode(r.chain_hash, 'hex') = i.head
  )`
  const missing = (condition: SQL, whose: SQL) => sql`select i.id from i where ${condition}
    and not ${holds(sql`events`, whose)} and not ${holds(sql`corrections`, whose)}`
  const { rows } = await db.execute<{ id: string }>(sql`
    with i as (
      select * from json_to_recordset(${JSON.stringify(quoted)}::json)
        as i(id bigint, supervisor integer, key text, records integer, head text)
    )
    ${missing(sql`i.key is not null`, sql`r.container_id = i.key`)}
    union ${missing(sql`i.key is null`, sql`r.supervisor_id = i.supervisor`)}`)
  return new Set(rows.map(({ id }) => Number(id)))
}
