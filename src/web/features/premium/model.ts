import { FEATURES, type Feature } from '#domain/account/entitlements'
import type { Features } from '../../api/entitlements.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The end is announced this many days before. */
export const ENDING_DAYS = 5

/** What the dialog has to say. */
export type PremiumNotice =
  | { kind: 'welcome'; features: readonly Feature[]; endsAt: string | null }
  | { kind: 'ending'; endsAt: string; days: number }
  | { kind: 'ended'; endsAt: string }

/** The notices that this user has closed on this device. */
export interface Dismissed {
  welcome: boolean
  /** `yyyy-MM-dd` of the last day on which the coming end was shown. */
  endingDay: string | null
  /** The end (ISO 8601) that was shown as past. */
  endedAt: string | null
}

/**
 * The one notice that is due, if any, at `now` (epoch milliseconds), which is the day `today`. A notice of the
 * end comes before the welcome.
 */
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
