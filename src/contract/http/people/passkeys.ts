import { z } from 'zod'
import { coded } from '../messages.ts'
import { line } from '../text.ts'

export const PASSKEY_NAME = { max: 60 } as const

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(max)

const credentialId = base64url(1400)

/** What a browser answers with `toJSON` of WebAuthn, as far as it is read. */
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
const clientExtensionResults = z.object({}).default({})

export const newPasskeyRequest = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
  clientExtensionResults,
})

export const assertionRequest = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    /** Names the account; empty where the passkey was asked for by its id. */
    userHandle: base64url(100).or(z.literal('')).default(''),
  }),
  clientExtensionResults,
})

/** For `navigator.credentials`, in the JSON of WebAuthn; there is more in them than is named here. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
})
export const requestOptions = z.object({ challenge: z.string(), rpId: z.string().optional() })

export const renamePasskeyRequest = z.object({
  name: line().min(1, coded('passkey_name_required')).max(PASSKEY_NAME.max, coded('text_invalid')),
})
export type RenamePasskeyRequest = z.input<typeof renamePasskeyRequest>

export const passkeyResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Whether its maker copies it to the owner's other devices. */
  backedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type PasskeyResponse = z.infer<typeof passkeyResponse>

/** The newest first. */
export const passkeysResponse = z.object({ passkeys: z.array(passkeyResponse) })
