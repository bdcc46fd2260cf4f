import { loadWords } from './load-words.ts'

const words: Record<string, unknown> = { ...(await loadWords('page')).messages }

/** What the server said, as it travels. */
export interface Said {
  message?: string | undefined
  messageCode?: string | undefined
  params?: Readonly<Record<string, string | number>> | undefined
}

/** Adds the words of a part that the other parts do without. */
export const knowMessages = (more: object): void => {
  Object.assign(words, more)
}

/** The message in the language of the page; the server's Spanish sentence where the code is unknown here; '': neither. */
export function worded({ message = '', messageCode = '', params }: Said): string {
  const known = words[messageCode]
  if (typeof known === 'string') return known
  return typeof known === 'function' && params ? known(params) : message
}
