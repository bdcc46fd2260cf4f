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
import { getQuery } from './get-query.ts'

export const detentionPath = '/api/detention'
const CONTRACTS = `${detentionPath}/contracts`
const MINUTE_MS = 60_000

/** What was agreed for each operation that is at its place, so that a card can count by itself. */
export const detentionNowQuery = queryOptions({
  ...getQuery<DetentionNow[]>(`${detentionPath}/now`),
  refetchInterval: MINUTE_MS,
})

export const contractsQuery = queryOptions(getQuery<ContractsResponse>(CONTRACTS))

/** `month`: `yyyy-MM`. */
export const detentionMonthQuery = (month: string) =>
  queryOptions({
    ...getQuery<DetentionMonth>(`${detentionPath}?month=${month}`),
    refetchInterval: MINUTE_MS,
  })

/** `id` null: a new one. */
export const saveContract = (id: number | null, contract: ContractRequest): Promise<ContractResponse> =>
  id === null ? request('POST', CONTRACTS, contract) : request('PUT', `${CONTRACTS}/${id}`, contract)

/** Issues a pack, and gives its file. @throws HttpError, NetworkError */
export async function evidenceFile(
  subject: IssueEvidenceRequest,
  format: 'pdf' | 'csv',
  language: 'es' | 'en',
): Promise<Response> {
  const { hash } = await request<EvidenceResponse>('POST', '/api/evidence', subject)
  return respond(`/api/evidence/${hash}/file?format=${format}&language=${language}`, {})
}
