import { english } from './english.ts'
import { serverNames } from './server-names.ts'

const names = english && serverNames(english.labels)

/**
 * A sentence or a name as the server sends it, which is Spanish, in the language of the interface. What no translation
 * knows stays as it came: an answer that cannot be translated is still the answer.
 */
export const fromServer = (words: string): string => names?.get(words) ?? english?.fromServer(words) ?? words
