import { loadWords } from './load-words.ts'

export const operationLinksText = (await loadWords('desk')).operationLinks
