import type { ChangeFeaturesRequest, OPERATOR_LIMITS } from '#contract/http/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { type Entitlements, FEATURES, type Feature } from '#domain/account/entitlements'
import { changeFeatures } from '#domain/account/feature-change'

export type Features = FeaturesResponse['features']
export type FeatureValues = ChangeFeaturesRequest['features']

/** A change that has been asked for and not yet answered. */
export interface FeatureChange {
  id: number
  features: FeatureValues
}

export function isPremium(features: Pick<Features, Feature | 'premiumActivated'>): boolean {
  return features.premiumActivated || FEATURES.every((feature) => features[feature])
}

/**
 * How the features will stand when what is under way succeeds, by the server's own rule. A failure needs no undoing: its
 * change just goes. `now`: epoch milliseconds by the server's clock.
 */
export function withFeatures(features: Features, changes: readonly FeatureValues[], now: number): Features {
  let standing = features
  for (const change of changes) standing = withChange(standing, change, now)
  return standing
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

/** Which of the wanted values the server has not taken. */
export function differing(wanted: FeatureValues, answer: Features): (keyof FeatureValues)[] {
  return (Object.keys(wanted) as (keyof FeatureValues)[]).filter((name) => {
    if (wanted[name] === undefined) return false
    if (name === 'premiumActivated') return wanted[name] !== isPremium(answer)
    return wanted[name] !== answer[name]
  })
}

// The contract's own list is typed here and not imported: its module brings Zod along, which the page does not need.
export const LIMITS: typeof OPERATOR_LIMITS = [5, 10, 20, 30, 40, 100]
/** What the dropdown shows when nothing is set. */
export const DROPDOWN_LIMIT = '5'

export function limitOf(value: string | undefined): number | null {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null
}

/** What the dropdown offers and shows. A limit that is none of the choices is offered too: it must not look like another. */
export function limitChoices(value: string | undefined): { value: string; options: string[] } {
  const limit = limitOf(value)
  const options = new Set<number>(LIMITS)
  if (limit !== null) options.add(limit)
  return {
    value: limit === null ? DROPDOWN_LIMIT : String(limit),
    options: [...options].sort((a, b) => a - b).map(String),
  }
}
