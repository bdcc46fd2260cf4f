import type { LinksWords } from '../links.ts'

export const links: LinksWords = { opensNewTab: 'opens in another tab' }
