import type { MessageWords } from '#contract/http/messages'

/** What the server says about passkeys. */
export const passkeyMessages = {
  passkey_not_accepted:
    'That passkey opens no account. Sign in with your password, and delete it from this device if you have removed it.',
  passkey_invalid: 'The passkey could not be checked. Try again.',
  passkey_known: 'That passkey is registered already.',
  passkey_not_found: 'That passkey no longer exists.',
  passkey_name_required: 'Enter a name for the passkey',
  passkeys_unavailable: 'Passkeys cannot be used at this address. Open Acarreo at its https address.',
  passkey_limit: ({ limit }) => `You already have ${limit} passkeys. Remove one that you do not use.`,
} satisfies Partial<MessageWords>
