import type { OperatorMetricsResponse, OperatorResponse } from '#contract/http/people/operators'
import { FIRST_STEP, type OperationType } from '#domain/operation/steps'
import { secondsByKind } from '#domain/operation/time-by-kind'
import type { RecordedSum } from '../../../record/read/sums.ts'
import type { OperatorRow } from './queries.ts'

export function presentOperator(row: OperatorRow): OperatorResponse {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    phone: row.phone,
    isActive: row.isActive,
    passwordGiven: row.passwordGiven,
    mustChangePassword: row.mustChangePassword,
  }
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
const minutes = (seconds: number): number => oneDecimal(seconds / 60)

/** Each figure is rounded by itself, so the three kinds may differ from the total by a tenth of a minute. */
export function presentMetrics(sums: readonly RecordedSum[]): OperatorMetricsResponse {
  const started = (type: OperationType): number =>
    sums.find((sum) => sum.operationType === type && sum.eventType === FIRST_STEP)?.events ?? 0
  const operationsByType = { load: started('load'), unload: started('unload') }
  const { productive, unproductive, neutral } = secondsByKind(sums)
  const total = productive + unproductive + neutral
  return {
    totalOperations: operationsByType.load + operationsByType.unload,
    totalEvents: sums.reduce((n, sum) => n + sum.events, 0),
    operationsByType,
    times: {
      productive: minutes(productive),
      unproductive: minutes(unproductive),
      neutral: minutes(neutral),
      total: minutes(total),
      productiveRatio: total === 0 ? 0 : oneDecimal((productive / total) * 100),
    },
  }
}
