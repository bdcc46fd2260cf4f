import type { z } from 'zod'
import type { assertionRequest } from '#contract/http/people/passkeys'
import { sha256 } from '../../../adapters/ids.ts'
import { assertionOptions, type RelyingParty, verifyAssertion } from '../../../adapters/webauthn.ts'
import type { AppDeps } from '../../../deps.ts'
import { Problem, RateLimited } from '../../../http/answer/problem.ts'
import { spending } from '../../../http/limits/spending.ts'
import type { SignedIn } from '../../../identity/caller.ts'
import { visitorTrace } from '../../../identity/trail.ts'
import { say } from '../../../text/messages.ts'
import { deactivated } from '../accounts/login.ts'
import type { UserRow } from '../accounts/queries.ts'
import { noteProof } from '../accounts/sessions.ts'
import { endOfChallenge, handleOf, makeChallenge, type Purpose } from './challenge.ts'
import { advancePasskey, findPasskey, listPasskeys, takeChallenge } from './queries.ts'

type Assertion = z.output<typeof assertionRequest>

/** Whose the named passkey is, even when the rest is wrong. `copied`: its counter has not moved on. */
type Judged = { right: true; user: UserRow } | { right: false; user: UserRow | null; copied?: true }

/** Judges an assertion. Of several calls with the same one at most one is right. */
async function judge(
  { database: { orm }, sessionSecrets, clock }: AppDeps,
  party: RelyingParty,
  assertion: Assertion,
  purpose: Purpose,
): Promise<Judged> {
  const now = clock.now()
  const found = await findPasskey(orm, assertion.id)
  if (found === null) return { right: false, user: null }
  const { user, passkey } = found
  const wrong = { right: false, user } as const
  if (purpose.kind === 'login') {
    if (assertion.response.userHandle !== handleOf(user.id).toString('base64url')) return wrong
  } else if (purpose.userId !== user.id) return wrong

  const signed = await verifyAssertion(party, assertion, passkey)
  const end = signed && endOfChallenge(sessionSecrets, purpose, signed.challenge, now)
  if (!signed || end === null) return wrong
  return orm.transaction(async (tx): Promise<Judged> => {
    if (!(await takeChallenge(tx, sha256(signed.challenge), new Date(end)))) return wrong
    const hasMovedOn = await advancePasskey(tx, passkey.id, { ...signed, now: new Date(now) })
    return hasMovedOn ? { right: true, user } : { ...wrong, copied: true }
  })
}

/** For a login: with any passkey that the device has for this site. */
export const loginOptions = ({ sessionSecrets, clock }: AppDeps, party: RelyingParty) =>
  assertionOptions(party, {
    challenge: makeChallenge(sessionSecrets, { kind: 'login', userId: null }, clock.now()),
  })

/**
 * The account that signs in with this assertion; nothing but the assertion names it. Throws 401, 403 (deactivated), and 429.
 */
export async function authenticateWithPasskey(
  deps: AppDeps,
  party: RelyingParty,
  assertion: Assertion,
  address: string,
): Promise<UserRow> {
  const record = (action: 'login_failed' | 'login_locked', user: UserRow | null, why = {}) => {
    const about = user ? { target: user.username, targetId: user.id } : {}
    return deps.trail.record(
      visitorTrace(address),
      { action, ...about, after: { passkey: true, ...why } },
      user?.username,
    )
  }
  const judged = await spending([[deps.rateLimits.failedPasskeyOfAddress, address]], () =>
    judge(deps, party, assertion, { kind: 'login', userId: null }),
  ).catch(async (error: unknown) => {
    if (error instanceof RateLimited && error.begins) await record('login_locked', null)
    throw error
  })
  const { user } = judged
  if (!judged.right) {
    await record('login_failed', user, judged.copied ? { copied: true } : {})
    throw new Problem(401, 'invalid_credentials', say('passkey_not_accepted'))
  }
  if (!judged.user.isActive) {
    await record('login_failed', user, { deactivated: true })
    throw deactivated(deps)
  }
  return judged.user
}

/** For a proof: with one of the caller's own passkeys. */
export async function proofOptions(
  { database: { orm }, sessionSecrets, clock }: AppDeps,
  party: RelyingParty,
  { caller }: SignedIn,
) {
  const challenge = makeChallenge(sessionSecrets, { kind: 'proof', userId: caller.id }, clock.now())
  return assertionOptions(party, { challenge, known: await listPasskeys(orm, caller.id) })
}

/** Notes that the caller has just used one of their passkeys. Throws 400 when it is not accepted, and 429. */
export async function proveWithPasskey(
  deps: AppDeps,
  party: RelyingParty,
  assertion: Assertion,
  signedIn: SignedIn,
): Promise<void> {
  const { id } = signedIn.caller
  const { right } = await spending([[deps.rateLimits.wrongPasswordOfAccount, String(id)]], () =>
    judge(deps, party, assertion, { kind: 'proof', userId: id }),
  )
  if (!right) throw new Problem(400, 'invalid_credentials', say('passkey_not_accepted'))
  await noteProof(deps, signedIn)
}
