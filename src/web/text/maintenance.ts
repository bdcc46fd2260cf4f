import { loadWords } from './load-words.ts'

export const maintenanceText = (await loadWords('page')).maintenance
