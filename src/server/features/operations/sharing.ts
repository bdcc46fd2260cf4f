import type { AppDeps } from '../../deps.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { Trace } from '../../identity/trace.ts'
import { holdAccount } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { insertSharedLink, type OperationRow } from './queries.ts'

/**
 * Keeps that a link to this operation of the supervisor's was handed out. The trace names the container's number: the
 * operation key is the link itself, and would open it for everybody who reads the log. Throws 401 when the supervisor is
 * being deleted: the link would outlive what it shows.
 */
export async function shareOperation(
  deps: Pick<AppDeps, 'database' | 'clock'>,
  scope: SupervisorScope,
  operation: OperationRow,
  trace: Trace,
): Promise<void> {
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    await insertSharedLink(tx, scope, operation.operationKey)
    const after = { operator: operation.username, operationType: operation.operationType }
    const entry = { action: 'link_shared', target: operation.containerNumber, after } as const
    await recordAudit(tx, trace, entry, deps.clock.now())
  })
}
