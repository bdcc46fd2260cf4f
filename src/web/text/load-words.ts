import { type Language, language } from './language.ts'
import type { Words } from './words.ts'

/** One file of words for each part of the page. What several parts show belongs to `page`. */
const SPANISH = {
  page: () => import('./es/page-words.ts'),
  driver: () => import('./es/driver/driver-words.ts'),
  desk: () => import('./es/desk/desk-words.ts'),
  console: () => import('./es/console/console-words.ts'),
  recovery: () => import('./es/people/recovery.ts'),
  terms: () => import('./es/terms.ts'),
  accounts: () => import('./es/people/accounts.ts'),
  account: () => import('./es/people/account.ts'),
  passkeys: () => import('./es/people/passkeys.ts'),
  places: () => import('./es/desk/places.ts'),
  secondFactor: () => import('./es/people/second-factor.ts'),
  alerts: () => import('./es/desk/alerts.ts'),
  camera: () => import('./es/driver/camera.ts'),
}

export type Part = keyof typeof SPANISH
type PartWords<P extends Part> = Words<Awaited<ReturnType<(typeof SPANISH)[P]>>>

const FILES: Record<Language, { [P in Part]: () => Promise<PartWords<P>> }> = {
  es: SPANISH,
  en: {
    page: () => import('./en/page-words.ts'),
    driver: () => import('./en/driver/driver-words.ts'),
    desk: () => import('./en/desk/desk-words.ts'),
    console: () => import('./en/console/console-words.ts'),
    recovery: () => import('./en/people/recovery.ts'),
    terms: () => import('./en/terms.ts'),
    accounts: () => import('./en/people/accounts.ts'),
    account: () => import('./en/people/account.ts'),
    passkeys: () => import('./en/people/passkeys.ts'),
    places: () => import('./en/desk/places.ts'),
    secondFactor: () => import('./en/people/second-factor.ts'),
    alerts: () => import('./en/desk/alerts.ts'),
    camera: () => import('./en/driver/camera.ts'),
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
