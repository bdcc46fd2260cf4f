import { queryOptions } from '@tanstack/react-query'
import type { ContractRequest, DetentionMonth, DetentionNow } from '#contract/http/detention'
import { call, getQuery, pathOf, translatedQuery } from './call.ts'
import { named } from './operation.ts'

export const detentionPath = pathOf('GET /api/detention', { query: { month: '' } })
const MINUTE_MS = 60_000

const toNow = ({ containerId, ...rest }: DetentionNow) => ({ ...rest, operationKey: containerId })
export type DetentionOfOperation = ReturnType<typeof toNow>

/** What was agreed for each operation that is at its place, so that a card can count by itself. */
export const detentionNowQuery = queryOptions({
  ...translatedQuery('GET /api/detention/now', (rows) => rows.map(toNow)),
  refetchInterval: MINUTE_MS,
})

export const contractsQuery = getQuery('GET /api/detention/contracts')

const toMonth = ({ clients, ...rest }: DetentionMonth) => ({
  ...rest,
  clients: clients.map(({ visits, ...client }) => ({ ...client, visits: visits.map(named) })),
})
export type MonthOfDetention = ReturnType<typeof toMonth>

/** `month`: `yyyy-MM`. */
export const detentionMonthQuery = (month: string) =>
  queryOptions({
    ...translatedQuery('GET /api/detention', toMonth, { query: { month } }),
    refetchInterval: MINUTE_MS,
  })

/** `id` null: a new one. */
export const saveContract = (id: number | null, body: ContractRequest) =>
  id === null
    ? call('POST /api/detention/contracts', { body })
    : call('PUT /api/detention/contracts/:id', { params: { id }, body })
