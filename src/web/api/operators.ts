import { queryOptions } from '@tanstack/react-query'
import type {
  CreateOperatorRequest,
  OperatorMetricsResponse,
  OperatorResponse,
  UpdateOperatorRequest,
} from '#contract/http/operators'
import { request } from '../lib/http.ts'
import { getQuery } from './get-query.ts'

export const operatorsPath = '/api/users/operators'
const STALE_MS = 10_000

export const operatorsQuery = queryOptions({
  ...getQuery<OperatorResponse[]>(operatorsPath),
  staleTime: STALE_MS,
})

/** What lists and filters call each operator, by username: the name, with the username where two have the same name. */
export function operatorNames(operators: readonly OperatorResponse[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>()
  for (const { displayName } of operators) times.set(displayName, (times.get(displayName) ?? 0) + 1)
  return new Map(
    operators.map(({ displayName, username }) => [
      username,
      times.get(displayName) === 1 ? displayName : `${displayName} (${username})`,
    ]),
  )
}

/** The operators as options of a filter. */
export function operatorOptions(operators: readonly OperatorResponse[]): { value: string; label: string }[] {
  const names = operatorNames(operators)
  return operators.map(({ id, username }) => ({ value: String(id), label: names.get(username) ?? username }))
}

export const operatorMetricsQuery = (id: number) =>
  queryOptions({ ...getQuery<OperatorMetricsResponse>(`${operatorsPath}/${id}/metrics`), retry: 1 })

export const createOperator = (operator: CreateOperatorRequest): Promise<OperatorResponse> =>
  request('POST', operatorsPath, operator)

export const updateOperator = (id: number, change: UpdateOperatorRequest): Promise<OperatorResponse> =>
  request('PUT', `${operatorsPath}/${id}`, change)

export const removeOperator = (id: number): Promise<null> => request('DELETE', `${operatorsPath}/${id}`)
