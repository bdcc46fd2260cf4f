import type { DayRangeWords } from '../es/day-range.ts'

export const dayRange: DayRangeWords = {
  hint: 'All',
  clear: (name) => `Remove ${name}`,
  zoneNote: (zone) => `Days in the time of ${zone.replace(/^.*\//, '').replaceAll('_', ' ')}`,
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}
