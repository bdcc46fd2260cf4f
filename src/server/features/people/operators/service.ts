import type { z } from 'zod'
import type { createOperatorRequest, updateOperatorRequest } from '#contract/http/people/operators'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { type RecordedSum, recordedBy } from '../../../record/read/sums.ts'
import { passwordChangedMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing } from '../../base/mails/service.ts'
import { limitReached } from '../accounts/limits.ts'
import { refuseWeak } from '../accounts/new-password.ts'
import type { UserRow } from '../accounts/queries.ts'
import { endSessions, tellEnded } from '../accounts/service.ts'
import { postNotice } from '../email/service.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { deleteTokensOf } from '../recovery/queries.ts'
import { insertOperator } from './admission.ts'
import { unknownOperator } from './policy.ts'
import { findOperator, lockOperator, type OperatorRow, updateOperator } from './queries.ts'

/** Creates a driver of this supervisor. Throws 409 when the name is taken or the limit is reached. */
export async function createOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  request: z.output<typeof createOperatorRequest>,
  trace: Trace,
): Promise<UserRow> {
  refuseWeak(request.password, request.username, 'password')
  // Hashed before the lock: hashing takes 50 ms, and others would wait for them.
  const passwordHash = await deps.passwords.hash(request.password)
  return deps.database.orm.transaction(async (tx) => {
    const user = await insertOperator(tx, deps, scope, (limit) => limitReached('operators', limit), {
      username: request.username,
      passwordHash,
      passwordGiven: true,
      mustChangePassword: request.mustChangePassword,
      displayName: request.displayName,
      phone: request.phone ?? null,
    })
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'operator_created',
      ...named(user),
      after: { ...told(user), mustChangePassword: user.mustChangePassword },
    })
    return user
  })
}

/**
 * Changes the driver's data, or the password, which ends their sessions and recovery links. Recorded events and the
 * operation in progress keep the name they were recorded under. Throws 404.
 */
export async function changeOperator(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  change: z.output<typeof updateOperatorRequest>,
  trace: Trace,
): Promise<OperatorRow> {
  if (!('displayName' in change)) return changePassword(deps, scope, id, change, trace)
  const { displayName, phone } = change
  const changed = await deps.database.orm.transaction(async (tx) => {
    // Locked, so that the audit line's `before` is what this change replaces.
    const held = await lockOperator(tx, scope, id)
    const row =
      held &&
      (await updateOperator(tx, scope, id, { displayName, phone: phone === undefined ? held.phone : phone }))
    if (!row) throw unknownOperator()
    const [before, after] = [told(held), told(row)]
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'operator_changed',
      ...named(row),
      before,
      after,
    })
    return row
  })
  deps.bus.publish({ kind: 'account_changed', userIds: [id] })
  return changed
}

async function changePassword(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  { password, mustChangePassword }: { password: string; mustChangePassword: boolean },
  trace: Trace,
): Promise<OperatorRow> {
  const { orm } = deps.database
  // Checked first: a request for another supervisor's operator must not cost a hash.
  const operator = await findOperator(orm, scope, id)
  if (!operator) throw unknownOperator()
  refuseWeak(password, operator.username, 'password')
  const given = { passwordHash: await deps.passwords.hash(password), passwordGiven: true, mustChangePassword }
  const changed = await mailing(deps, async (tx, post) => {
    const row = await updateOperator(tx, scope, id, given)
    if (!row) throw unknownOperator()
    await endSessions(tx, [id])
    // An open recovery link could otherwise set the password again.
    await deleteTokensOf(tx, id)
    await deletePasskeysOf(tx, id)
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'operator_password_changed',
      ...named(row),
      after: { mustChangePassword },
    })
    await postNotice(deps, post, row, passwordChangedMail)
    return row
  })
  tellEnded(deps, [id], say('password_changed'))
  return changed
}

/** What an operator of this supervisor has recorded, by event type. Throws 404. */
export async function recordOf(deps: AppDeps, scope: SupervisorScope, id: number): Promise<RecordedSum[]> {
  const { orm } = deps.database
  if (!(await findOperator(orm, scope, id))) throw unknownOperator()
  return recordedBy(orm, scope, id)
}

/** An operator as the audit log shows it: username and what a supervisor can change. */
const named = (row: UserRow) => ({ target: row.username, targetId: row.id })
const told = ({ displayName, phone }: UserRow) => ({ displayName, phone })
