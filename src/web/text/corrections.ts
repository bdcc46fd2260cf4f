import { loadWords } from './load-words.ts'

export const correctionsText = (await loadWords('desk')).corrections
