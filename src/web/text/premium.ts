import { loadWords } from './load-words.ts'

export const premiumText = (await loadWords('desk')).premium
