import type { FeaturesResponse } from '#contract/http/entitlements'
import { effectivePremium } from '#domain/account/entitlements'
import { type FeaturesOfUser, storedPremium } from './policy.ts'

/** The flags that apply at `now`: all off after the expiry. */
export function presentFeatures(userId: number, found: FeaturesOfUser, now: number): FeaturesResponse {
  const { flags, premium } = effectivePremium(storedPremium(found.row), now)
  return {
    features: {
      id: found.row?.id ?? 0,
      userId,
      ...flags,
      premiumActivated: premium,
      premiumExpirationDate: found.row?.premiumExpirationDate?.toISOString() ?? null,
      operatorLimit: String(found.operatorLimit),
    },
  }
}
