import { loadWords } from './load-words.ts'

export const passkeysText = (await loadWords('passkeys')).passkeys
