import type {
  AdminOperatorRow,
  AdminSupervisorRow,
  SupervisorMetricsResponse,
} from '#contract/http/console/admin'
import { effectivePremium } from '#domain/account/entitlements'
import { storedPremium } from '../../base/entitlements/policy.ts'
import type { AccountRow, FlagsRow } from './queries.ts'

/** `globalLimit` applies where the supervisor has no limit of their own. */
export function presentSupervisor(
  {
    user,
    flags,
    activeOperators,
    secondFactor,
  }: { user: AccountRow; flags: FlagsRow | null; activeOperators: number; secondFactor: boolean },
  globalLimit: number,
  now: number,
): AdminSupervisorRow {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    phone: user.phone,
    isActive: user.isActive,
    activeOperators,
    operatorLimit: flags?.operatorLimit ?? globalLimit,
    hasPremium: effectivePremium(storedPremium(flags), now).premium,
    secondFactor,
  }
}

export function presentOperator(row: AdminOperatorRow): AdminOperatorRow {
  const { id, username, displayName, supervisorId, isActive } = row
  return { id, username, displayName, supervisorId, isActive }
}

type Metrics = SupervisorMetricsResponse['metrics']

/** Hours with two decimals. The page shows one; a second keeps its sums from drifting. */
export const hours = (seconds: number): number => Math.round(seconds / 36) / 100

/** Active operators first, then by trips. */
export const inOrder = (operators: Metrics['operators']): Metrics['operators'] =>
  operators.toSorted((a, b) => Number(b.isActive) - Number(a.isActive) || b.tripsCount - a.tripsCount)
