import { FIRST_SORT, type Sort } from '../table/rows.ts'

/** The search and the view of each list of accounts. */
export interface Lists {
  typed: string
  supervisors: View
  operators: View
}
export interface View {
  sort: Sort
  /** Counts from 0. */
  page: number
}

const FIRST_VIEW: View = { sort: FIRST_SORT, page: 0 }
export const FIRST_LISTS: Lists = { typed: '', supervisors: FIRST_VIEW, operators: FIRST_VIEW }

/** A new search starts at the first page and keeps the sort order. */
export function searchFor(lists: Lists, typed: string): Lists {
  const { supervisors, operators } = lists
  return { typed, supervisors: { ...supervisors, page: 0 }, operators: { ...operators, page: 0 } }
}
