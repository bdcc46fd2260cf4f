import type { z } from 'zod'
import type { createOperatorRequest, updateOperatorRequest } from '#contract/http/operators'
import type { AppDeps } from '../../deps.ts'
import type { SupervisorScope } from '../../http/scope.ts'
import { endSessions, type UserRow } from '../accounts/service.ts'
import { insertOperator } from './admission.ts'
import { hasActiveOperation, limitReached, unknownOperator } from './policy.ts'
import {
  activeContainerOf,
  deleteOperatorRow,
  findOperator,
  lockOperator,
  type OperatorRow,
  type RecordedSum,
  recordedBy,
  updateOperator,
} from './queries.ts'

export { registerInvited } from './invitations.ts'

/** A driver under this supervisor. Throws 409 when the name is taken or the limit is reached. */
export async function createOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  request: z.output<typeof createOperatorRequest>,
): Promise<UserRow> {
  // Hashed before the lock is taken: fifty milliseconds in which others need not wait.
  const passwordHash = await deps.passwords.hash(request.password)
  return deps.database.orm.transaction((tx) =>
    insertOperator(tx, deps, scope, limitReached, {
      username: request.username,
      passwordHash,
      displayName: request.displayName,
      phone: request.phone ?? null,
    }),
  )
}

/**
 * Changes what is known of the driver, or the password, which ends their sessions. What is recorded keeps the name
 * that it was recorded under, the operation under way too. Throws 404.
 */
export async function changeOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  change: z.output<typeof updateOperatorRequest>,
): Promise<OperatorRow> {
  const { orm } = deps.database
  if (!('displayName' in change)) return changePassword(deps, scope, id, change.password)
  const { displayName, phone } = change
  const changed = await updateOperator(orm, scope, id, { displayName, phone: phone ?? null })
  if (!changed) throw unknownOperator()
  return changed
}

async function changePassword(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  password: string,
): Promise<OperatorRow> {
  const { orm } = deps.database
  // Asked first: a request for somebody else's operator must not cost a hash.
  if (!(await findOperator(orm, scope, id))) throw unknownOperator()
  const passwordHash = await deps.passwords.hash(password)
  const changed = await updateOperator(orm, scope, id, { passwordHash })
  if (!changed) throw unknownOperator()
  await endSessions(deps, [id], 'Su contraseña fue cambiada. Inicie sesión con la nueva.')
  return changed
}

/**
 * Deletes the account and ends its sessions; operations and events stay. Throws 404, and 409 while an operation is
 * under way.
 */
export async function deleteOperator(deps: AppDeps, scope: SupervisorScope, id: number): Promise<void> {
  await deps.database.orm.transaction(async (tx) => {
    const operator = await lockOperator(tx, scope, id)
    if (!operator) throw unknownOperator()
    const containerNumber = await activeContainerOf(tx, scope, id)
    if (containerNumber !== null) throw hasActiveOperation(operator.displayName, containerNumber)
    await deleteOperatorRow(tx, scope, id)
  })
  await endSessions(deps, [id], 'Su cuenta fue eliminada por su supervisor.')
}

/** Everything an operator of this supervisor has recorded, by type. Throws 404. */
export async function recordOf(deps: AppDeps, scope: SupervisorScope, id: number): Promise<RecordedSum[]> {
  const { orm } = deps.database
  if (!(await findOperator(orm, scope, id))) throw unknownOperator()
  return recordedBy(orm, scope, id)
}
