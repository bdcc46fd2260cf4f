import type * as es from '../../es/desk/links.ts'
import type { Words } from '../../words.ts'

export const links: Words<typeof es.links> = { opensNewTab: 'opens in another tab' }
