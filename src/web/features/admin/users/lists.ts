import { FIRST_SORT, type Sort } from '../table/rows.ts'

/** What is looked for in the lists of accounts, and how each of them is drawn. */
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

/** Another search begins at the first page, in the order that was chosen. */
export function searchFor(lists: Lists, typed: string): Lists {
  const { supervisors, operators } = lists
  return { typed, supervisors: { ...supervisors, page: 0 }, operators: { ...operators, page: 0 } }
}
