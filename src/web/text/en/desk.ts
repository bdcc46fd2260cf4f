import type { DeskWords } from '../es/desk.ts'

export const desk: DeskWords = { kpisTab: 'KPIs', logsTab: 'Logs', operatorsTab: 'Operators' }
