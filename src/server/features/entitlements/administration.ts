import { OPERATOR_LIMITS } from '#contract/http/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { FEATURES } from '#domain/account/entitlements'
import { changeFeatures, type FeatureChange } from '#domain/account/feature-change'
import type { AppDeps } from '../../deps.ts'
import { notFound } from '../../http/problem.ts'
import type { Trace } from '../../identity/trace.ts'
import { recordAudit } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { storedPremium } from './policy.ts'
import { presentFeatures } from './present.ts'
import { type FeatureFlagsRow, lockFlags, updateFlags } from './queries.ts'

/** What the administrator may change of a supervisor; what is left out stays. */
export type AdministeredChange = FeatureChange & {
  /** One of the limits on offer; the supervisor then has it for themselves, whatever the global one is. */
  operatorLimit?: string | undefined
}

/**
 * Changes what a supervisor may do; their desk hears of it at once. Answers with what counts from here on. Throws 404
 * when there is no such supervisor.
 */
export async function administerFeatures(
  deps: AppDeps,
  trace: Trace,
  supervisor: { id: number; username: string },
  { operatorLimit, ...change }: AdministeredChange,
): Promise<FeaturesResponse> {
  const now = deps.clock.now()
  const answer = await deps.database.orm.transaction(async (tx) => {
    // Held: two changes at once would each put back what the other one set.
    const row = await lockFlags(tx, supervisor.id)
    if (!row) throw notFound('No se encontró el supervisor.')
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
    const difference = differing(told(row), told(changed))
    if (difference) {
      await recordAudit(
        tx,
        trace,
        {
          action: 'features_changed',
          target: supervisor.username,
          targetId: supervisor.id,
          ...difference,
        },
        now,
      )
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

/** The row as the audit log tells it: what is stored, so that a premium that had run out shows as what it was. */
const told = (row: FeatureFlagsRow): Record<string, unknown> => ({
  ...Object.fromEntries(FEATURES.map((feature) => [feature, row[feature]])),
  premiumActivated: row.premiumActivated,
  premiumExpirationDate: row.premiumExpirationDate?.toISOString() ?? null,
  operatorLimit: row.operatorLimit,
})

/** The fields that are not the same; null when all are. */
function differing(before: Record<string, unknown>, after: Record<string, unknown>) {
  const keys = Object.keys(after).filter((key) => before[key] !== after[key])
  if (keys.length === 0) return null
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]))
  return { before: pick(before), after: pick(after) }
}
