import type { z } from 'zod'
import type { registerRequest } from '#contract/http/people/accounts'
import { strictTime } from '../../../adapters/clock.ts'
import { randomSecret, sha256 } from '../../../adapters/ids.ts'
import type { AppDeps } from '../../../deps.ts'
import { type SupervisorScope, scopeOf } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { refuseWeak } from '../accounts/new-password.ts'
import type { UserRow } from '../accounts/queries.ts'
import { holdAccount } from '../accounts/service.ts'
import { insertOperator } from './admission.ts'
import { limitReachedByInviter, unknownInvitation } from './policy.ts'
import { deleteInvitations, findInviter, holdInviter, insertInvitation } from './queries.ts'

/** How long a link is valid, for any number of drivers. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000

/** A new invitation of this supervisor. Only the hash of its token is stored, so the token is returned only here. */
export async function invite(
  deps: AppDeps,
  scope: SupervisorScope,
  trace: Trace,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomSecret()
  const now = deps.clock.now()
  const made = deps.clock.steady()
  const expiresAt = new Date(made + INVITATION_MS)
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    await insertInvitation(tx, scope, { tokenHash: sha256(token), now: new Date(made), expiresAt })
    const after = { expiresAt: expiresAt.toISOString() }
    await recordAudit(tx, trace, now, { action: 'invitation_created', after })
  })
  return { token, expiresAt }
}

/** Revokes all invitations of this supervisor. */
export async function revokeInvitations(deps: AppDeps, scope: SupervisorScope, trace: Trace): Promise<void> {
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const revoked = await deleteInvitations(tx, scope, new Date(now))
    await recordAudit(tx, trace, now, { action: 'invitations_revoked', before: { invitations: revoked } })
  })
}

/** The name of the supervisor who made this invitation. Throws 404. */
export async function inviterName(deps: AppDeps, token: string): Promise<string> {
  const inviter = await findInviter(deps.database.orm, sha256(token), new Date(strictTime(deps.clock)))
  if (!inviter) throw unknownInvitation()
  return inviter.displayName
}

/**
 * Registers an operator of the supervisor who made the invitation, whatever role the request asks for. Throws 404 when
 * the invitation is not valid, and 409 when the name is taken or the supervisor's limit is reached. The audit line
 * names the driver, because the supervisor did not make this request from `address`.
 */
export async function registerInvited(
  deps: AppDeps,
  token: string,
  request: z.output<typeof registerRequest>,
  address: string,
): Promise<UserRow> {
  const { orm } = deps.database
  const tokenHash = sha256(token)
  const now = new Date(strictTime(deps.clock))
  // Checked before the expensive hash, and again inside the transaction, which decides.
  if (!(await findInviter(orm, tokenHash, now))) throw unknownInvitation()
  refuseWeak(request.password, request.username, 'password')
  const passwordHash = await deps.passwords.hash(request.password)
  return orm.transaction(async (tx) => {
    const inviter = await holdInviter(tx, tokenHash, now)
    if (!inviter) throw unknownInvitation()
    // The invitation proves the supervisor's consent; the scope is used for this insert only.
    const user = await insertOperator(tx, deps, scopeOf(inviter), limitReachedByInviter, {
      username: request.username,
      passwordHash,
      displayName: request.displayName,
      email: request.email,
      phone: request.phone ?? null,
      acceptedTerms: request.acceptedTerms,
    })
    const { id, username, displayName, phone } = user
    await recordAudit(tx, { kind: 'operator', id, name: username, address }, now.getTime(), {
      action: 'operator_created',
      target: username,
      targetId: id,
      after: { displayName, phone, invitedBy: inviter.displayName },
    })
    return user
  })
}
