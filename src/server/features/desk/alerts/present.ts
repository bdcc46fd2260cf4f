import type { AlertResponse, AlertRuleResponse } from '#contract/http/alerts'
import type { AlertRow, RuleRow } from './queries.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentAlert = ({ alert, operation, phone }: AlertRow): AlertResponse => ({
  id: alert.id,
  ruleId: alert.ruleId,
  kind: alert.kind,
  level: alert.level,
  containerId: alert.operationKey,
  displayContainerId: operation.containerNumber,
  operationType: operation.operationType,
  currentEventType: operation.newestEventType,
  userId: operation.userId,
  displayName: operation.displayName,
  phone,
  since: alert.since.toISOString(),
  limit: alert.limit,
  found: alert.found,
  raisedAt: alert.raisedAt.toISOString(),
  levelAt: alert.levelAt.toISOString(),
  acknowledgedAt: iso(alert.acknowledgedAt),
  note: alert.note,
  assignedTo: alert.assignedTo,
  snoozedUntil: iso(alert.snoozedUntil),
  closedAt: iso(alert.closedAt),
  closedWhy: alert.closedWhy,
})

export const presentRule = (row: RuleRow): AlertRuleResponse => ({
  id: row.id,
  kind: row.kind,
  parameters: row.parameters,
  enabled: row.enabled,
  push: row.push,
  mail: row.mail,
  isStandard: row.isStandard,
})
