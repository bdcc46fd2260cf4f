import { loadWords } from './load-words.ts'

export const dayRangeText = (await loadWords('page')).dayRange
