import type { DeskWords } from '../desk.ts'

export const desk: DeskWords = { kpisTab: 'KPIs', logsTab: 'Logs', operatorsTab: 'Operators' }
