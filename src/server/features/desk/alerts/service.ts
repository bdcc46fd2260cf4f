import type { z } from 'zod'
import type { alertRuleRequest, handleAlertRequest, handleAlertsRequest } from '#contract/http/desk/alerts'
import { parametersOf } from '#domain/alert/kinds'
import { retryOnDeadlock } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { lockTenant, refuseFull } from '../../people/accounts/limits.ts'
import { holdAccount } from '../../people/accounts/service.ts'
import { waitForSnooze } from './push/queries.ts'
import {
  type AlertRow,
  alertsById,
  countRules,
  findRule,
  type Handling,
  insertRule,
  lockAlerts,
  markSeen,
  type RuleRow,
  updateAlert,
  updateRule,
} from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'bus'>
type RuleInput = z.output<typeof alertRuleRequest>
type HandleInput = z.output<typeof handleAlertRequest>

const MINUTE_MS = 60_000

/** What the request changes of an alert; null: nothing. */
function changesOf(
  { acknowledged, note, assignedTo, snoozeMinutes }: HandleInput,
  before: Handling,
  now: number,
): Partial<Handling> | null {
  const wanted: Partial<Handling> = {
    ...(acknowledged === undefined
      ? {}
      : { acknowledgedAt: acknowledged ? (before.acknowledgedAt ?? new Date(now)) : null }),
    ...(note === undefined ? {} : { note: note || null }),
    ...(assignedTo === undefined ? {} : { assignedTo: assignedTo || null }),
    ...(snoozeMinutes === undefined ? {} : { snoozedUntil: snoozedUntil(snoozeMinutes, before, now) }),
  }
  const names = Object.keys(wanted) as (keyof Handling)[]
  return names.some((name) => wanted[name]?.valueOf() !== before[name]?.valueOf()) ? wanted : null
}

/** A request that comes again within a minute does not snooze for longer. */
function snoozedUntil(minutes: number | null, { snoozedUntil: known }: Handling, now: number): Date | null {
  if (minutes === null) return null
  const until = now + minutes * MINUTE_MS
  return known && Math.abs(known.getTime() - until) < MINUTE_MS ? known : new Date(until)
}

/**
 * Acknowledges, notes, assigns or snoozes the supervisor's alerts among `ids`. `changed` are the ids of those that it
 * changed; all are as they are now. Idempotent.
 */
async function handle(
  deps: Deps,
  scope: SupervisorScope,
  ids: readonly number[],
  input: HandleInput,
  trace: Trace,
): Promise<{ rows: AlertRow[]; changed: ReadonlySet<number> }> {
  const now = deps.clock.now()
  // The judge locks the same alerts in an order of its own.
  const handled = await retryOnDeadlock(() =>
    deps.database.orm.transaction(async (tx) => {
      await holdAccount(tx, scope.supervisorId)
      const before = await lockAlerts(tx, scope, ids)
      const changed = new Set<number>()
      const rows: AlertRow[] = []
      for (const row of before) {
        const values = changesOf(input, row.alert, now)
        rows.push(values ? { ...row, alert: { ...row.alert, ...values } } : row)
        if (!values) continue
        changed.add(row.alert.id)
        await updateAlert(tx, scope, row.alert.id, values)
        if (values.snoozedUntil !== undefined)
          await waitForSnooze(tx, row.alert.id, { waits: values.snoozedUntil !== null, now: new Date(now) })
        await recordAudit(tx, trace, now, {
          action: 'alert_handled',
          target: row.operation.containerNumber,
          targetId: row.alert.id,
          after: { kind: row.alert.kind, ...values },
        })
      }
      return { rows, changed }
    }),
  )
  const { rows, changed } = handled
  for (const alert of rows)
    if (changed.has(alert.alert.id)) deps.bus.publish({ kind: 'alert_changed', alert })
  return handled
}

/** One alert, as it is afterwards. Throws 404. */
export async function handleAlert(
  deps: Deps,
  scope: SupervisorScope,
  id: number,
  input: HandleInput,
  trace: Trace,
): Promise<AlertRow> {
  const [alert] = (await handle(deps, scope, [id], input, trace)).rows
  if (!alert) throw notFound(say('alert_not_found'))
  return alert
}

/** Many alerts; returns those that changed. Ids of other supervisors, and of no alert, are passed over. */
export async function handleAlerts(
  deps: Deps,
  scope: SupervisorScope,
  { ids, ...input }: z.output<typeof handleAlertsRequest>,
  trace: Trace,
): Promise<AlertRow[]> {
  const { rows, changed } = await handle(deps, scope, ids, input, trace)
  return rows.filter(({ alert }) => changed.has(alert.id))
}

/** Notes that `by` has looked at these alerts; returns those of which nobody had. */
export async function seeAlerts(
  deps: Deps,
  scope: SupervisorScope,
  ids: readonly number[],
  by: number | null,
): Promise<AlertRow[]> {
  const { orm } = deps.database
  const at = new Date(deps.clock.now())
  const seen = await retryOnDeadlock(() => markSeen(orm, scope, ids, { at, by }))
  const rows = await alertsById(orm, [scope.supervisorId], seen)
  for (const alert of rows) deps.bus.publish({ kind: 'alert_changed', alert })
  return rows
}

const columnsOf = (input: RuleInput, now: number) => ({
  kind: input.kind,
  parameters: parametersOf(input.kind, input.parameters),
  enabled: input.enabled,
  push: input.push,
  mail: input.mail,
  changedAt: new Date(now),
})

const auditedRule = ({ parameters, enabled, push, mail }: RuleRow) => ({ parameters, enabled, push, mail })

/** Every process that judges reads the rules again. */
export const tellRules = ({ bus }: Deps, { supervisorId }: SupervisorScope): void =>
  bus.publish({ kind: 'alert_rules_changed', supervisorId })

/** Changes the rule, whose kind stays; `id` null: adds one. Throws 404, and 409 when there are as many as there may be. */
export async function saveRule(
  deps: Deps,
  scope: SupervisorScope,
  id: number | null,
  input: RuleInput,
  trace: Trace,
): Promise<RuleRow> {
  const now = deps.clock.now()
  const { supervisorId } = scope
  const rule = await deps.database.orm.transaction(async (tx) => {
    const lock = await lockTenant(tx, supervisorId)
    const before = id === null ? null : await findRule(tx, scope, id)
    if (id !== null && before?.kind !== input.kind) throw notFound(say('alert_rule_not_found'))
    if (!before) refuseFull(lock, 'alertRules', await countRules(tx, scope))
    const columns = columnsOf(input, now)
    const row = before
      ? await updateRule(tx, scope, before.id, columns)
      : await insertRule(tx, { ...columns, supervisorId })
    await recordAudit(tx, trace, now, {
      action: before ? 'alert_rule_changed' : 'alert_rule_created',
      target: row.kind,
      targetId: row.id,
      ...(before && { before: auditedRule(before) }),
      after: auditedRule(row),
    })
    return row
  })
  tellRules(deps, scope)
  return rule
}

/** Its open alerts are closed, and stay in the list. Throws 404, and 409 for a standard rule. */
export async function removeRule(
  deps: Deps,
  scope: SupervisorScope,
  id: number,
  trace: Trace,
): Promise<void> {
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const before = await findRule(tx, scope, id)
    if (!before) throw notFound(say('alert_rule_not_found'))
    if (before.isStandard) throw new Problem(409, 'protected_rule', say('alert_rule_standard'))
    await updateRule(tx, scope, id, { removedAt: new Date(now), changedAt: new Date(now) })
    await recordAudit(tx, trace, now, {
      action: 'alert_rule_removed',
      target: before.kind,
      targetId: id,
      before: auditedRule(before),
    })
  })
  tellRules(deps, scope)
}
