import type { CreateLinkRequest, LinkedOperationResponse, LinkResponse } from '#contract/http/links'
import { request } from '../lib/http.ts'
import { getQuery, translatedQuery } from './get-query.ts'
import { named } from './operation.ts'

const pathOf = (operationKey: string): string => `/api/containers/${encodeURIComponent(operationKey)}/links`

/** The operations that a link opens, also those that have ended. */
export const linkedOperationsQuery = translatedQuery(
  '/api/supervisor/links',
  (operations: LinkedOperationResponse[]) => operations.map(named),
)

/** The links of one operation, the default one first. */
export const linksQuery = (operationKey: string) => getQuery<LinkResponse[]>(pathOf(operationKey))

export const createLink = (operationKey: string, link: CreateLinkRequest): Promise<LinkResponse> =>
  request('POST', pathOf(operationKey), link)

/** Revoking twice is one revocation. */
export const revokeLink = (operationKey: string, id: LinkResponse['id']): Promise<unknown> =>
  request('DELETE', `${pathOf(operationKey)}/${id}`)
