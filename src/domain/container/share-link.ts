import type { TrackingVisibility } from './tracking-visibility.ts'

/** How much a link shows. `status`: type, status and steps; `times`: with their times; `full`: with driver and position. */
export const LINK_LEVELS = ['status', 'times', 'full'] as const
export type LinkLevel = (typeof LINK_LEVELS)[number]

export const LINK_NAME = { max: 60 }
/** Days that a further link may be valid. */
export const LINK_DAYS = { max: 365 }

/** How long the default link outlives the end of its operation. */
export const DEFAULT_LINK_MS = 24 * 60 * 60 * 1000

/**
 * When the default link expires: a day after the operation's end or its cancellation; null while it is active. Times are
 * epoch milliseconds.
 */
export function defaultLinkExpiry({
  isActive,
  newestEventAt,
  cancelledAt,
}: {
  isActive: boolean
  newestEventAt: number
  cancelledAt: number | null
}): number | null {
  return isActive ? null : Math.max(newestEventAt, cancelledAt ?? 0) + DEFAULT_LINK_MS
}

export type LinkState = 'valid' | 'expired' | 'revoked'

/** Times are epoch milliseconds. A revoked link stays revoked when it expires. */
export function linkState(
  { revokedAt, expiresAt }: { revokedAt: number | null; expiresAt: number | null },
  now: number,
): LinkState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid'
}

/** What a bare container number shows under this setting; null: nothing. */
export function levelOfNumber(visibility: TrackingVisibility): LinkLevel | null {
  return visibility === 'full' ? 'full' : visibility === 'status' ? 'times' : null
}

/**
 * What a valid further link shows; null: nothing. Without the supervisor's `linkSharing` no more than the bare number does.
 */
export function levelOfLink(
  level: LinkLevel,
  linkSharing: boolean,
  visibility: TrackingVisibility,
): LinkLevel | null {
  if (linkSharing) return level
  const most = levelOfNumber(visibility)
  if (most === null) return null
  return LINK_LEVELS.indexOf(level) < LINK_LEVELS.indexOf(most) ? level : most
}
