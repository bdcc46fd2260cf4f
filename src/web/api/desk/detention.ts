import { queryOptions } from '@tanstack/react-query'
import type {
  ContractRequest,
  DetentionMonth,
  DetentionNow,
  SettleRequest,
} from '#contract/http/desk/detention'
import { call, getQuery, pathOf, translatedQuery } from '../call.ts'
import { named } from '../operation.ts'

export const detentionPath = pathOf('GET /api/detention')
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

/** `month`: `yyyy-MM`; null: the current one. */
export const detentionMonthQuery = (month: string | null) =>
  queryOptions({
    ...translatedQuery('GET /api/detention', toMonth, { query: { month: month ?? '' } }),
    refetchInterval: MINUTE_MS,
  })

/** Visits by operation key, or the month of a client. */
export type SettledSubject = { operationKeys: readonly string[] } | { clientId: number; month: string }

/** What was said of the settling of a month, or of the first visit, the newest first. */
export const settlementsQuery = (subject: SettledSubject) =>
  getQuery('GET /api/detention/settlements', {
    query:
      'operationKeys' in subject
        ? { containerId: subject.operationKeys[0] ?? '' }
        : { clientId: String(subject.clientId), month: subject.month },
  })

export const settle = (subject: SettledSubject, said: Pick<SettleRequest, 'state' | 'note'>) =>
  call('POST /api/detention/settlements', {
    body:
      'operationKeys' in subject
        ? { containerIds: [...subject.operationKeys], ...said }
        : { ...subject, ...said },
  })

/** `id` null: a new one. */
export const saveContract = (id: number | null, body: ContractRequest) =>
  id === null
    ? call('POST /api/detention/contracts', { body })
    : call('PUT /api/detention/contracts/:id', { params: { id }, body })
