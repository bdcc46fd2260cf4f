import type * as es from '../es/desk.ts'
import type { Words } from '../words.ts'

export const desk: Words<typeof es.desk> = {
  kpisTab: 'KPIs',
  detentionTab: 'Detention',
  logsTab: 'Logs',
  operatorsTab: 'Operators',
}
