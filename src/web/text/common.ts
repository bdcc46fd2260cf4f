import { loadWords } from './load-words.ts'

export const commonText = (await loadWords('page')).common

/** The language of the words on the page: dates and numbers follow it. As `Intl` takes it. */
export const LOCALE = commonText.locale
