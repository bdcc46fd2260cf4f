import { loadWords } from './load-words.ts'

export const historyText = (await loadWords('desk')).history
