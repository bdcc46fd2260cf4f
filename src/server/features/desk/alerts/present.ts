import type { AlertRuleResponse } from '#contract/http/desk/alerts'
import type { RuleRow } from './queries.ts'

export const presentRule = (row: RuleRow): AlertRuleResponse => ({
  id: row.id,
  kind: row.kind,
  parameters: row.parameters,
  enabled: row.enabled,
  push: row.push,
  mail: row.mail,
  isStandard: row.isStandard,
})
