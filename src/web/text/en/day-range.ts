import type { DayRangeWords } from '../day-range.ts'

export const dayRange: DayRangeWords = {
  hint: 'All',
  clear: (name) => `Remove ${name}`,
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}
