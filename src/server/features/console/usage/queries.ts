import { desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { users } from '../../../db/schema/accounts.ts'
import { tenantUsage } from '../../../db/schema/console.ts'

// The administrator's figures cross tenants on purpose: they take no SupervisorScope.

/** What was counted of a tenant. */
export interface Usage {
  requests: number
  refused: number
  milliseconds: number
  events: number
  channels: number
}

export const COUNTS = ['requests', 'refused', 'milliseconds', 'events', 'channels'] as const

/** Adds to the day's counts, in the order of the ids: two processes must not deadlock. Skips accounts that were deleted. */
export async function addUsage(
  db: Queryable,
  day: string,
  counted: ReadonlyMap<number, Usage>,
): Promise<void> {
  const rows = [...counted].sort(([one], [other]) => one - other)
  const column = (of: keyof Usage) =>
    sql`${sql.param(rows.map(([, usage]) => Math.round(usage[of])))}::bigint[]`
  await db.execute(sql`
    insert into tenant_usage (day, supervisor_id, requests, refused, milliseconds, events, channels)
    select ${day}::date, u.id, n.requests, n.refused, n.milliseconds, n.events, n.channels
    from unnest(${sql.param(rows.map(([id]) => id))}::integer[], ${column('requests')}, ${column('refused')},
      ${column('milliseconds')}, ${column('events')}, ${column('channels')})
      as n(id, requests, refused, milliseconds, events, channels)
    join users u on u.id = n.id order by u.id
    on conflict (day, supervisor_id) do update set
      requests = tenant_usage.requests + excluded.requests,
      refused = tenant_usage.refused + excluded.refused,
      milliseconds = tenant_usage.milliseconds + excluded.milliseconds,
      events = tenant_usage.events + excluded.events,
      channels = tenant_usage.channels + excluded.channels`)
}

export type TenantUsage = Usage & { supervisorId: number; username: string; displayName: string }

const total = (column: 'requests' | 'refused' | 'milliseconds' | 'events' | 'channels') =>
  sql<number>`sum(${tenantUsage[column]})::float8`

/** Since `day`, at most `most` tenants, those with the most requests first. */
export async function listUsage(db: Queryable, day: string, most: number): Promise<TenantUsage[]> {
  return db
    .select({
      supervisorId: users.id,
      username: users.username,
      displayName: users.displayName,
      requests: total('requests'),
      refused: total('refused'),
      milliseconds: total('milliseconds'),
      events: total('events'),
      channels: total('channels'),
    })
    .from(tenantUsage)
    .innerJoin(users, eq(users.id, tenantUsage.supervisorId))
    .where(gte(tenantUsage.day, day))
    .groupBy(users.id)
    .orderBy(desc(total('requests')), users.id)
    .limit(most)
}

/** Of days before `day`. */
export async function removeOldUsage(db: Queryable, day: string): Promise<void> {
  await db.delete(tenantUsage).where(lt(tenantUsage.day, day))
}
