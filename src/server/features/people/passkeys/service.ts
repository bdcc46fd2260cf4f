import type { z } from 'zod'
import type { newPasskeyRequest, PasskeyResponse } from '#contract/http/people/passkeys'
import { deviceOf } from '#domain/account/device'
import { LIMITS } from '#domain/account/limits'
import { sha256 } from '../../../adapters/ids.ts'
import { type RelyingParty, registrationOptions, verifyRegistration } from '../../../adapters/webauthn.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem, unauthorized } from '../../../http/answer/problem.ts'
import type { SignedIn } from '../../../identity/caller.ts'
import type { Trace } from '../../../identity/trace.ts'
import { passkeyAddedMail, passkeyRemovedMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing } from '../../base/mails/service.ts'
import { limitReached, lockTenant, refuseFull } from '../accounts/limits.ts'
import { findUserById } from '../accounts/queries.ts'
import { postNotice } from '../email/service.ts'
import { endOfChallenge, handleOf, makeChallenge } from './challenge.ts'
import { presentPasskey } from './present.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  lockSignedIn,
  renamePasskey,
  takeChallenge,
} from './queries.ts'

const unknownPasskey = (): Problem => notFound(say('passkey_not_found'))

/** The caller's passkeys, the newest first. */
export const ownPasskeys = async (
  { database: { orm } }: AppDeps,
  { caller }: SignedIn,
): Promise<PasskeyResponse[]> => (await listPasskeys(orm, caller.id)).map(presentPasskey)

/** What a browser needs to make a passkey for the caller. Throws 409 when the account has as many as it may. */
export async function newPasskeyOptions(
  { database: { orm }, sessionSecrets, clock }: AppDeps,
  party: RelyingParty,
  { caller: { id, username, displayName } }: SignedIn,
) {
  const known = await listPasskeys(orm, id)
  if (known.length >= LIMITS.passkeys) throw limitReached('passkeys')
  const challenge = makeChallenge(sessionSecrets, { kind: 'registration', userId: id }, clock.now())
  return registrationOptions(party, { challenge, handle: handleOf(id), username, displayName, known })
}

/**
 * Adds the passkey that a browser has made for the caller, and tells the proven address. `userAgent`: names it until its
 * owner does. Throws 400 when it is not what was asked for, 401 when the session has ended meanwhile, and 409.
 */
export async function addPasskey(
  deps: AppDeps,
  party: RelyingParty,
  { caller: { id: userId }, sessionId }: SignedIn,
  made: z.output<typeof newPasskeyRequest>,
  { trace, userAgent }: { trace: Trace; userAgent: string },
): Promise<PasskeyResponse> {
  const now = deps.clock.now()
  const credential = await verifyRegistration(party, made)
  const end =
    credential &&
    endOfChallenge(deps.sessionSecrets, { kind: 'registration', userId }, credential.challenge, now)
  const invalid = (): Problem => new Problem(400, 'validation', say('passkey_invalid'))
  if (!credential || end === null) throw invalid()
  const { challenge, credentialId, publicKey, counter, backedUp } = credential
  const device = deviceOf(userAgent)
  const name = [device.browser, device.system].filter((word) => word !== null).join(', ') || 'Acarreo'
  const row = await mailing(deps, async (tx, post) => {
    const lock = await lockTenant(tx, userId)
    const held = await lockSignedIn(tx, { userId, sessionId })
    if (!held) throw unauthorized()
    if (!(await takeChallenge(tx, sha256(challenge), new Date(end)))) throw invalid()
    refuseFull(lock, 'passkeys', (await listPasskeys(tx, userId)).length)
    const { transports } = made.response
    const createdAt = new Date(now)
    const values = { userId, credentialId, publicKey, counter, transports, backedUp, name, createdAt }
    const added = await insertPasskey(tx, values)
    if (!added) throw new Problem(409, 'passkey_refused', say('passkey_known'))
    await recordAudit(tx, trace, now, {
      action: 'passkey_added',
      target: held.username,
      targetId: userId,
      after: { passkeyName: name },
    })
    await postNotice(deps, post, held, passkeyAddedMail(device, trace.address ?? ''))
    return added
  })
  return presentPasskey(row)
}

/** Throws 404. */
export async function renameOwnPasskey(
  { database: { orm }, clock }: AppDeps,
  { caller }: SignedIn,
  { id, name }: { id: number; name: string },
  trace: Trace,
): Promise<PasskeyResponse> {
  const row = await orm.transaction(async (tx) => {
    const before = await lockPasskey(tx, caller.id, id)
    const renamed = before && (await renamePasskey(tx, caller.id, id, name))
    if (!renamed) throw unknownPasskey()
    await recordAudit(tx, trace, clock.now(), {
      action: 'passkey_renamed',
      target: caller.username,
      targetId: caller.id,
      before: { passkeyName: before.name },
      after: { passkeyName: name },
    })
    return renamed
  })
  return presentPasskey(row)
}

/** Removes a passkey of the caller, and tells the proven address. Throws 404. */
export async function removeOwnPasskey(
  deps: AppDeps,
  { caller }: SignedIn,
  id: number,
  trace: Trace,
): Promise<void> {
  await mailing(deps, async (tx, post) => {
    const removed = await deletePasskey(tx, caller.id, id)
    if (!removed) throw unknownPasskey()
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'passkey_removed',
      target: caller.username,
      targetId: caller.id,
      before: { passkeyName: removed.name },
    })
    const user = await findUserById(tx, caller.id)
    if (user) await postNotice(deps, post, user, passkeyRemovedMail(removed.name))
  })
}
