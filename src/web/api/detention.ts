import { queryOptions } from '@tanstack/react-query'
import type {
  ContractRequest,
  ContractResponse,
  ContractsResponse,
  DetentionMonth,
  DetentionNow,
} from '#contract/http/detention'
import type { EvidenceResponse, IssueEvidenceRequest } from '#contract/http/evidence'
import { request } from '../lib/http.ts'
import { respond } from '../lib/respond.ts'
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

/** What a pack is about: one operation, or a month (`yyyy-MM`) of a client. */
export type PackSubject = { operationKey: string } | { clientId: number; month: string }

/** Issues a pack, and gives its file. @throws HttpError, NetworkError */
export async function evidenceFile(
  subject: PackSubject,
  format: 'pdf' | 'csv',
  language: 'es' | 'en',
): Promise<Response> {
  const asked: IssueEvidenceRequest =
    'operationKey' in subject ? { containerId: subject.operationKey } : subject
  const { hash } = await request<EvidenceResponse>('POST', '/api/evidence', asked)
  return respond(`/api/evidence/${hash}/file?format=${format}&language=${language}`, {})
}
