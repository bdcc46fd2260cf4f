import { type Language, language } from './language.ts'
import type { Words } from './words.ts'

/** One file of words for each part of the page. What several parts show belongs to `page`. */
const SPANISH = {
  page: () => import('./es/page-words.ts'),
  driver: () => import('./es/driver-words.ts'),
  desk: () => import('./es/desk-words.ts'),
  console: () => import('./es/console-words.ts'),
  recovery: () => import('./es/recovery.ts'),
  terms: () => import('./es/terms.ts'),
  account: () => import('./es/account.ts'),
  passkeys: () => import('./es/passkeys.ts'),
  places: () => import('./es/places.ts'),
  secondFactor: () => import('./es/second-factor.ts'),
  alerts: () => import('./es/alerts.ts'),
  camera: () => import('./es/camera.ts'),
}

export type Part = keyof typeof SPANISH
type PartWords<P extends Part> = Words<Awaited<ReturnType<(typeof SPANISH)[P]>>>

const FILES: Record<Language, { [P in Part]: () => Promise<PartWords<P>> }> = {
  es: SPANISH,
  en: {
    page: () => import('./en/page-words.ts'),
    driver: () => import('./en/driver-words.ts'),
    desk: () => import('./en/desk-words.ts'),
    console: () => import('./en/console-words.ts'),
    recovery: () => import('./en/recovery.ts'),
    terms: () => import('./en/terms.ts'),
    account: () => import('./en/account.ts'),
    passkeys: () => import('./en/passkeys.ts'),
    places: () => import('./en/places.ts'),
    secondFactor: () => import('./en/second-factor.ts'),
    alerts: () => import('./en/alerts.ts'),
    camera: () => import('./en/camera.ts'),
  },
}

const loading = new Map<Part, Promise<unknown>>()

/** What the server says, by its code, in English. In Spanish its own sentence is shown (src/server/text/messages.ts). */
export const saidWords: Record<string, unknown> = {}

/**
 * The words of one part in the page's language; the other language's where that file fails to load. With them come the
 * messages that the part alone needs. Each text module awaits its words at its top level, so a file of words must not
 * import a module that awaits words: both would wait.
 */
export function loadWords<P extends Part>(part: P): Promise<PartWords<P>> {
  const begun = loading.get(part) as Promise<PartWords<P>> | undefined
  if (begun) return begun
  const files = FILES[language][part]().catch(() => FILES[language === 'es' ? 'en' : 'es'][part]())
  const words = files.then((loaded) => {
    Object.assign(saidWords, 'messages' in loaded && loaded.messages)
    return loaded
  })
  loading.set(part, words)
  words.catch(() => loading.delete(part))
  return words
}
