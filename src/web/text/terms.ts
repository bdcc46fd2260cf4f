import { loadWords } from './load-words.ts'

export const termsText = (await loadWords('terms')).terms

/** A paragraph, or points under one another. `{email}` stands for the support address. */
export type TermsBlock = (typeof termsText)['sections'][number]['blocks'][number]
