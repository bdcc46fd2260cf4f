export { passkeyMessages } from './passkey-messages.ts'
export { passkeys } from './passkeys.ts'
