import { FEATURES, type Feature } from '#domain/account/entitlements'
import type { Features } from '../../../api/entitlements.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How many days before the end it is announced. */
const ENDING_DAYS = 5

export type PremiumNotice =
  | { kind: 'welcome'; features: readonly Feature[]; endsAt: string | null }
  | { kind: 'ending'; endsAt: string; days: number }
  | { kind: 'ended'; endsAt: string }

/** The notices that were dismissed on this device. */
export interface Dismissed {
  welcome: boolean
  /** `yyyy-MM-dd` of the last day on which the coming end was shown. */
  endingDay: string | null
  /** The end (ISO 8601) that was shown as past. */
  endedAt: string | null
}

/** The notice that is due at `now` (epoch milliseconds) on the day `today`, if any. An end that has passed goes first. */
export function dueNotice(
  features: Features,
  dismissed: Dismissed,
  now: number,
  today: string,
): PremiumNotice | null {
  const on = FEATURES.filter((feature) => features[feature])
  const endsAt = features.premiumExpirationDate
  if (endsAt !== null && Date.parse(endsAt) <= now) {
    return dismissed.endedAt === endsAt ? null : { kind: 'ended', endsAt }
  }
  if (on.length === 0) return null
  if (!dismissed.welcome) return { kind: 'welcome', features: on, endsAt }
  if (endsAt === null) return null
  const left = Date.parse(endsAt) - now
  if (left > ENDING_DAYS * DAY_MS || dismissed.endingDay === today) return null
  return { kind: 'ending', endsAt, days: Math.ceil(left / DAY_MS) }
}
