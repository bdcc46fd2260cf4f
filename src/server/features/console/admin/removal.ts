import type { DeleteSupervisorResponse } from '#contract/http/console/admin'
import { inLongTransaction } from '../../../db/connect.ts'
import { retryOnDeadlock } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Trace } from '../../../identity/trace.ts'
import { chainsOf } from '../../../record/read/heads.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { endSessions, tellEnded } from '../../people/accounts/service.ts'
import { archiveSupervisor } from '../backups/archive.ts'
import { refuseProtected, unknownSupervisor } from './policy.ts'
import { deleteBelongings, lockSupervisor } from './queries.ts'

/**
 * Deletes a supervisor with operators, operations, events and all their other data, after archiving all of
 * it in a durable file. An event recorded at the same moment is either in the file or was refused. Throws 404, and 409
 * for the first account.
 */
export async function deleteSupervisor(
  deps: AppDeps,
  trace: Trace,
  id: number,
): Promise<DeleteSupervisorResponse> {
  refuseProtected(id)
  // Saving a report locks rows in another order.
  const { userIds, ...answer } = await retryOnDeadlock(() => removeAll(deps, trace, id))
  tellEnded(deps, userIds, say('deleted_by_administrator'))
  deps.bus.publish({ kind: 'record_removed', supervisorId: id })
  return answer
}

async function removeAll(
  deps: AppDeps,
  trace: Trace,
  id: number,
): Promise<DeleteSupervisorResponse & { userIds: number[] }> {
  const now = deps.clock.now()
  return inLongTransaction(deps.database, async (tx) => {
    const supervisor = await lockSupervisor(tx, id)
    if (!supervisor) throw unknownSupervisor()
    const { file, removed: written } = await archiveSupervisor(tx, deps.config, id, now)
    const proof = await chainsOf(tx, id)
    const { operators, containers, events, reports } = written
    const removed = { operators, containers, events, reports }
    // First, because the database removes no account without it.
    await recordAudit(tx, trace, now, {
      action: 'supervisor_deleted',
      target: supervisor.username,
      targetId: id,
      // What the archive is checked against, once the record is gone.
      before: { username: supervisor.username, displayName: supervisor.displayName, ...removed, ...proof },
      after: { archive: file },
    })
    const { userIds, ...gone } = await deleteBelongings(tx, id)
    await endSessions(tx, userIds)
    // Rolls back unless the deleted rows and the archived rows are equally many.
    for (const kind of Object.keys(gone) as (keyof typeof gone)[]) {
      if (gone[kind] !== written[kind]) {
        throw new Error(`the archive ${file} holds ${written[kind]} ${kind}, but ${gone[kind]} would go`)
      }
    }
    return { archive: file, removed, userIds }
  })
}
