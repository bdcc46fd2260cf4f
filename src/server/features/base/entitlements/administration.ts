import { OPERATOR_LIMITS } from '#contract/http/console/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { FEATURES, type Feature } from '#domain/account/entitlements'
import { changeFeatures, type FeatureChange } from '#domain/account/feature-change'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { differenceOf, recordAudit } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { storedPremium } from './policy.ts'
import { presentFeatures } from './present.ts'
import { type FeatureFlagsRow, lockFlags, updateFlags } from './queries.ts'

/** What the administrator may change of a supervisor; absent fields stay. */
export type AdministeredChange = FeatureChange & {
  /** One of OPERATOR_LIMITS; overrides the global limit for this supervisor. */
  operatorLimit?: string | undefined
}

/** Changes a supervisor's entitlements and publishes the change. Returns the new ones. Throws 404. */
export async function administerFeatures(
  deps: AppDeps,
  trace: Trace,
  supervisor: { id: number; username: string },
  { operatorLimit, ...change }: AdministeredChange,
): Promise<FeaturesResponse> {
  const now = deps.clock.steady()
  const answer = await deps.database.orm.transaction(async (tx) => {
    // Locked: two concurrent changes would overwrite each other.
    const row = await lockFlags(tx, supervisor.id)
    if (!row) throw notFound(say('supervisor_not_found'))
    const before = storedPremium(row)
    const after = changeFeatures(before, change, now)
    const isBegun = after.activated && !(before.activated && isRunning(before.expiresAt, now))
    const changed = await updateFlags(tx, supervisor.id, {
      ...after.flags,
      premiumActivated: after.activated,
      premiumExpirationDate: after.expiresAt === null ? null : new Date(after.expiresAt),
      ...(isBegun ? { premiumActiveSince: new Date(now) } : {}),
      ...(operatorLimit === undefined ? {} : { operatorLimit: limitOf(operatorLimit) }),
      lastUpdated: new Date(now),
      updatedBy: trace.name,
    })
    const difference = differenceOf(told(row), told(changed))
    if (difference) {
      await recordAudit(tx, trace, now, {
        action: 'features_changed',
        target: supervisor.username,
        targetId: supervisor.id,
        ...difference,
      })
    }
    const limit = changed.operatorLimit ?? (await readSettings(tx)).operatorLimit
    const found = { row: changed, operatorLimit: limit }
    return presentFeatures(supervisor.id, found, now)
  })
  deps.bus.publish({ kind: 'entitlements_changed', supervisorId: supervisor.id })
  return answer
}

const isRunning = (expiresAt: number | null, now: number): boolean => expiresAt === null || now < expiresAt

function limitOf(text: string): number {
  const limit = OPERATOR_LIMITS.find((n) => String(n) === text)
  if (limit === undefined) throw new Error(`no such operator limit: ${text}`)
  return limit
}

/** The row as the audit log shows it: the stored values, also those of an expired premium. */
const told = (row: FeatureFlagsRow) => ({
  ...(Object.fromEntries(FEATURES.map((feature) => [feature, row[feature]])) as Record<Feature, boolean>),
  premiumActivated: row.premiumActivated,
  premiumExpirationDate: row.premiumExpirationDate?.toISOString() ?? null,
  operatorLimit: row.operatorLimit,
})
