import { loadWords } from './load-words.ts'

export const operatorsText = (await loadWords('desk')).operators
