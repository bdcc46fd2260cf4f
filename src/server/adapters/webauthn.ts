import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

// Loaded at the first use: 0.3 s and 25 MB that an installation without passkeys does without.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** For which site a passkey is: the host, and the origin of its pages. */
export interface RelyingParty {
  id: string
  origin: string
}

/** How long a browser waits for a person. */
const TIMEOUT_MS = 120_000

interface Known {
  credentialId: string
  transports: string[]
}

const descriptors = (known: readonly Known[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** What a browser needs to make a passkey that finds its account by itself and asks for a finger, a face or a PIN. */
export async function registrationOptions(
  { id }: RelyingParty,
  {
    challenge,
    handle,
    username,
    displayName,
    known,
  }: { challenge: Buffer; handle: Buffer; username: string; displayName: string; known: readonly Known[] },
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Acarreo',
    rpID: id,
    userName: username,
    userDisplayName: displayName,
    userID: Uint8Array.from(handle),
    challenge: Uint8Array.from(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser needs to sign with a passkey: with one of `known`, or, when there are none, with one that it offers. */
export async function assertionOptions(
  { id }: RelyingParty,
  { challenge, known = [] }: { challenge: Buffer; known?: readonly Known[] },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: id,
    challenge: Uint8Array.from(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: descriptors(known),
  })
}

/** What was signed. The caller judges whether the challenge (base64url) is ours, and whether the counter has moved on. */
export interface Signed {
  challenge: string
  counter: number
  backedUp: boolean
}

export interface NewCredential extends Signed {
  credentialId: string
  publicKey: Buffer
}

/** The credential that a browser has made; null: for another site, without a person's consent, or malformed. */
export async function verifyRegistration(
  party: RelyingParty,
  response: RegistrationResponseJSON,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  let challenge = ''
  try {
    const attestation = isoBase64URL.toBuffer(response.response.attestationObject)
    // Nobody asked for another one, and checking it may load a list of revoked certificates from the network.
    if (!['none', 'packed'].includes(decodeAttestationObject(attestation).get('fmt'))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (answered) => {
        challenge = answered
        return true
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    })
    if (!verified) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      challenge,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      backedUp: credentialBackedUp,
    }
  } catch {
    // The library throws for everything that is not as it should be.
    return null
  }
}

/** What a passkey has signed; null: the signature is wrong, for another site, or without a verified person. */
export async function verifyAssertion(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  { credentialId, publicKey }: { credentialId: string; publicKey: Buffer },
): Promise<Signed | null> {
  const { verifyAuthenticationResponse } = await library()
  let challenge = ''
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (answered) => {
        challenge = answered
        return true
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // With 0 the library does not compare: a counter is judged where it is stored, in one statement.
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { challenge, counter: newCounter, backedUp: credentialBackedUp } : null
  } catch {
    return null
  }
}
