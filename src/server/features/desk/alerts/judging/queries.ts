import { type SQL, sql } from 'drizzle-orm'
import { type AlertKind, type AlertLevel, type Parameters, parametersOf, URGENT } from '#domain/alert/kinds'
import type { Queryable } from '../../../../db/connect.ts'
import { type Finding, netOf, type StoredRule } from './findings.ts'

// The judge watches every supervisor: what it reads of all takes no SupervisorScope.

export interface OpenAlert {
  ruleId: number
  supervisorId: number
  operationKey: string
  kind: AlertKind
  level: AlertLevel
  since: number
}

/** The rules that are on. */
export async function enabledRules(db: Queryable): Promise<StoredRule[]> {
  const { rows } = await db.execute<{
    id: number
    supervisor_id: number
    kind: AlertKind
    parameters: Parameters
  }>(
    sql`select id, supervisor_id, kind, parameters from alert_rules
      where enabled and removed_at is null order by id`,
  )
  return rows.map(({ supervisor_id: supervisorId, ...row }) => ({
    ...row,
    supervisorId,
    parameters: parametersOf(row.kind, row.parameters),
  }))
}

export async function openAlerts(db: Queryable, supervisorIds: readonly number[]): Promise<OpenAlert[]> {
  const { rows } = await db.execute<{
    rule_id: number
    supervisor_id: number
    container_id: string
    kind: AlertKind
    level: AlertLevel
    since: number
  }>(
    sql`select rule_id, supervisor_id, container_id, kind, level,
        (extract(epoch from since) * 1000)::float8 as since
      from alerts
      where closed_at is null and supervisor_id = any(${sql.param(supervisorIds)}::integer[])`,
  )
  return rows.map((row) => ({
    ruleId: row.rule_id,
    supervisorId: row.supervisor_id,
    operationKey: row.container_id,
    kind: row.kind,
    level: row.level,
    since: row.since,
  }))
}

const fieldsOf = (finding: Finding): object => {
  const { action, operationKey: container_id } = finding
  if (action === 'close') {
    const { ruleId: rule_id, supervisorId: supervisor_id, why } = finding
    return { action, container_id, rule_id, supervisor_id, why }
  }
  const { rule, verdict } = finding
  return {
    action,
    container_id,
    rule_id: rule.id,
    supervisor_id: rule.supervisorId,
    kind: rule.kind,
    level: verdict.level,
    since: new Date(verdict.since),
    limit_amount: verdict.limit,
    found_amount: verdict.found,
    raised_at: new Date(verdict.raisedAt),
    level_at: new Date(verdict.levelAt),
  }
}

const input = (findings: readonly Finding[]): SQL => sql`
  select * from json_to_recordset(${JSON.stringify(findings.map(fieldsOf))}::json) as i(
    action text, supervisor_id integer, rule_id integer, kind text, container_id text, level smallint,
    since timestamptz, limit_amount integer, found_amount integer, raised_at timestamptz,
    level_at timestamptz, why text)`

/** Push messages to the phones whose session is open, written with the alert, so that each is sent at most once. */
const notices = (of: SQL, now: string): SQL => sql`
  insert into alert_notices (alert_id, level, subscription_id, created_at)
  select a.id, a.level, p.id, ${now}::timestamptz
  from ${of} a
  join alert_rules r on r.id = a.rule_id and r.push
  join push_subscriptions p on p.user_id = a.supervisor_id
  join session s on s.sid = p.session_id and s.expire > ${now}::timestamptz
  on conflict do nothing`

/**
 * Writes the findings, oldest first, and returns the ids of the alerts that changed. Repeating it, or another process that
 * has found the same, changes nothing (idempotent).
 */
export async function writeFindings(
  db: Queryable,
  all: readonly Finding[],
  at: Date,
): Promise<{ id: number; supervisorId: number }[]> {
  const findings = netOf(all)
  const now = at.toISOString()
  const changed: { id: number; supervisorId: number }[] = []
  const run = async (statement: SQL): Promise<void> => {
    const { rows } = await db.execute<{ id: number; supervisor_id: number }>(statement)
    for (const { id, supervisor_id: supervisorId } of rows) changed.push({ id, supervisorId })
  }
  // First, so that an alert that replaces another does not meet it in the index of the open ones.
  if (findings.some(({ action }) => action !== 'raise')) {
    await run(sql`
      with input as (${input(findings)}), closed as (
        update alerts a set closed_at = ${now}::timestamptz, closed_why = i.why
        from input i
        where i.action = 'close' and a.supervisor_id = i.supervisor_id and a.rule_id = i.rule_id
          and a.container_id = i.container_id and a.closed_at is null
        returning a.id, a.supervisor_id
      ), escalated as (
        update alerts a set level = i.level, level_at = i.level_at, limit_amount = i.limit_amount,
          found_amount = i.found_amount, escalated_at = ${now}::timestamptz,
          snoozed_until = case when i.level < ${URGENT} then a.snoozed_until end
        from input i
        where i.action = 'escalate' and a.supervisor_id = i.supervisor_id and a.rule_id = i.rule_id
          and a.container_id = i.container_id and a.closed_at is null and a.level < i.level
        returning a.id, a.supervisor_id, a.rule_id, a.level
      ), noticed as (${notices(sql`escalated`, now)})
      select id::float8 as id, supervisor_id from closed
      union all select id::float8, supervisor_id from escalated`)
  }
  if (findings.some(({ action }) => action === 'raise')) {
    // A supervisor who is being deleted gets none: the lock makes the two wait for each other. The same moment is the same
    // alert: it is opened again.
    await run(sql`
      with input as (${input(findings)}), supervisor as (
        select id from users where id in (select supervisor_id from input) order by id for key share
      ), reopened as (
        update alerts a set closed_at = null, closed_why = null, level = i.level, level_at = i.level_at,
          limit_amount = i.limit_amount, found_amount = i.found_amount
        from input i join supervisor s on s.id = i.supervisor_id
        where i.action = 'raise' and a.supervisor_id = i.supervisor_id and a.rule_id = i.rule_id
          and a.container_id = i.container_id and a.raised_at = i.raised_at and a.closed_at is not null
          and not exists (
            select from alerts o
            where o.rule_id = a.rule_id and o.container_id = a.container_id and o.closed_at is null)
        returning a.id, a.supervisor_id, a.rule_id, a.level
      ), inserted as (
        insert into alerts (supervisor_id, rule_id, kind, container_id, level, since, limit_amount, found_amount,
          raised_at, level_at, opened_at)
        select i.supervisor_id, i.rule_id, i.kind, i.container_id, i.level, i.since, i.limit_amount,
          i.found_amount, i.raised_at, i.level_at, ${now}::timestamptz
        from input i join supervisor s on s.id = i.supervisor_id
        where i.action = 'raise'
        on conflict do nothing
        returning id, supervisor_id, rule_id, level
      ), raised as (select * from reopened union all select * from inserted
      ), noticed as (${notices(sql`raised`, now)})
      select id::float8 as id, supervisor_id from raised`)
  }
  return changed
}
