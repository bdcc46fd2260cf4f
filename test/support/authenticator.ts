import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Where the pages of the tests are. */
export const ORIGIN = 'http://localhost:3000'

/** What is not as a browser and an honest authenticator would have it. */
export interface Tampering {
  origin?: string
  /** Answers this instead of the challenge that it was given. */
  challenge?: string
  /** Neither finger nor PIN. */
  unverified?: boolean
  userHandle?: string | undefined
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** A phone that makes one passkey and signs with it, in software: what it signs is real. `counts`: whether it counts its signatures. */
export function authenticator({ counts = true }: { counts?: boolean } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let handle = ''
  let signed = 0

  const clientData = (type: string, challenge: string, { origin = ORIGIN }: Tampering): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** Site, flags (present, verified, with a credential), counter. */
  const authData = (rpId: string, attested: boolean, { unverified = false }: Tampering): Buffer => {
    const head = Buffer.alloc(37)
    sha256(rpId).copy(head)
    head[32] = 0x01 | (unverified ? 0 : 0x04) | (attested ? 0x40 : 0)
    head.writeUInt32BE(counts ? ++signed : 0, 33)
    return head
  }

  const answer = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    credentialId: id.toString('base64url'),
    /** Puts the counter back, as a copy of the phone would have it. */
    rewind: () => {
      signed = 0
    },

    /** As `navigator.credentials.create`. */
    // biome-ignore lint/suspicious/noExplicitAny: options as the server sends them
    create(options: any, tampering: Tampering = {}) {
      handle = options.user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authData(options.rp.id, true, tampering),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(cose),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      return answer({
        clientDataJSON: clientData(
          'webauthn.create',
          tampering.challenge ?? options.challenge,
          tampering,
        ).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** As `navigator.credentials.get`. */
    // biome-ignore lint/suspicious/noExplicitAny: options as the server sends them
    get(options: any, tampering: Tampering = {}) {
      const data = authData(options.rpId, false, tampering)
      const client = clientData('webauthn.get', tampering.challenge ?? options.challenge, tampering)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: 'userHandle' in tampering ? tampering.userHandle : handle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>
