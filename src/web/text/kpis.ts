import { loadWords } from './load-words.ts'

export const kpisText = (await loadWords('desk')).kpis
