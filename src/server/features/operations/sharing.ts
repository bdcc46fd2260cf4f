import type { AppDeps } from '../../deps.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { Trace } from '../../identity/trace.ts'
import { holdAccount } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { insertSharedLink } from './queries.ts'
import type { OperationRow } from './record/queries.ts'

/**
 * Records that the supervisor shared a link to this operation. The audit line has the container number, because the
 * operation key would open the link for everybody who reads the log. Throws 401 when the supervisor is being deleted.
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
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'link_shared',
      target: operation.containerNumber,
      after,
    })
  })
}
