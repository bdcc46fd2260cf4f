import { NO_ENTITLEMENTS, type StoredPremium } from '#domain/account/entitlements'
import type { FeatureFlagsRow } from './queries.ts'

/** Without a row there are no features; every supervisor gets one at registration. */
export function storedPremium(row: FeatureFlagsRow | null): StoredPremium {
  if (!row) return { flags: NO_ENTITLEMENTS, activated: false, expiresAt: null }
  const { kpiVisibility, realTimeInfo, fullScreenEnabled, linkSharing, operationLogs } = row
  return {
    flags: { kpiVisibility, realTimeInfo, fullScreenEnabled, linkSharing, operationLogs },
    activated: row.premiumActivated,
    expiresAt: row.premiumExpirationDate?.getTime() ?? null,
  }
}

export interface FeaturesOfUser {
  row: FeatureFlagsRow | null
  operatorLimit: number
}
