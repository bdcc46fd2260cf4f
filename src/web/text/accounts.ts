import { loadWords } from './load-words.ts'

export const accountsText = (await loadWords('accounts')).accounts
