import { queryOptions } from '@tanstack/react-query'
import type {
  ContractRequest,
  ContractResponse,
  ContractsResponse,
  DetentionMonth,
  DetentionNow,
} from '#contract/http/detention'
import { request } from '../lib/http.ts'
import { getQuery, translatedQuery } from './get-query.ts'
import { named } from './operation.ts'

export const detentionPath = '/api/detention'
const CONTRACTS = `${detentionPath}/contracts`
const MINUTE_MS = 60_000

const toNow = ({ containerId, ...rest }: DetentionNow) => ({ ...rest, operationKey: containerId })
export type DetentionOfOperation = ReturnType<typeof toNow>

/** What was agreed for each operation that is at its place, so that a card can count by itself. */
export const detentionNowQuery = queryOptions({
  ...translatedQuery(`${detentionPath}/now`, (rows: DetentionNow[]) => rows.map(toNow)),
  refetchInterval: MINUTE_MS,
})

export const contractsQuery = queryOptions(getQuery<ContractsResponse>(CONTRACTS))

const toMonth = ({ clients, ...rest }: DetentionMonth) => ({
  ...rest,
  clients: clients.map(({ visits, ...client }) => ({ ...client, visits: visits.map(named) })),
})
export type MonthOfDetention = ReturnType<typeof toMonth>

/** `month`: `yyyy-MM`. */
export const detentionMonthQuery = (month: string) =>
  queryOptions({
    ...translatedQuery(`${detentionPath}?month=${month}`, toMonth),
    refetchInterval: MINUTE_MS,
  })

/** `id` null: a new one. */
export const saveContract = (id: number | null, contract: ContractRequest): Promise<ContractResponse> =>
  id === null ? request('POST', CONTRACTS, contract) : request('PUT', `${CONTRACTS}/${id}`, contract)
