import {
  effectivePremium,
  everyFeature,
  FEATURES,
  type Feature,
  PREMIUM_MS,
  type StoredPremium,
} from './entitlements.ts'

/** What the administrator asks for; an absent flag stays as it is. */
export type FeatureChange = { [feature in Feature]?: boolean | undefined } & {
  /** All five together; overrides single features in the same change. */
  premiumActivated?: boolean | undefined
}

/**
 * A supervisor's premium after the administrator's change at `now` (epoch milliseconds).
 *
 * - `premiumActivated` turns all five features on for thirty days from now, or off.
 * - A single feature changes alone. Expired features count as off: they do not come back with the one that is switched
 *   on. Premium as a whole is on when all five are.
 * - Switching a feature on after premium expired starts a new period of thirty days. A running period keeps its end,
 *   and one without end stays without end.
 * - Switching off moves no date: a feature that is switched on again within the period ends with it.
 */
export function changeFeatures(stored: StoredPremium, change: FeatureChange, now: number): StoredPremium {
  const { premiumActivated } = change
  if (premiumActivated !== undefined) {
    return {
      flags: everyFeature(premiumActivated),
      activated: premiumActivated,
      expiresAt: premiumActivated ? now + PREMIUM_MS : stored.expiresAt,
    }
  }
  if (FEATURES.every((feature) => change[feature] === undefined)) return stored
  const seen = effectivePremium(stored, now).flags
  const flags = Object.fromEntries(
    FEATURES.map((feature) => [feature, change[feature] ?? seen[feature]]),
  ) as Record<Feature, boolean>
  const isOver = stored.expiresAt !== null && now >= stored.expiresAt
  const isAnyOn = FEATURES.some((feature) => flags[feature])
  return {
    flags,
    activated: FEATURES.every((feature) => flags[feature]),
    expiresAt: isOver && isAnyOn ? now + PREMIUM_MS : stored.expiresAt,
  }
}
