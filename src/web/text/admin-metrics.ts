import { loadWords } from './load-words.ts'

export const adminMetricsText = (await loadWords('console')).adminMetrics
