import { and, eq, sql } from 'drizzle-orm'
import type { QuietHours } from '#contract/http/desk/alerts'
import { type AlertKind, type AlertLevel, URGENT } from '#domain/alert/kinds'
import type { Queryable } from '../../../../db/connect.ts'
import { first } from '../../../../db/first.ts'
import { pushSubscriptions, quietHours } from '../../../../db/schema/alerts.ts'
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

const NO_QUIET_HOURS: QuietHours = { on: false, from: '22:00', until: '06:00', urgentToo: true }

export async function quietHoursOf(db: Queryable, { supervisorId }: SupervisorScope): Promise<QuietHours> {
  const { isOn: on, from, until, urgentToo } = quietHours
  const row = await first(
    db.select({ on, from, until, urgentToo }).from(quietHours).where(eq(quietHours.userId, supervisorId)),
  )
  return row ?? NO_QUIET_HOURS
}

export async function keepQuietHours(
  tx: Queryable,
  { supervisorId: userId }: SupervisorScope,
  { on: isOn, ...rest }: QuietHours,
): Promise<void> {
  const set = { isOn, ...rest }
  await tx
    .insert(quietHours)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: quietHours.userId, set })
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

/** Of the notice `n` of the alert `a`: it still says what is so, and nobody has taken care of the alert since. */
const holds = sql`a.closed_at is null and a.level = n.level and (a.acknowledged_at is null
  or (n.level = ${URGENT} and a.acknowledged_at < n.created_at))
  and exists (select from ${operationsOf('everybody')}
    where operation.container_id = a.container_id and operation.is_active)`

/**
 * Claims the messages that nobody has claimed, to phones whose session is still open; no other process gets them. What does
 * not hold any more is deleted instead. Snoozed alerts wait, and quiet hours: `localTime` is now in the product's zone,
 * '22:00'. `claimed` also counts those whose phone is gone.
 */
export async function claimPushes(
  db: Queryable,
  { now, localTime, limit }: { now: Date; localTime: string; limit: number },
): Promise<{ claimed: number; pushes: ClaimedPush[] }> {
  const at = now.toISOString()
  const { rows } = await db.execute<ClaimedPush & { isOpen: boolean }>(sql`
    with void as (
      delete from alert_notices n using alerts a
      where n.claimed_at is null and a.id = n.alert_id and not (${holds})
    ), claimed as (
      update alert_notices set claimed_at = ${at}::timestamptz
      where id in (
        select n.id from alert_notices n
        join alerts a on a.id = n.alert_id
        left join quiet_hours q on q.user_id = a.supervisor_id and q.is_on
          and not (q.urgent_too and n.level = ${URGENT})
        where n.claimed_at is null and ${holds}
          and (a.snoozed_until is null or a.snoozed_until <= ${at}::timestamptz)
          and (q.user_id is null or not (case when q.quiet_from < q.quiet_until
            then ${localTime} >= q.quiet_from and ${localTime} < q.quiet_until
            else ${localTime} >= q.quiet_from or ${localTime} < q.quiet_until end))
        order by n.id limit ${limit} for update of n skip locked)
      returning id, alert_id, level, subscription_id
    )
    select n.id::float8 as id, n.subscription_id as "subscriptionId", a.supervisor_id as "supervisorId", p.endpoint, p.p256dh,
      p.auth, a.id::float8 as "alertId", a.kind, n.level, operation.display_container_id as "containerNumber",
      s.sid is not null as "isOpen"
    from claimed n
    join alerts a on a.id = n.alert_id
    join ${operationsOf('everybody')} on operation.container_id = a.container_id
    left join push_subscriptions p on p.id = n.subscription_id and p.user_id = a.supervisor_id
    left join session s on s.sid = p.session_id and s.expire > ${at}::timestamptz
    order by n.id`)
  return { claimed: rows.length, pushes: rows.filter(({ isOpen }) => isOpen) }
}

/** After a snooze what still holds is pushed again; `waits` false: the snooze was taken back by somebody at the desk. */
export async function waitForSnooze(
  tx: Queryable,
  alertId: number,
  { waits, now }: { waits: boolean; now: Date },
): Promise<void> {
  const claimedAt = waits ? null : now.toISOString()
  await tx.execute(sql`
    update alert_notices n set claimed_at = ${claimedAt}::timestamptz
    from alerts a
    where a.id = ${alertId} and n.alert_id = a.id and n.level = a.level and a.closed_at is null`)
}

export async function markSent(db: Queryable, noticeId: number, at: Date): Promise<void> {
  await db.execute(
    sql`update alert_notices set sent_at = ${at.toISOString()}::timestamptz where id = ${noticeId}`,
  )
}
