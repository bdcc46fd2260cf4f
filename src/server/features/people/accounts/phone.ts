import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { lockUser, setPhone } from './queries.ts'

/** Sets the telephone of an account, which drivers call when it is their supervisor's; null removes it. Throws 404. */
export async function changePhone(
  deps: AppDeps,
  id: number,
  phone: string | null,
  trace: Trace,
): Promise<void> {
  await deps.database.orm.transaction(async (tx) => {
    // Locked, so that the audit line's `before` is what this change replaces.
    const user = await lockUser(tx, id)
    if (!user) throw notFound(say('user_not_found'))
    if (user.phone === phone) return
    await setPhone(tx, id, phone)
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'phone_changed',
      target: user.username,
      targetId: id,
      before: { phone: user.phone },
      after: { phone },
    })
  })
  deps.bus.publish({ kind: 'account_changed', userIds: [id] })
}
