import { loadWords } from './load-words.ts'

export const notFoundText = (await loadWords('page')).notFound
