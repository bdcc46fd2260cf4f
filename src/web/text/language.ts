import { readStored, writeStored } from '../lib/storage.ts'

export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const KEY = 'language'

/**
 * The language of the interface: what the person chose, else the first of the browser's languages that there is, else
 * Spanish, in which the product is written.
 */
export function chooseLanguage(chosen: unknown, browsers: readonly string[]): Language {
  const known = (code: unknown): Language | undefined => LANGUAGES.find((language) => language === code)
  const first = browsers
    .map((tag) => known(tag.toLowerCase().split('-')[0]))
    .find((code) => code !== undefined)
  return known(chosen) ?? first ?? 'es'
}

/** Does not change while the page is open: a change begins the page anew. Newer Nodes have a navigator too, but no page. */
export const language: Language =
  typeof document === 'undefined' ? 'es' : chooseLanguage(readStored(KEY), navigator.languages)

/** The page begins anew in that language; this device keeps it. */
export function changeLanguage(to: Language): void {
  writeStored(KEY, to)
  location.reload()
}
