import { loadWords } from './load-words.ts'

export const liveText = (await loadWords('page')).live
