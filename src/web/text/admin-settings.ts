import { loadWords } from './load-words.ts'

export const adminSettingsText = (await loadWords('console')).adminSettings
