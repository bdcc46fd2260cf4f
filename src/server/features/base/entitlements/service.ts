import type { FeaturesResponse } from '#contract/http/entitlements'
import { PREMIUM_MS } from '#domain/account/entitlements'
import type { Queryable } from '../../../db/connect.ts'
import type { PremiumReader } from '../../../live/entitlements.ts'
import { readSettings } from '../settings/service.ts'
import { type FeaturesOfUser, storedPremium } from './policy.ts'
import { presentFeatures } from './present.ts'
import { type FeatureFlagsRow, findFlags, insertFlags, listFlags } from './queries.ts'

/** Starts the trial with every feature on, in the transaction that creates the supervisor. */
export async function grantTrial(tx: Queryable, supervisorId: number, now: number): Promise<void> {
  await insertFlags(tx, { userId: supervisorId, premiumExpirationDate: new Date(now + PREMIUM_MS) })
}

/** For the live channel, which keeps what it read for the length of a connection. */
export const premiumReader = (db: Queryable): PremiumReader => ({
  async premiumsOf(scopes) {
    const ids = scopes.map(({ supervisorId }) => supervisorId)
    const rows = new Map((await listFlags(db, ids)).map((row) => [row.userId, row]))
    return new Map(ids.map((id) => [id, storedPremium(rows.get(id) ?? null)]))
  },
  async premiumAndFeatures({ supervisorId }, now) {
    const found = await featuresOf(db, supervisorId)
    return { premium: storedPremium(found.row), features: presentFeatures(supervisorId, found, now) }
  },
})

/** The answer of `GET /api/user/features` for any account. */
export const presentedFeatures = async (
  db: Queryable,
  userId: number,
  now: number,
): Promise<FeaturesResponse> => presentFeatures(userId, await featuresOf(db, userId), now)

export async function featuresOf(db: Queryable, userId: number): Promise<FeaturesOfUser> {
  const row = await findFlags(db, userId)
  return { row, operatorLimit: await limitOf(db, row) }
}

async function limitOf(db: Queryable, row: FeatureFlagsRow | null): Promise<number> {
  return row?.operatorLimit ?? (await readSettings(db)).operatorLimit
}
