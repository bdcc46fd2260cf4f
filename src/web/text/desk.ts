import { english } from './english.ts'
import type { Words } from './words.ts'

/** Names of the desk's further tabs; the tabs bring their own words when they are opened. */
const es = { kpisTab: 'Indicadores', logsTab: 'Logs', operatorsTab: 'Operadores' } as const

export type DeskWords = Words<typeof es>
export const deskText: DeskWords = english?.desk ?? es
