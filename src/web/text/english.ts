import type { English } from './en/all.ts'
import { language } from './language.ts'

/**
 * The English sentences, or null where the page speaks Spanish: then none of them is loaded. Every screen's sentences
 * import this, and so wait for it. When they cannot be had the page speaks Spanish: one lost file must not cost all of it.
 */
export const english: English | null =
  language === 'en'
    ? await import('./en/all.ts').then(
        ({ all }) => all,
        () => null,
      )
    : null

/** The language of the words on the page; dates and numbers go by it too. As `Intl` takes it. */
export const LOCALE = english === null ? 'es-MX' : 'en'
