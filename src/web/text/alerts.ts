import { loadWords } from './load-words.ts'

export const alertsText = (await loadWords('alerts')).alerts
