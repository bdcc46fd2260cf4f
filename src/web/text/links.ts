import { english } from './english.ts'
import type { Words } from './words.ts'

const es = { opensNewTab: 'se abre en otra pestaña' } as const

export type LinksWords = Words<typeof es>
export const linksText: LinksWords = english?.links ?? es
