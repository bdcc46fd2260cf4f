import { queryOptions } from '@tanstack/react-query'
import type { CreateOperatorRequest, UpdateOperatorRequest } from '#contract/http/people/operators'
import { call, getQuery, pathOf } from '../call.ts'

export const operatorsPath = pathOf('GET /api/users/operators')
const STALE_MS = 10_000

export const operatorsQuery = queryOptions({
  ...getQuery('GET /api/users/operators'),
  staleTime: STALE_MS,
})

export const operatorMetricsQuery = (id: number) =>
  queryOptions({ ...getQuery('GET /api/users/operators/:id/metrics', { params: { id } }), retry: 1 })

export const createOperator = (body: CreateOperatorRequest) => call('POST /api/users/operators', { body })

export const updateOperator = (id: number, body: UpdateOperatorRequest) =>
  call('PUT /api/users/operators/:id', { params: { id }, body })

export const removeOperator = (id: number) => call('DELETE /api/users/operators/:id', { params: { id } })
