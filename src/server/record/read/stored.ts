import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'

/** What is stored of each supervisor. */
export interface Stored {
  supervisorId: number
  /** Events and corrections. */
  records: number
  /** About: by the mean size of a row with its indexes. */
  bytes: number
}

/** Of all supervisors, on purpose: for the administrator. Reads one row of each. */
export async function listStored(db: Queryable): Promise<Stored[]> {
  const { rows } = await db.execute<{ supervisorId: number; records: number; bytes: number }>(sql`
    with mean as (
      select pg_total_relation_size(oid) / greatest(reltuples, 1) as bytes
      from pg_class where oid = 'public.events'::regclass
    ), packs as (
      select supervisor_id, sum(octet_length(content)) as bytes from evidence_packs group by supervisor_id
    )
    select c.tenant_id as "supervisorId", c.last_seq::float8 as records,
      (c.last_seq * least(mean.bytes, 4096) + coalesce(p.bytes, 0))::float8 as bytes
    from event_counters c cross join mean left join packs p on p.supervisor_id = c.tenant_id`)
  return rows
}
