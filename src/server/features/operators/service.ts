import type { z } from 'zod'
import type { createOperatorRequest } from '#contract/http/operators'
import type { AppDeps } from '../../deps.ts'
import { Problem } from '../../http/problem.ts'
import type { SupervisorScope } from '../../http/scope.ts'
import { createAccount, type UserRow } from '../accounts/service.ts'
import { lockOperatorLimit } from '../entitlements/service.ts'
import { countOperators } from './queries.ts'

/** A driver under this supervisor. Throws 409 when the name is taken or the limit is reached. */
export async function createOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  request: z.output<typeof createOperatorRequest>,
): Promise<UserRow> {
  // Hashed before the lock is taken: fifty milliseconds in which others need not wait.
  const passwordHash = await deps.passwords.hash(request.password)
  return deps.database.orm.transaction(async (tx) => {
    const limit = await lockOperatorLimit(tx, scope)
    if ((await countOperators(tx, scope)) >= limit) {
      throw new Problem(
        409,
        'operator_limit',
        `Has alcanzado el límite de ${limit} operadores. No puedes crear más.`,
      )
    }
    return createAccount(tx, deps, {
      username: request.username,
      passwordHash,
      role: 'operator',
      displayName: request.displayName,
      supervisorId: scope.supervisorId,
      phone: request.phone ?? null,
    })
  })
}
