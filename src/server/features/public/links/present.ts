import { DEFAULT_LINK, type LinkedOperationResponse, type LinkResponse } from '#contract/http/public/links'
import { defaultLinkExpiry, linkState } from '#domain/container/share-link'
import type { Secrets } from '../../../adapters/secrets.ts'
import type { OperationRow } from '../../../record/rows.ts'
import type { LinkedOperation, LinkRow } from './queries.ts'
import { tokenToldAgain } from './tokens.ts'

/** Epoch milliseconds; null: none while the operation is active. */
export const expiryOfDefault = ({ isActive, newestEventAt, cancelledAt }: OperationRow): number | null =>
  defaultLinkExpiry({
    isActive,
    newestEventAt: newestEventAt.getTime(),
    cancelledAt: cancelledAt?.getTime() ?? null,
  })

export interface Telling {
  /** For the addresses. */
  origin: string
  secrets: Secrets
  /** Epoch milliseconds. */
  now: number
}

/** `row` null: nothing is stored of the default link yet. */
export function presentDefaultLink(
  operation: OperationRow,
  row: LinkRow | null,
  { origin, now }: Telling,
): LinkResponse {
  return {
    id: DEFAULT_LINK,
    name: null,
    level: 'full',
    tellsArrival: true,
    url: `${origin}/container/${operation.operationKey}`,
    ...standing(row?.revokedAt ?? null, expiryOfDefault(operation), now),
    views: viewsOf(row),
  }
}

export function presentLink(row: LinkRow, telling: Telling): LinkResponse {
  const { level, tellsArrival } = row
  return { level, tellsArrival, ...presentFurther(row, 'container', telling) }
}

/** What every further link says. `path`: of the page that it opens. */
export function presentFurther(
  row: LinkRow,
  path: 'container' | 'expediente',
  { origin, secrets, now }: Telling,
) {
  const token = tokenToldAgain(secrets, row)
  return {
    id: row.id,
    name: row.name,
    url: token === null ? null : `${origin}/${path}/${token}`,
    ...standing(row.revokedAt, row.expiresAt?.getTime() ?? null, now),
    views: viewsOf(row),
  }
}

function standing(
  revokedAt: Date | null,
  expiresAt: number | null,
  now: number,
): Pick<LinkResponse, 'state' | 'expiresAt' | 'revokedAt'> {
  return {
    state: linkState({ revokedAt: revokedAt?.getTime() ?? null, expiresAt }, now),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}

const viewsOf = (row: LinkRow | null): LinkResponse['views'] => ({
  count: row?.views ?? 0,
  firstAt: row?.firstViewedAt?.toISOString() ?? null,
  lastAt: row?.lastViewedAt?.toISOString() ?? null,
})

export const presentLinkedOperation = (row: LinkedOperation): LinkedOperationResponse => ({
  containerId: row.operationKey,
  displayContainerId: row.containerNumber,
  isActive: row.isActive,
  links: row.links,
  views: row.views,
})
