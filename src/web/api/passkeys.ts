import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { UserResponse } from '#contract/http/accounts'
import type { PasskeyResponse, PasskeysResponse, RenamePasskeyRequest } from '#contract/http/passkeys'
import { HttpError, NetworkError, request } from '../lib/http.ts'
import { passkeysText as text } from '../text/passkeys.ts'
import { getQuery } from './get-query.ts'
import { userIn } from './session.ts'

const PATH = '/api/account/passkeys'

// Few people need it on a given day, so it comes at the press.
const library = () => import('@simplewebauthn/browser')

/** Whether a browser may have passkeys for this address: a name, under https or on this machine. */
export const canHavePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** The own passkeys, the newest first. */
export const passkeysQuery = getQuery<PasskeysResponse>(PATH)

/** Asks the person for a finger, a face or a PIN, and answers what the passkey has signed. */
async function assertion(optionsPath: string) {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    request<PublicKeyCredentialRequestOptionsJSON>('POST', optionsPath),
  ])
  return startAuthentication({ optionsJSON })
}

export const logInWithPasskey = async (): Promise<UserResponse> =>
  userIn(await request('POST', '/api/login/passkey', await assertion('/api/login/passkey/options')))

/** Opens what cannot be undone, for ten minutes. */
export const proveWithPasskey = async (): Promise<unknown> =>
  request('POST', '/api/account/proof/passkey', await assertion('/api/account/proof/passkey/options'))

/** Makes a passkey on this device. */
export async function addPasskey(): Promise<PasskeyResponse> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    library(),
    request<PublicKeyCredentialCreationOptionsJSON>('POST', `${PATH}/options`),
  ])
  return request('POST', PATH, await startRegistration({ optionsJSON }))
}

export const renamePasskey = ({
  id,
  name,
}: { id: number } & RenamePasskeyRequest): Promise<PasskeyResponse> =>
  request('PUT', `${PATH}/${id}`, { name })

export const removePasskey = (id: number): Promise<null> => request('DELETE', `${PATH}/${id}`)

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
