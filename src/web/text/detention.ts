import { loadWords } from './load-words.ts'

export const detentionText = (await loadWords('desk')).detention
