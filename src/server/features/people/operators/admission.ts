import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { featuresOf } from '../../base/entitlements/service.ts'
import { lockTenant } from '../accounts/limits.ts'
import type { NewUser, UserRow } from '../accounts/queries.ts'
import { createAccount } from '../accounts/service.ts'
import { countOperators } from './queries.ts'

/** Inserts an operator of this supervisor. Locks the limit: every other insert waits for `tx` to end. */
export async function insertOperator(
  tx: Queryable,
  deps: AppDeps,
  scope: SupervisorScope,
  full: (limit: number) => Problem,
  values: Omit<NewUser, 'role' | 'supervisorId'>,
): Promise<UserRow> {
  await lockTenant(tx, scope.supervisorId)
  const { operatorLimit: limit } = await featuresOf(tx, scope.supervisorId)
  if ((await countOperators(tx, scope)) >= limit) throw full(limit)
  return createAccount(tx, deps, { ...values, role: 'operator', supervisorId: scope.supervisorId })
}
