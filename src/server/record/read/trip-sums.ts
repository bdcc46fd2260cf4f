import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { EVENT_TYPES, LAST_STEP, STEP_TYPES, STOP_TYPES } from '#domain/operation/steps'
import { type Database, type Queryable, SNAPSHOT } from '../../db/connect.ts'
import { counted, e } from './events.ts'
import { kilometres, texts } from './fragments.ts'
import { lasted } from './intervals.ts'

/** Records of one transaction of `sumTrips`. */
const BATCH = 5_000

/** A transaction that may write: the statements of one batch see the same events. */
const WRITING_SNAPSHOT = { ...SNAPSHOT, accessMode: 'read write' } as const

interface Batch {
  supervisorId: number
  /** Exclusive. */
  after: number
  /** Inclusive. */
  upto: number
}

/** The operations of a supervisor with a record after one `seq`, up to another. */
export const touched = ({
  supervisorId,
  after,
  upto = Number.MAX_SAFE_INTEGER,
}: Pick<Batch, 'supervisorId' | 'after'> & Partial<Batch>): SQL => sql`
  select container_id from events where supervisor_id = ${supervisorId} and seq > ${after} and seq <= ${upto}
  union select container_id from corrections where supervisor_id = ${supervisorId} and seq > ${after} and seq <= ${upto}`

const each = (types: readonly string[], figure: (filter: SQL) => SQL): SQL =>
  sql`array[${sql.join(
    types.map((type) => figure(sql`filter (where event_type = ${sql.raw(`'${type}'`)})`)),
    sql`, `,
  )}]`

/** Sums what has ended. What is not plain, such as an open interval after the end, is never taken from its sums. */
const insertSums = (batch: Batch): SQL => sql`
insert into trip_sums (container_id, supervisor_id, user_id, operation_type, first_at, last_at, is_plain, events,
  intervals, seconds, steps_at, unlocated, distance)
select c.container_id, c.supervisor_id, c.user_id, c.operation_type, trip.*
from (${touched(batch)}) newer
join containers c on c.container_id = newer.container_id and not c.is_active and c.supervisor_id = ${batch.supervisorId}
cross join lateral (
  select min(at), max(at),
    count(*) filter (where event_type = ${LAST_STEP}) = 1
      and max(position) = max(position) filter (where event_type = ${LAST_STEP})
      and bool_and(operation_type = c.operation_type and user_id = c.user_id and supervisor_id = c.supervisor_id)
      and count(*) filter (where duration is null and event_type = any(${texts(STOP_TYPES)})) = 0,
    ${each(EVENT_TYPES, (filter) => sql`count(*) ${filter}`)},
    ${each(EVENT_TYPES, (filter) => sql`count(duration) ${filter}`)},
    ${each(EVENT_TYPES, (filter) => sql`coalesce(sum(duration) ${filter}, 0)`)},
    ${each(STEP_TYPES, (filter) => sql`min(at) ${filter}`)},
    ${each(EVENT_TYPES, (filter) => sql`count(nullif(located, true)) ${filter}`)},
    ${each(EVENT_TYPES, (filter) => sql`coalesce(sum(case when located and to_lat is not null then ${kilometres} end) ${filter}, 0)`)}
  from (
    select event_type, operation_type, user_id, supervisor_id, position, at, located, lat, lng,
      ${lasted(sql`start`)} as duration,
      lead(lat) over legs as to_lat, lead(lng) over legs as to_lng
    from (
      select e.event_type, e.operation_type, e.user_id, e.supervisor_id, e.position, e.timestamp as at,
        lead(e.timestamp) over trip as next_at, first_value(e.timestamp) over trip as start,
        e.lat is not null and e.lng is not null as located, round(e.lat * 1e9) / 1e9 as lat, round(e.lng * 1e9) / 1e9 as lng
      from events e where e.container_id = c.container_id and ${counted(e)}
      window trip as (order by e.position)
    ) event
    window legs as (partition by located order by position)
  ) leg
  having count(*) > 0
) trip`

/** What sums mean: another statement or list of events makes other ones. */
const { sql: text, params } = new PgDialect().sqlToQuery(insertSums({ supervisorId: 0, after: 0, upto: 0 }))
export const RULE = createHash('sha256')
  .update(JSON.stringify([text, params]))
  .digest('hex')

/**
 * Sums the trips that have ended since the last run, and those that were corrected. Each batch is one transaction: what an
 * interrupted run has not summed, the next one does.
 */
export async function sumTrips({ orm }: Pick<Database, 'orm'>): Promise<void> {
  // Of an account that was removed meanwhile nothing is summed: its row is gone.
  const { rows } = await orm.execute<{ id: number; upto: number; newest: number }>(sql`
    select u.id, coalesce(s.seq, 0)::float8 as upto, c.last_seq::float8 as newest
    from event_counters c join users u on u.id = c.tenant_id and u.role = 'supervisor'
    left join summed s on s.supervisor_id = u.id and s.rule = ${RULE}
    where c.last_seq > coalesce(s.seq, 0)
    order by u.id`)
  for (const { id: supervisorId, upto: done, newest } of rows) {
    for (let after = done; after < newest; after += BATCH) {
      const batch = { supervisorId, after, upto: Math.min(newest, after + BATCH) }
      await orm.transaction((tx) => sumBatch(tx, batch), WRITING_SNAPSHOT)
    }
  }
}

async function sumBatch(tx: Queryable, batch: Batch): Promise<void> {
  const { supervisorId, upto } = batch
  await tx.execute(sql`set local jit = off`)
  await tx.execute(sql`
    delete from trip_sums where supervisor_id = ${supervisorId} and container_id in (${touched(batch)})`)
  await tx.execute(insertSums(batch))
  await tx.execute(sql`
    insert into summed (supervisor_id, seq, rule) values (${supervisorId}, ${upto}, ${RULE})
    on conflict (supervisor_id) do update set seq = excluded.seq, rule = excluded.rule`)
}
