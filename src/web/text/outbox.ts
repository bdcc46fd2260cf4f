import { loadWords } from './load-words.ts'

export const outboxText = (await loadWords('driver')).outbox
