import type { ChangeFeaturesRequest, OPERATOR_LIMITS } from '#contract/http/console/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { type Entitlements, FEATURES, type Feature } from '#domain/account/entitlements'
import { changeFeatures } from '#domain/account/feature-change'

export type Features = FeaturesResponse['features']
export type FeatureValues = ChangeFeaturesRequest['features']

/** A change that has been sent and not been answered. */
export interface FeatureChange {
  id: number
  features: FeatureValues
}

export function isPremium(features: Pick<Features, Feature | 'premiumActivated'>): boolean {
  return features.premiumActivated || FEATURES.every((feature) => features[feature])
}

/** The features with pending changes applied by the server's rule. `now`: epoch milliseconds by the server's clock. */
export function withFeatures(features: Features, changes: readonly FeatureValues[], now: number): Features {
  return changes.reduce<Features>((standing, change) => withChange(standing, change, now), features)
}

function withChange(features: Features, change: FeatureValues, now: number): Features {
  const { operatorLimit = features.operatorLimit, ...asked } = change
  const { premiumExpirationDate: end } = features
  const stored = {
    flags: features,
    activated: features.premiumActivated,
    expiresAt: end === null ? null : Date.parse(end),
  }
  const after = changeFeatures(stored, asked, now)
  const flags = Object.fromEntries(FEATURES.map((feature) => [feature, after.flags[feature]])) as Entitlements
  return {
    ...features,
    ...flags,
    operatorLimit,
    premiumActivated: after.activated,
    premiumExpirationDate: after.expiresAt === null ? null : new Date(after.expiresAt).toISOString(),
  }
}

/** The names of the wanted values that the server has not taken. */
export function differing(wanted: FeatureValues, answer: Features): (keyof FeatureValues)[] {
  return (Object.keys(wanted) as (keyof FeatureValues)[]).filter((name) => {
    if (wanted[name] === undefined) return false
    if (name === 'premiumActivated') return wanted[name] !== isPremium(answer)
    return wanted[name] !== answer[name]
  })
}

// Typed by the contract's list and not imported: its module brings Zod, which the page does not need.
export const LIMITS: typeof OPERATOR_LIMITS = [5, 10, 20, 30, 40, 100]
/** The dropdown's value when nothing is set. */
const DROPDOWN_LIMIT = '5'

export function limitOf(value: string | undefined): number | null {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null
}

/** The dropdown's options. A current limit that is not among the choices is added, so that it is shown as it is. */
export function limitChoices(value: string | undefined): { value: string; options: string[] } {
  const limit = limitOf(value)
  const options = new Set<number>(LIMITS)
  if (limit !== null) options.add(limit)
  return {
    value: limit === null ? DROPDOWN_LIMIT : String(limit),
    options: [...options].sort((a, b) => a - b).map(String),
  }
}
