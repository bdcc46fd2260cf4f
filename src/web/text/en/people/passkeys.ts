import type { passkeys as spanish } from '../../es/people/passkeys.ts'
import type { Words } from '../../words.ts'

export { passkeyMessages as messages } from './passkey-messages.ts'

export const passkeys: Words<typeof spanish> = {
  login: 'Use fingerprint or face',
  loginPending: 'Waiting for your device...',

  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  alreadyHere: 'This device already has a passkey of your account.',
  notPossible:
    'This device offers no passkeys. Turn on the screen lock with fingerprint, face or PIN, and try again.',
  wrongAddress: 'Passkeys cannot be used at this address. Open Acarreo at its https address.',
  failed: 'The passkey could not be used. Try again.',

  title: 'Passkeys',
  empty:
    'With a passkey you sign in with the fingerprint, face or PIN of this device, without typing your password. It works in Acarreo alone, and nobody can guess it.',
  hint: 'Sign in with the fingerprint, face or PIN of these devices.',
  add: 'Add this device',
  addPending: 'Waiting for your device...',
  added: 'Passkey added',
  addedHint: 'Next time, choose “Use fingerprint or face”.',
  full: 'You have ten, the most that is possible. Remove one that you do not use.',
  unused: 'Not used yet',
  used: 'Last used:',
  synced: 'copied to your other devices',
  rename: 'Rename',
  renamed: 'Name changed',
  renameOf: (name) => `Rename ${name}`,
  name: 'Name',
  nameRequired: 'Enter a name for the passkey',
  saving: 'Saving...',
  remove: 'Remove',
  removeOf: (name) => `Remove ${name}`,
  removeTitle: 'Remove the passkey',
  removeQuestion: (name) => `“${name}” will no longer open your account.`,
  removeNote: 'Delete it in the settings of the device too, so that it is offered no more.',
  removing: 'Removing...',
  removed: 'Passkey removed',

  proofTitle: 'Confirm that it is you',
  proofHint: 'For your security, before your passkeys change.',
  password: 'Your password',
  proofSubmit: 'Continue',
  proofPending: 'Checking...',
  proofByPasskey: 'Use fingerprint, face or key',
}
