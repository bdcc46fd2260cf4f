import type { LinksWords } from '../es/links.ts'

export const links: LinksWords = { opensNewTab: 'opens in another tab' }
