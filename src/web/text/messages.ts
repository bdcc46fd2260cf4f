import { loadWords, saidWords } from './load-words.ts'

await loadWords('page')

/** What the server said, as it travels. */
export interface Said {
  message?: string | undefined
  messageCode?: string | undefined
  params?: Readonly<Record<string, string | number>> | undefined
}

/** The message in the language of the page; the server's Spanish sentence where the code is unknown here; '': neither. */
export function worded({ message = '', messageCode = '', params }: Said): string {
  const known = saidWords[messageCode]
  if (typeof known === 'string') return known
  return typeof known === 'function' && params ? known(params) : message
}
