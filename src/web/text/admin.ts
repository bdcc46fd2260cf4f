import { loadWords } from './load-words.ts'

export const adminText = (await loadWords('console')).admin
