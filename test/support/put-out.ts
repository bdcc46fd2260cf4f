import type { AppDeps } from '#server/deps'
import { endSessions, tellEnded } from '#server/features/people/accounts/service'
import { say } from '#server/text/messages'

/** Ends the sessions and sockets of an account, as every change does that puts somebody out. */
export async function putOut(deps: AppDeps, { id }: { id: number }): Promise<void> {
  await deps.database.orm.transaction((tx) => endSessions(tx, [id]))
  tellEnded(deps, [id], say('deactivated_by_administrator'))
}
