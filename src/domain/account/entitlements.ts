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

export const everyFeature = (on: boolean): Entitlements =>
  Object.fromEntries(FEATURES.map((feature) => [feature, on])) as Record<Feature, boolean>

export const NO_ENTITLEMENTS = everyFeature(false)

/** Length of a new supervisor's trial, and of a premium period. */
const PREMIUM_DAYS = 30
export const PREMIUM_MS = PREMIUM_DAYS * 24 * 60 * 60 * 1000

export interface StoredPremium {
  flags: Entitlements
  activated: boolean
  /** Epoch milliseconds; null: never. */
  expiresAt: number | null
}

/** The flags in force at `now` (epoch milliseconds): after expiry every flag is off. */
export function effectivePremium(
  stored: StoredPremium,
  now: number,
): { flags: Entitlements; premium: boolean } {
  if (stored.expiresAt !== null && now >= stored.expiresAt) return { flags: NO_ENTITLEMENTS, premium: false }
  return { flags: stored.flags, premium: stored.activated || FEATURES.every((f) => stored.flags[f]) }
}
