import { loadWords } from './load-words.ts'

export const adminAuditText = (await loadWords('console')).adminAudit
