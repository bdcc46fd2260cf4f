import type { z } from 'zod'
import type { alertRuleRequest, handleAlertRequest } from '#contract/http/alerts'
import { parametersOf } from '#domain/alert/kinds'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { lockTenant, refuseFull } from '../../people/accounts/limits.ts'
import { holdAccount } from '../../people/accounts/service.ts'
import {
  type AlertRow,
  countRules,
  findAlert,
  findRule,
  type Handling,
  insertRule,
  type RuleRow,
  updateAlert,
  updateRule,
} from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'bus'>
type RuleInput = z.output<typeof alertRuleRequest>

const MINUTE_MS = 60_000

function handlingOf(
  { acknowledged, note, assignedTo, snoozeMinutes }: z.output<typeof handleAlertRequest>,
  before: Handling,
  now: number,
): Partial<Handling> {
  return {
    ...(acknowledged === undefined
      ? {}
      : { acknowledgedAt: acknowledged ? (before.acknowledgedAt ?? new Date(now)) : null }),
    ...(note === undefined ? {} : { note: note || null }),
    ...(assignedTo === undefined ? {} : { assignedTo: assignedTo || null }),
    ...(snoozeMinutes === undefined
      ? {}
      : { snoozedUntil: snoozeMinutes === null ? null : new Date(now + snoozeMinutes * MINUTE_MS) }),
  }
}

/** Acknowledges, notes, assigns or snoozes. Throws 404. */
export async function handleAlert(
  deps: Deps,
  scope: SupervisorScope,
  id: number,
  input: z.output<typeof handleAlertRequest>,
  trace: Trace,
): Promise<AlertRow> {
  const now = deps.clock.now()
  const handled = await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const before = await findAlert(tx, scope, id)
    if (!before) throw notFound(say('alert_not_found'))
    const values = handlingOf(input, before.alert, now)
    if (Object.keys(values).length === 0) return before
    await updateAlert(tx, scope, id, values)
    await recordAudit(tx, trace, now, {
      action: 'alert_handled',
      target: before.operation.containerNumber,
      targetId: id,
      after: { kind: before.alert.kind, ...values },
    })
    return { ...before, alert: { ...before.alert, ...values } }
  })
  deps.bus.publish({ kind: 'alert_changed', alert: handled })
  return handled
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
