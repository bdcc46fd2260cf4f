import { loadWords } from './load-words.ts'

export const eventLogText = (await loadWords('page')).eventLog
