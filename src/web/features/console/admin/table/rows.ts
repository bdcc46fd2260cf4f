import type { AdminOperatorRow } from '#contract/http/console/admin'
import { fold } from '../../../../lib/fold.ts'

export type Row = Pick<AdminOperatorRow, 'id' | 'username' | 'displayName' | 'isActive'>

/** Rows whose id equals the text (with or without '#') or whose names contain it. Ignores case and accents. */
export function searchRows<T extends Row>(rows: readonly T[], typed: string): readonly T[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return rows
  const id = /^#?(\d+)$/.exec(wanted)?.[1]
  return rows.filter(
    (row) =>
      (id !== undefined && String(row.id) === id) ||
      fold(row.username).includes(wanted) ||
      fold(row.displayName).includes(wanted),
  )
}

export const SORT_COLUMNS = ['id', 'username', 'displayName', 'isActive'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
export interface Sort {
  column: SortColumn
  descending: boolean
}

export const FIRST_SORT: Sort = { column: 'id', descending: false }

/** The same column again reverses the order; another one starts ascending. */
export function nextSort(sort: Sort, column: SortColumn): Sort {
  return { column, descending: sort.column === column && !sort.descending }
}

const words = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

function compare(a: Row, b: Row, column: SortColumn): number {
  if (column === 'id') return a.id - b.id
  // Active before inactive.
  if (column === 'isActive') return Number(b.isActive) - Number(a.isActive)
  return words.compare(a[column], b[column])
}

/** Equal rows stay in the order of their ids, in both directions. */
export function sortRows<T extends Row>(rows: readonly T[], { column, descending }: Sort): T[] {
  const sign = descending ? -1 : 1
  return [...rows].sort((a, b) => sign * compare(a, b, column) || a.id - b.id)
}

export const PAGE_ROWS = 25

/** One page of the rows; a page past the end is the last one. `first` and `last` count from 1. */
export function pageOf<T>(rows: readonly T[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS))
  const page = Math.min(Math.max(0, wanted), pages - 1)
  const start = page * PAGE_ROWS
  const shown = rows.slice(start, start + PAGE_ROWS)
  return { shown, page, pages, first: rows.length === 0 ? 0 : start + 1, last: start + shown.length }
}
