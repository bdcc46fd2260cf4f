import { loadWords } from './load-words.ts'

export const recoveryText = (await loadWords('recovery')).recovery
