import type { z } from 'zod'
import type {
  AdminSupervisorRow,
  createSupervisorRequest,
  StatusResponse,
} from '#contract/http/console/admin'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import type { Trace } from '../../../identity/trace.ts'
import { secondFactorMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { featuresOf } from '../../base/entitlements/service.ts'
import { mailing } from '../../base/mails/service.ts'
import { refuseWeak } from '../../people/accounts/new-password.ts'
import { findUserById } from '../../people/accounts/queries.ts'
import { createAccount, endSessions, tellEnded } from '../../people/accounts/service.ts'
import { postNotice } from '../../people/email/service.ts'
import { removeSecondFactor } from '../../people/second-factor/service.ts'
import { unknownUser } from './policy.ts'
import { presentSupervisor } from './present.ts'
import { type AccountRow, lockAccount, updateActive } from './queries.ts'

/** Of any role. Throws 404. */
export async function accountOf(deps: AppDeps, id: number): Promise<AccountRow> {
  const user = await findUserById(deps.database.orm, id)
  if (!user) throw unknownUser()
  return user
}

/**
 * Activates an account, or deactivates it and ends its sessions and live connections. Idempotent: no change, no audit
 * line. Throws 404.
 */
export async function setActive(
  deps: AppDeps,
  trace: Trace,
  id: number,
  active: boolean,
): Promise<StatusResponse> {
  await deps.database.orm.transaction(async (tx) => {
    const user = await lockAccount(tx, id)
    if (!user) throw unknownUser()
    if (!active) await endSessions(tx, [id])
    if (user.isActive === active) return
    await updateActive(tx, id, active)
    await recordAudit(tx, trace, deps.clock.now(), {
      action: active ? 'account_activated' : 'account_deactivated',
      target: user.username,
      targetId: id,
      before: { isActive: user.isActive },
      after: { isActive: active },
    })
  })
  // Also when nothing changed: the process that changed it may have stopped before this line.
  if (!active) tellEnded(deps, [id], say('deactivated_by_administrator'))
  return { id, isActive: active }
}

/** Creates a supervisor with the usual trial. Throws 409 with suggestions when the name is taken. */
export async function createSupervisor(
  deps: AppDeps,
  trace: Trace,
  { username, password, mustChangePassword, displayName }: z.output<typeof createSupervisorRequest>,
): Promise<AdminSupervisorRow> {
  refuseWeak(password, username, 'password')
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  return deps.database.orm.transaction(async (tx) => {
    const user = await createAccount(tx, deps, {
      username,
      passwordHash,
      passwordGiven: true,
      mustChangePassword,
      role: 'supervisor',
      displayName,
    })
    await recordAudit(tx, trace, now, {
      action: 'supervisor_created',
      target: user.username,
      targetId: user.id,
      after: { username: user.username, displayName: user.displayName, mustChangePassword },
    })
    const { row: flags, operatorLimit } = await featuresOf(tx, user.id)
    return presentSupervisor({ user, flags, activeOperators: 0, secondFactor: false }, operatorLimit, now)
  })
}

/** Takes the second factor off an account whose owner has lost it, and tells them. Throws 404. */
export async function removeSecondFactorOf(deps: AppDeps, trace: Trace, id: number): Promise<void> {
  const now = deps.clock.now()
  await mailing(deps, async (tx, post) => {
    const owner = await lockAccount(tx, id)
    if (!owner) throw unknownUser()
    if (!(await removeSecondFactor(tx, { owner, trace, now }))) throw notFound(say('second_factor_off'))
    await postNotice(deps, post, owner, secondFactorMail('off'))
  })
  deps.bus.publish({ kind: 'account_changed', userIds: [id] })
}
