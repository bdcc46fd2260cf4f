import { loadWords } from './load-words.ts'

export const trackingText = (await loadWords('tracking')).tracking
