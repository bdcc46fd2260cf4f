import { loadWords } from './load-words.ts'

export const evidenceText = (await loadWords('desk')).evidence
