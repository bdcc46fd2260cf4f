import type { Words } from '../words.ts'

export const links = { opensNewTab: 'se abre en otra pestaña' } as const

export type LinksWords = Words<typeof links>
