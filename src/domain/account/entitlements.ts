/** The five premium features of a supervisor. */
export const FEATURES = [
  'kpiVisibility',
  'realTimeInfo',
  'fullScreenEnabled',
  'linkSharing',
  'operationLogs',
] as const
export type Feature = (typeof FEATURES)[number]

export type Entitlements = Readonly<Record<Feature, boolean>>

export const NO_ENTITLEMENTS: Entitlements = {
  kpiVisibility: false,
  realTimeInfo: false,
  fullScreenEnabled: false,
  linkSharing: false,
  operationLogs: false,
}

/** Length of the trial of a new supervisor, and of a premium period. */
export const PREMIUM_DAYS = 30
export const PREMIUM_MS = PREMIUM_DAYS * 24 * 60 * 60 * 1000

export const DEFAULT_OPERATOR_LIMIT = 20

export interface StoredPremium {
  flags: Entitlements
  activated: boolean
  /** Epoch milliseconds; null: never. */
  expiresAt: number | null
}

/** What counts at `now` (epoch milliseconds): from the expiry on every flag reads as off. */
export function effectivePremium(
  stored: StoredPremium,
  now: number,
): { flags: Entitlements; premium: boolean } {
  if (stored.expiresAt !== null && now >= stored.expiresAt) return { flags: NO_ENTITLEMENTS, premium: false }
  return { flags: stored.flags, premium: stored.activated || FEATURES.every((f) => stored.flags[f]) }
}
