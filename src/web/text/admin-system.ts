import { loadWords } from './load-words.ts'

export const adminSystemText = (await loadWords('console')).adminSystem
