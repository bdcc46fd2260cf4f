import { expect, it } from 'vitest'
import { FIRST_SORT } from '../table/rows.ts'
import { searchFor } from './lists.ts'

it('a new search starts at the first page and keeps the sort order', () => {
  const sort = { column: 'username', descending: true } as const
  const lists = { typed: 'a', supervisors: { sort, page: 3 }, operators: { sort: FIRST_SORT, page: 1 } }
  expect(searchFor(lists, 'ana')).toEqual({
    typed: 'ana',
    supervisors: { sort, page: 0 },
    operators: { sort: FIRST_SORT, page: 0 },
  })
})
