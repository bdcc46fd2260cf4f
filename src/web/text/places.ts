import { loadWords } from './load-words.ts'

export const placesText = (await loadWords('places')).places
