import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { UserResponse } from '#contract/http/people/accounts'
import type { RenamePasskeyRequest } from '#contract/http/people/passkeys'
import { HttpError, NetworkError } from '../../lib/http.ts'
import { passkeysText as text } from '../../text/passkeys.ts'
import { call, getQuery } from '../call.ts'
import { userIn } from './session.ts'

// Few people need it on a given day, so it comes at the press.
const library = () => import('@simplewebauthn/browser')

/** Whether a browser may have passkeys for this address: a name, under https or on this machine. */
export const canHavePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** The own passkeys, the newest first. */
export const passkeysQuery = getQuery('GET /api/account/passkeys')

/** Asks the person for a finger, a face or a PIN, and answers what the passkey has signed. */
async function assertion(path: '/api/login/passkey' | '/api/account/proof/passkey') {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), call(`POST ${path}/options`)])
  const signed = await startAuthentication({
    optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON,
  })
  return { ...signed, clientExtensionResults: {} }
}

export const logInWithPasskey = async (): Promise<UserResponse> =>
  userIn(await call('POST /api/login/passkey', { body: await assertion('/api/login/passkey') }))

/** Opens what cannot be undone, for ten minutes. */
export const proveWithPasskey = async () =>
  call('POST /api/account/proof/passkey', { body: await assertion('/api/account/proof/passkey') })

/** Makes a passkey on this device. */
export async function addPasskey() {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    library(),
    call('POST /api/account/passkeys/options'),
  ])
  const made = await startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON })
  return call('POST /api/account/passkeys', { body: { ...made, clientExtensionResults: {} } })
}

export const renamePasskey = ({ id, name }: { id: number } & RenamePasskeyRequest) =>
  call('PUT /api/account/passkeys/:id', { params: { id }, body: { name } })

export const removePasskey = (id: number) => call('DELETE /api/account/passkeys/:id', { params: { id } })

/** What the browser says instead of an answer, by the name of its error. */
const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError: text.cancelled,
  AbortError: text.cancelled,
  InvalidStateError: text.alreadyHere,
  ConstraintError: text.notPossible,
  NotSupportedError: text.notPossible,
  SecurityError: text.wrongAddress,
}

/** Why a passkey was not used or made, and what to do. */
export function passkeySentence(error: unknown): string {
  if (error instanceof HttpError) return error.said ?? text.failed
  if (error instanceof NetworkError) return error.message
  return (error instanceof Error && REFUSALS[error.name]) || text.failed
}
