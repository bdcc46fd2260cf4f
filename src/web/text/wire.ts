import { loadWords } from './load-words.ts'
import { serverNames } from './server-names.ts'

const page = await loadWords('page')
const names = serverNames(page.labels)

/**
 * A sentence or a name as the server sends it, which is Spanish, in the language of the interface. What no translation
 * knows stays as it came: an answer that cannot be translated is still the answer.
 */
export const fromServer = (words: string): string => names.get(words) ?? page.fromServer(words) ?? words
