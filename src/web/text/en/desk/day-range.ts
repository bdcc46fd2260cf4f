import type * as es from '../../es/desk/day-range.ts'
import type { Words } from '../../words.ts'

export const dayRange: Words<typeof es.dayRange> = {
  hint: 'All',
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'Last 7 days',
  clear: (name) => `Remove ${name}`,
  zoneNote: (zone) => `Days in the time of ${zone.replace(/^.*\//, '').replaceAll('_', ' ')}`,
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}
