import {
  type Entitlements,
  effectivePremium,
  FEATURES,
  type Feature,
  NO_ENTITLEMENTS,
  PREMIUM_MS,
  type StoredPremium,
} from './entitlements.ts'

/** What the administrator asks for; what is left out stays as it is. */
export type FeatureChange = { [feature in Feature]?: boolean | undefined } & {
  /** All five together; decides over single features that come with it. */
  premiumActivated?: boolean | undefined
}

/**
 * What a supervisor's premium is after the administrator's change at `now` (epoch milliseconds).
 *
 * - `premiumActivated` turns all five features on for thirty days from now, or off.
 * - A single feature changes that one, as the administrator sees it: what has run out counts as off, so it does not come
 *   back with the one that is switched on. Premium as a whole is on when all five are.
 * - A feature that is switched on after premium ran out would be off again at once: a new period begins, thirty days
 *   from now. A running period stays as long as it is, and one without end stays without end.
 * - Switching off moves no date: within a period that is paid for, what is switched on again counts to its old end.
 */
export function changeFeatures(stored: StoredPremium, change: FeatureChange, now: number): StoredPremium {
  const { premiumActivated } = change
  if (premiumActivated !== undefined) {
    return {
      flags: all(premiumActivated),
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

const all = (on: boolean): Entitlements =>
  on
    ? {
        kpiVisibility: true,
        realTimeInfo: true,
        fullScreenEnabled: true,
        linkSharing: true,
        operationLogs: true,
      }
    : NO_ENTITLEMENTS
