import { loadWords } from './load-words.ts'
import { knowMessages } from './messages.ts'

const words = await loadWords('passkeys')

export const passkeysText = words.passkeys
knowMessages(words.passkeyMessages)
