import type { Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { findActiveOf } from '../../../record/read/operations.ts'
import { removeAccount } from '../../../record/remove.ts'
import { type Said, say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { endSessions, tellEnded } from '../accounts/service.ts'
import { hasActiveOperation, hasActiveOperationForAdministrator, unknownOperator } from './policy.ts'
import { countReportsAbout, lockAnyOperator, lockOperator, type OperatorRow } from './queries.ts'

/**
 * Deletes the account with the reports saved about it, and ends its sessions; operations and events stay. Throws 404,
 * and 409 during an operation.
 */
export const deleteOperator = (
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  trace: Trace,
): Promise<void> =>
  remove(deps, trace, {
    hold: (tx) => lockOperator(tx, scope, id),
    busy: hasActiveOperation,
    said: say('deleted_by_supervisor'),
  })

/** The same for any operator, also those without a supervisor. Only for the administrator. */
export const deleteAnyOperator = (deps: AppDeps, id: number, trace: Trace): Promise<void> =>
  remove(deps, trace, {
    hold: (tx) => lockAnyOperator(tx, id),
    busy: hasActiveOperationForAdministrator,
    said: say('deleted_by_administrator'),
  })

async function remove(
  deps: AppDeps,
  trace: Trace,
  how: {
    /** Locks the operator's row until the transaction ends; null when the caller may not see such an operator. */
    hold: (tx: Tx) => Promise<OperatorRow | null>
    busy: (displayName: string, containerNumber: string) => Problem
    /** Shown to the driver. */
    said: Said
  },
): Promise<void> {
  const id = await deps.database.orm.transaction(async (tx) => {
    const operator = await how.hold(tx)
    if (!operator) throw unknownOperator()
    const active = await findActiveOf(tx, operator.id)
    if (active) throw how.busy(operator.displayName, active.containerNumber)
    const reports = await countReportsAbout(tx, operator)
    const { username, displayName, phone } = operator
    // First, because the database removes no account without it.
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'operator_deleted',
      target: username,
      targetId: operator.id,
      before: { displayName, phone, reports },
    })
    await removeAccount(tx, operator.id)
    await endSessions(tx, [operator.id])
    return operator.id
  })
  tellEnded(deps, [id], how.said)
}
