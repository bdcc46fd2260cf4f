import type { OperatorResponse } from '#contract/http/operators'
import type { OperatorRow } from './queries.ts'

export function presentOperator(row: OperatorRow): OperatorResponse {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    phone: row.phone,
    isActive: row.isActive,
  }
}
