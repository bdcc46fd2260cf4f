import { loadWords } from './load-words.ts'

export const operationText = (await loadWords('driver')).operation
