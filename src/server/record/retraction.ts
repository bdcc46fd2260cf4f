import { sql } from 'drizzle-orm'
import { type DriversRetraction, RETRACTION_MS } from '#domain/operation/retraction'
import type { Queryable } from '../db/connect.ts'
import { heardDrivers } from '../db/schema/sign-in.ts'
import type { OperationRow } from './rows.ts'

/** The newest press of the driver `userId`, retracted or not. */
const newestPress = (userId: ReturnType<typeof sql>) => sql`(
  select e.id, e.recorded_at from events e
  where e.container_id = (select c.container_id from containers c where c.user_id = ${userId} order by c.id desc limit 1)
  order by e.position desc limit 1)`

/** A request of a driver; `at` in epoch milliseconds. */
export interface Heard {
  userId: number
  at: number
}

/** Keeps, for each driver, the first request after the minute of the newest press. */
export async function noteHeard(db: Queryable, heard: readonly Heard[]): Promise<void> {
  const userIds = sql.param(heard.map(({ userId }) => userId))
  const instants = sql.param(heard.map(({ at }) => new Date(at).toISOString()))
  await db.execute(sql`
    insert into ${heardDrivers} (user_id, press_id, heard_at)
    select h.user_id, press.id, h.at
    from unnest(${userIds}::integer[], ${instants}::timestamptz[]) h (user_id, at)
    join users u on u.id = h.user_id
    cross join lateral ${newestPress(sql`h.user_id`)} press
    where h.at > press.recorded_at + ${RETRACTION_MS} * interval '1 millisecond'
    order by h.user_id
    on conflict (user_id) do update set press_id = excluded.press_id, heard_at = excluded.heard_at
    where heard_drivers.press_id <> excluded.press_id`)
}

/** What the server knows for a driver's retraction that comes after the minute. Instants in epoch milliseconds. */
export async function knownOfDriver(
  db: Queryable,
  { id, operationKey, supervisorId, userId }: OperationRow,
): Promise<Pick<DriversRetraction, 'newestAt' | 'heardAt' | 'isInPack'>> {
  // A month's pack names no operation: it quotes the head that the operation's chain had.
  const { rows } = await db.execute<{ newest: number | null; heard: number | null; packed: boolean }>(sql`
    with record as (
      select recorded_at, chain_hash, true as counts from events where container_id = ${operationKey}
      union all
      select recorded_at, chain_hash, kind = 'retraction' from corrections where container_id = ${operationKey}
    )
    select
      (select extract(epoch from max(recorded_at)) * 1000 from record
        where counts and ${id} = (select max(id) from containers where user_id = ${userId}))::float8 as newest,
      (select extract(epoch from h.heard_at) * 1000 from heard_drivers h, lateral ${newestPress(sql`h.user_id`)} press
        where h.user_id = ${userId} and h.press_id = press.id)::float8 as heard,
      exists (
        select from evidence_packs p where p.supervisor_id = ${supervisorId} and (
          p.container_id = ${operationKey} or (p.container_id is null and exists (
            select from record where strpos(p.content, encode(chain_hash, 'hex')) > 0)))
      ) as packed`)
  const known = rows[0]
  return {
    newestAt: known?.newest ?? null,
    heardAt: known?.heard ?? null,
    isInPack: known?.packed === true,
  }
}
