import type { CreateLinkRequest, LinkResponse } from '#contract/http/public/links'
import { call, getQuery, translatedQuery } from '../call.ts'
import { named } from '../operation.ts'

/** The operations that a link opens, also those that have ended. */
export const linkedOperationsQuery = translatedQuery('GET /api/supervisor/links', (operations) =>
  operations.map(named),
)

/** The links of one operation, the default one first. */
export const linksQuery = (operationKey: string) =>
  getQuery('GET /api/containers/:containerId/links', { params: { containerId: operationKey } })

export const createLink = (operationKey: string, body: CreateLinkRequest) =>
  call('POST /api/containers/:containerId/links', { params: { containerId: operationKey }, body })

/** Revoking twice is one revocation. */
export const revokeLink = (operationKey: string, linkId: LinkResponse['id']) =>
  call('DELETE /api/containers/:containerId/links/:linkId', { params: { containerId: operationKey, linkId } })
