import { loadWords } from './load-words.ts'

export const linksText = (await loadWords('page')).links
