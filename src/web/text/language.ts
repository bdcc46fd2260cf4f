const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Where this device keeps the choice. Read and written here: this layer lies below the page's storage. */
const KEY = 'acarreo.language'

/**
 * The language of the interface: what the person chose, else the default of the installation (`DEFAULT_LANGUAGE`), else
 * Spanish. 'browser': the first known one of the browser's.
 */
export function chooseLanguage(chosen: unknown, byDefault: unknown, browsers: readonly string[]): Language {
  const known = (code: unknown): Language | undefined => LANGUAGES.find((language) => language === code)
  const ofBrowser = () =>
    browsers.map((tag) => known(tag.toLowerCase().split('-')[0])).find((code) => code !== undefined)
  return known(chosen) ?? (byDefault === 'browser' ? ofBrowser() : known(byDefault)) ?? 'es'
}

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Constant while the page is open. A default other than Spanish stands on the page's first tag
 * (scripts/lib/default-languages.mjs). Newer Nodes have a navigator too, but no document.
 */
export const language: Language =
  typeof document === 'undefined'
    ? 'es'
    : chooseLanguage(stored(), document.documentElement.dataset.language, navigator.languages)

/** Stores the choice on this device and reloads the page in that language. */
export function changeLanguage(to: Language): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(to))
    // For the tracking page, which the server makes.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${KEY}=${to}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // A private window keeps nothing: the page stays as it is.
  }
  location.reload()
}
