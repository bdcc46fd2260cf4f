import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { AlertKind, AlertLevel, Parameters } from '#domain/alert/kinds'
import { ownedBy } from './accounts.ts'
import { instant } from './columns.ts'

/** What a supervisor wants to be told of. Never deleted: its alerts name it. */
export const alertRules = pgTable(
  'alert_rules',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    kind: text('kind').$type<AlertKind>().notNull(),
    parameters: jsonb('parameters').$type<Parameters>().notNull(),
    enabled: boolean('enabled').notNull(),
    push: boolean('push').notNull(),
    mail: boolean('mail').notNull(),
    /** The one that every supervisor has from the start. */
    isStandard: boolean('is_standard').notNull().default(false),
    changedAt: instant('changed_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    index('alert_rules_of_supervisor').on(t.supervisorId),
    uniqueIndex('alert_rules_standard').on(t.supervisorId, t.kind).where(sql`${t.isStandard}`),
  ],
)

/** Why an alert was closed. */
export type ClosedWhy = 'reason_gone' | 'operation_over' | 'rule_off'

/** What a rule has found in an operation. It escalates while it is open, and is closed when its reason goes. */
export const alerts = pgTable(
  'alerts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<AlertKind>().notNull(),
    operationKey: text('container_id').notNull(),
    level: smallint('level').$type<AlertLevel>().notNull(),
    since: instant('since').notNull(),
    /** Seconds, metres, or a number of steps: domain/alert/kinds.ts. */
    limit: integer('limit_amount').notNull(),
    found: integer('found_amount'),
    /** The moments at which the alert and its level were due. */
    raisedAt: instant('raised_at').notNull(),
    levelAt: instant('level_at').notNull(),
    /** When the alert and its newest level were written. */
    openedAt: instant('opened_at').notNull(),
    escalatedAt: instant('escalated_at'),
    acknowledgedAt: instant('acknowledged_at'),
    note: text('note'),
    assignedTo: text('assigned_to'),
    snoozedUntil: instant('snoozed_until'),
    /** When somebody looked at it last, which account, and which level it had. */
    seenAt: instant('seen_at'),
    seenBy: integer('seen_by'),
    seenLevel: smallint('seen_level').$type<AlertLevel>(),
    closedAt: instant('closed_at'),
    closedWhy: text('closed_why').$type<ClosedWhy>(),
    /** When the daily mail named it, or passed it over: it names each alert once. */
    mailedAt: instant('mailed_at'),
  },
  (t) => [
    uniqueIndex('alerts_one_open').on(t.ruleId, t.operationKey).where(isNull(t.closedAt)),
    // The moment is computed, not read from a clock: a process that judges late, or twice, finds the same.
    uniqueIndex('alerts_once').on(t.ruleId, t.operationKey, t.raisedAt),
    index('alerts_open_of_supervisor').on(t.supervisorId).where(isNull(t.closedAt)),
    index('alerts_of_supervisor').on(t.supervisorId, t.raisedAt),
    index('alerts_closed_of_supervisor').on(t.supervisorId, t.closedAt, t.id).where(isNotNull(t.closedAt)),
    index('alerts_not_mailed').on(t.id).where(isNull(t.mailedAt)),
    check('alerts_level', sql`${t.level} between 1 and 3`),
    check('alerts_closed', sql`(${t.closedAt} is null) = (${t.closedWhy} is null)`),
  ],
)

/** How often the server refused a step of an operation since its newest record (`version`). */
export const refusedSteps = pgTable(
  'refused_steps',
  {
    operationKey: text('container_id').primaryKey(),
    supervisorId: ownedBy('supervisor_id'),
    version: integer('version').notNull(),
    times: integer('times').notNull(),
    refusedAt: instant('refused_at').notNull(),
  },
  (t) => [index('refused_steps_of_supervisor').on(t.supervisorId, t.refusedAt)],
)

/** A browser that asked for push messages. Only while its session is open is it sent any. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: ownedBy('user_id'),
    sessionId: text('session_id').notNull(),
    endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint'),
    /** Public key and secret of the browser, base64url (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('push_subscriptions_of_user').on(t.userId)],
)

/** When push messages wait, by the clock of the product's zone; `until` may be on the next day. */
export const quietHours = pgTable(
  'quiet_hours',
  {
    userId: ownedBy('user_id').primaryKey(),
    /** '22:00'. */
    from: text('quiet_from').notNull(),
    until: text('quiet_until').notNull(),
    isOn: boolean('is_on').notNull(),
    /** What is urgent comes nevertheless. */
    urgentToo: boolean('urgent_too').notNull(),
  },
  (t) => [check('quiet_hours_differ', sql`${t.from} <> ${t.until}`)],
)

/** The push messages of an alert. Written with it, claimed before it is sent, so none is sent twice. */
export const alertNotices = pgTable(
  'alert_notices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: bigint('alert_id', { mode: 'number' })
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    level: smallint('level').$type<AlertLevel>().notNull(),
    subscriptionId: integer('subscription_id').notNull(),
    createdAt: instant('created_at').notNull(),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
  },
  (t) => [
    uniqueIndex('alert_notices_once').on(t.alertId, t.level, t.subscriptionId),
    index('alert_notices_waiting').on(t.id).where(isNull(t.claimedAt)),
  ],
)
