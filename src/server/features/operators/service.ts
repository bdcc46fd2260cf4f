import type { z } from 'zod'
import type { createOperatorRequest, updateOperatorRequest } from '#contract/http/operators'
import type { AppDeps } from '../../deps.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { Trace } from '../../identity/trace.ts'
import { endSessions, tellEnded, type UserRow } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { dropRecoveryLinks } from '../recovery/service.ts'
import { insertOperator } from './admission.ts'
import { limitReached, unknownOperator } from './policy.ts'
import {
  findOperator,
  lockOperator,
  type OperatorRow,
  type RecordedSum,
  recordedBy,
  updateOperator,
} from './queries.ts'

export { registerInvited } from './invitations.ts'
export { findOperator, holdOperator } from './queries.ts'
export { deleteAnyOperator, deleteOperator } from './removal.ts'

/** A driver under this supervisor. Throws 409 when the name is taken or the limit is reached. */
export async function createOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  request: z.output<typeof createOperatorRequest>,
  trace: Trace,
): Promise<UserRow> {
  // Hashed before the lock is taken: fifty milliseconds in which others need not wait.
  const passwordHash = await deps.passwords.hash(request.password)
  return deps.database.orm.transaction(async (tx) => {
    const user = await insertOperator(tx, deps, scope, limitReached, {
      username: request.username,
      passwordHash,
      displayName: request.displayName,
      phone: request.phone ?? null,
    })
    const entry = { action: 'operator_created', ...named(user), after: told(user) } as const
    await recordAudit(tx, trace, entry, deps.clock.now())
    return user
  })
}

/**
 * Changes what is known of the driver, or the password, which ends their sessions and open recovery links. What is
 * recorded keeps the name that it was recorded under, the operation under way too. Throws 404.
 */
export async function changeOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  change: z.output<typeof updateOperatorRequest>,
  trace: Trace,
): Promise<OperatorRow> {
  if (!('displayName' in change)) return changePassword(deps, scope, id, change.password, trace)
  const { displayName, phone } = change
  return deps.database.orm.transaction(async (tx) => {
    // Held, so that what the trace says it was is what this change replaces.
    const held = await lockOperator(tx, scope, id)
    const changed = held && (await updateOperator(tx, scope, id, { displayName, phone: phone ?? null }))
    if (!changed) throw unknownOperator()
    const [before, after] = [told(held), told(changed)]
    const entry = { action: 'operator_changed', ...named(changed), before, after } as const
    await recordAudit(tx, trace, entry, deps.clock.now())
    return changed
  })
}

async function changePassword(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  password: string,
  trace: Trace,
): Promise<OperatorRow> {
  const { orm } = deps.database
  // Asked first: a request for somebody else's operator must not cost a hash.
  if (!(await findOperator(orm, scope, id))) throw unknownOperator()
  const passwordHash = await deps.passwords.hash(password)
  const changed = await orm.transaction(async (tx) => {
    const row = await updateOperator(tx, scope, id, { passwordHash })
    if (!row) throw unknownOperator()
    await endSessions(tx, [id])
    // Else whoever holds a link would take the account back from the driver whom it was given to.
    await dropRecoveryLinks(tx, id)
    await recordAudit(tx, trace, { action: 'operator_password_changed', ...named(row) }, deps.clock.now())
    return row
  })
  tellEnded(deps, [id], 'Su contraseña fue cambiada. Inicie sesión con la nueva.')
  return changed
}

/** Everything an operator of this supervisor has recorded, by type. Throws 404. */
export async function recordOf(deps: AppDeps, scope: SupervisorScope, id: number): Promise<RecordedSum[]> {
  const { orm } = deps.database
  if (!(await findOperator(orm, scope, id))) throw unknownOperator()
  return recordedBy(orm, scope, id)
}

/** An operator in the audit log: known by username, told by what a supervisor can set. */
const named = (row: UserRow) => ({ target: row.username, targetId: row.id })
const told = ({ displayName, phone }: UserRow) => ({ displayName, phone })
