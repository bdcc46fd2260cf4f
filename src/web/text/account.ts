import { loadWords } from './load-words.ts'

export const accountText = (await loadWords('account')).account
