import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { ALERT_KINDS, type AlertKind, type AlertLevel, KINDS, parametersOf } from '#domain/alert/kinds'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { olderThan, type PageCursor } from '../../../db/keyset.ts'
import { users } from '../../../db/schema/accounts.ts'
import { alertRules, alerts } from '../../../db/schema/alerts.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { operationsOf } from '../../../record/read/operations.ts'
import type { OperationRow } from '../../../record/rows.ts'

export type RuleRow = typeof alertRules.$inferSelect

/** An alert with its operation as it stands, and the phone of its driver. */
export interface AlertRow {
  alert: typeof alerts.$inferSelect
  operation: Pick<
    OperationRow,
    'containerNumber' | 'operationType' | 'newestEventType' | 'userId' | 'displayName' | 'placeId'
  >
  phone: string | null
}

const operation = operationsOf('everybody')

const alertsWith = (db: Queryable, which: SQL | undefined) =>
  db
    .select({
      alert: alerts,
      operation: {
        containerNumber: operation.containerNumber,
        operationType: operation.operationType,
        newestEventType: operation.newestEventType,
        userId: operation.userId,
        displayName: operation.displayName,
        placeId: operation.placeId,
      },
      phone: users.phone,
    })
    .from(alerts)
    .innerJoin(operation, eq(operation.operationKey, alerts.operationKey))
    .leftJoin(users, eq(users.id, operation.userId))
    .where(which)

const ofSupervisor = ({ supervisorId }: SupervisorScope) => eq(alerts.supervisorId, supervisorId)

/** Newest first; before `cursor`, if there is one. */
export const openAlertsOf = (
  db: Queryable,
  scope: SupervisorScope,
  { cursor, limit }: { cursor: PageCursor | null; limit: number },
): Promise<AlertRow[]> => {
  const { raisedAt, id, closedAt } = alerts
  const before = cursor ? olderThan(raisedAt, id, cursor) : undefined
  return alertsWith(db, and(ofSupervisor(scope), isNull(closedAt), before))
    .orderBy(desc(raisedAt), desc(id))
    .limit(limit)
}

/** Those closed last first; before `cursor`, if there is one. */
export const closedAlertsOf = (
  db: Queryable,
  scope: SupervisorScope,
  { cursor, limit, since }: { cursor: PageCursor | null; limit: number; since: Date },
): Promise<AlertRow[]> => {
  const { closedAt, id } = alerts
  const before = cursor ? olderThan(closedAt, id, cursor) : undefined
  return alertsWith(db, and(ofSupervisor(scope), isNotNull(closedAt), gte(closedAt, since), before))
    .orderBy(desc(closedAt), desc(id))
    .limit(limit)
}

export const alertsById = (
  db: Queryable,
  supervisorIds: readonly number[],
  ids: readonly number[],
): Promise<AlertRow[]> =>
  alertsWith(db, and(inArray(alerts.supervisorId, [...supervisorIds]), inArray(alerts.id, [...ids])))

/** Of these alerts, those of the supervisor, locked until the transaction ends. */
export const lockAlerts = (
  tx: Queryable,
  scope: SupervisorScope,
  ids: readonly number[],
): Promise<AlertRow[]> =>
  alertsWith(tx, and(ofSupervisor(scope), inArray(alerts.id, [...ids])))
    .orderBy(asc(alerts.id))
    .for('update', { of: alerts })

/** What a supervisor may change of an alert. */
export type Handling = Pick<
  typeof alerts.$inferSelect,
  'acknowledgedAt' | 'note' | 'assignedTo' | 'snoozedUntil'
>

export async function updateAlert(
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
  values: Partial<Handling>,
): Promise<void> {
  await tx
    .update(alerts)
    .set(values)
    .where(and(ofSupervisor(scope), eq(alerts.id, id)))
}

/** Notes who looks at them, and at which level, and returns those of which nobody had. */
export async function markSeen(
  db: Queryable,
  scope: SupervisorScope,
  ids: readonly number[],
  { at, by }: { at: Date; by: number | null },
): Promise<number[]> {
  const rows = await db
    .update(alerts)
    .set({ seenAt: at, seenBy: by, seenLevel: sql`${alerts.level}` })
    .where(
      and(
        ofSupervisor(scope),
        inArray(alerts.id, [...ids]),
        isNull(alerts.closedAt),
        sql`coalesce(${alerts.seenLevel}, 0) < ${alerts.level}`,
      ),
    )
    .returning({ id: alerts.id })
  return rows.map(({ id }) => id)
}

const rulesOf = ({ supervisorId }: SupervisorScope) =>
  and(eq(alertRules.supervisorId, supervisorId), isNull(alertRules.removedAt))

/** The standard ones first, each in the order in which it was made. */
export const listRules = (db: Queryable, scope: SupervisorScope): Promise<RuleRow[]> =>
  db.select().from(alertRules).where(rulesOf(scope)).orderBy(desc(alertRules.isStandard), asc(alertRules.id))

export const findRule = (db: Queryable, scope: SupervisorScope, id: number): Promise<RuleRow | null> =>
  first(
    db
      .select()
      .from(alertRules)
      .where(and(rulesOf(scope), eq(alertRules.id, id))),
  )

export async function countRules(tx: Queryable, scope: SupervisorScope): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(alertRules).where(rulesOf(scope))
  return row?.n ?? 0
}

const theOne = ([row]: RuleRow[]): RuleRow => {
  if (!row) throw new Error('a write returned no row')
  return row
}

export const insertRule = async (tx: Queryable, values: typeof alertRules.$inferInsert): Promise<RuleRow> =>
  theOne(await tx.insert(alertRules).values(values).returning())

/** Of a rule that was found in this transaction. */
export const updateRule = async (
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
  values: Partial<Omit<RuleRow, 'id' | 'supervisorId'>>,
): Promise<RuleRow> =>
  theOne(
    await tx
      .update(alertRules)
      .set(values)
      .where(and(rulesOf(scope), eq(alertRules.id, id)))
      .returning(),
  )

const STANDARD = JSON.stringify(
  ALERT_KINDS.map((kind) => ({
    kind,
    parameters: parametersOf(kind),
    enabled: KINDS[kind].enabled,
    push: KINDS[kind].push,
  })),
)

/** Gives every supervisor without them the standard rules; `only`: this one. Returns how many were added. */
export async function addStandardRules(db: Queryable, now: Date, only?: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into alert_rules (supervisor_id, kind, parameters, enabled, push, mail, is_standard, changed_at)
    select u.id, s.kind, s.parameters, s.enabled, s.push, true, true, ${now.toISOString()}::timestamptz
    from users u
    cross join json_to_recordset(${STANDARD}::json)
      as s(kind text, parameters jsonb, enabled boolean, push boolean)
    where u.role = 'supervisor' ${only === undefined ? sql`` : sql`and u.id = ${only}`}
      and not exists (
        select from alert_rules r where r.supervisor_id = u.id and r.kind = s.kind and r.is_standard)
    on conflict do nothing`)
  return rowCount ?? 0
}

/** An alert in the mail of a supervisor. */
export interface DigestLine extends Record<string, unknown> {
  id: number
  supervisorId: number
  email: string
  kind: AlertKind
  level: AlertLevel
  containerNumber: string
  /** Epoch milliseconds. */
  at: number
}

/**
 * Of the alerts that no mail has named or passed over, those to be mailed, by supervisor and time. No other mail will name
 * one of them: by their numbers, however long ago the last mail was.
 */
export async function claimDigest(db: Queryable, now: Date): Promise<DigestLine[]> {
  const { rows } = await db.execute<DigestLine>(sql`
    with claimed as (
      update alerts set mailed_at = ${now.toISOString()}::timestamptz
      where id in (select id from alerts where mailed_at is null order by id for update skip locked)
      returning id, supervisor_id, rule_id, container_id, kind, level, level_at
    )
    select a.id::float8 as id, a.supervisor_id as "supervisorId", u.email, a.kind, a.level,
      operation.display_container_id as "containerNumber", (extract(epoch from a.level_at) * 1000)::float8 as at
    from claimed a
    join alert_rules r on r.id = a.rule_id and r.mail
    join users u on u.id = a.supervisor_id and u.is_active and u.email_confirmed_at is not null
      and u.email is not null
    join ${operation} on operation.container_id = a.container_id
    order by a.supervisor_id, a.level_at, a.id`)
  return rows
}
