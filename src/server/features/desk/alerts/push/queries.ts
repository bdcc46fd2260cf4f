import { and, eq, sql } from 'drizzle-orm'
import type { AlertKind, AlertLevel } from '#domain/alert/kinds'
import type { Queryable } from '../../../../db/connect.ts'
import { pushSubscriptions } from '../../../../db/schema/alerts.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import { operationsOf } from '../../../../record/read/operations.ts'

type Subscription = typeof pushSubscriptions.$inferInsert

/** The same browser again takes its row over: it belongs to who uses the browser now. */
export async function keepSubscription(tx: Queryable, values: Subscription): Promise<void> {
  const { endpoint: _, ...rest } = values
  await tx
    .insert(pushSubscriptions)
    .values(values)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: rest })
}

export const countSubscriptions = (tx: Queryable, { supervisorId }: SupervisorScope): Promise<number> =>
  tx.$count(pushSubscriptions, eq(pushSubscriptions.userId, supervisorId))

export const hasSubscription = async (
  tx: Queryable,
  { supervisorId }: SupervisorScope,
  { endpoint, sessionId }: { endpoint: string; sessionId: string },
): Promise<boolean> =>
  (await tx.$count(
    pushSubscriptions,
    and(
      eq(pushSubscriptions.userId, supervisorId),
      eq(pushSubscriptions.endpoint, endpoint),
      eq(pushSubscriptions.sessionId, sessionId),
    ),
  )) > 0

/** Whether there was one. */
export async function dropSubscription(
  tx: Queryable,
  { supervisorId }: SupervisorScope,
  endpoint: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, supervisorId), eq(pushSubscriptions.endpoint, endpoint)))
  return (rowCount ?? 0) > 0
}

export async function dropGone(db: Queryable, subscriptionId: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId))
}

/** A push message that this process alone may send. */
export interface ClaimedPush extends Record<string, unknown> {
  id: number
  subscriptionId: number
  supervisorId: number
  endpoint: string
  p256dh: string
  auth: string
  alertId: number
  kind: AlertKind
  level: AlertLevel
  containerNumber: string
}

/**
 * Claims the messages that nobody has claimed, to phones whose session is still open; no other process gets them. Those
 * written before `since` stay unsent: their time is over.
 */
export async function claimPushes(
  db: Queryable,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<ClaimedPush[]> {
  const at = now.toISOString()
  const { rows } = await db.execute<ClaimedPush>(sql`
    with claimed as (
      update alert_notices set claimed_at = ${at}::timestamptz
      where id in (
        select id from alert_notices
        where claimed_at is null and channel = 'push' and created_at >= ${since.toISOString()}::timestamptz
        order by id limit ${limit} for update skip locked)
      returning id, alert_id, level, subscription_id
    )
    select n.id::float8 as id, n.subscription_id as "subscriptionId", a.supervisor_id as "supervisorId", p.endpoint, p.p256dh,
      p.auth, a.id::float8 as "alertId", a.kind, n.level, operation.display_container_id as "containerNumber"
    from claimed n
    join alerts a on a.id = n.alert_id
    join ${operationsOf('everybody')} on operation.container_id = a.container_id
    join push_subscriptions p on p.id = n.subscription_id and p.user_id = a.supervisor_id
    join session s on s.sid = p.session_id and s.expire > ${at}::timestamptz
    order by n.id`)
  return rows
}

export async function markSent(db: Queryable, noticeId: number, at: Date): Promise<void> {
  await db.execute(
    sql`update alert_notices set sent_at = ${at.toISOString()}::timestamptz where id = ${noticeId}`,
  )
}
