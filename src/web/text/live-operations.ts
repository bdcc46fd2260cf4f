import { loadWords } from './load-words.ts'

export const liveOperationsText = (await loadWords('desk')).liveOperations
