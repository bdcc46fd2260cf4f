export { passkeyMessages } from './passkey-messages.ts'
