import { loadWords } from './load-words.ts'

export const { operation: operationText, outbox: outboxText } = await loadWords('driver')
