import { describe, expect, it } from 'vitest'
import { FIRST_SORT, nextSort, pageOf, searchRows, sortRows } from './rows.ts'

const row = (id: number, username: string, displayName: string, isActive = true) => ({
  id,
  username,
  displayName,
  isActive,
})

describe('search', () => {
  const rows = [row(1, 'mibanez', 'Marta Ibáñez'), row(12, 'jose', 'José'), row(112, 'ana12', 'Ana')]
  const found = (typed: string) => searchRows(rows, typed).map(({ id }) => id)
  it('finds by username, by name without accents and case, and by the whole id', () => {
    expect(found('IBANEZ')).toEqual([1])
    expect(found('jose')).toEqual([12])
    expect(found('#12')).toEqual([12])
    expect(found('12')).toEqual([12, 112])
    expect(found('  ')).toEqual([1, 12, 112])
    expect(found('nadie')).toEqual([])
  })
})

describe('sorting', () => {
  const rows = [
    row(10, 'Beto', 'zoe', false),
    row(2, 'ana', 'Ángel'),
    row(3, 'chofer10', 'ñandú'),
    row(4, 'chofer9', 'Nora', false),
  ]
  const ids = (column: 'id' | 'username' | 'displayName' | 'isActive', descending = false) =>
    sortRows(rows, { column, descending }).map(({ id }) => id)
  it('works in both directions on each column, by Spanish rules, numbers as numbers', () => {
    expect(ids('id')).toEqual([2, 3, 4, 10])
    expect(ids('id', true)).toEqual([10, 4, 3, 2])
    expect(ids('username')).toEqual([2, 10, 4, 3])
    expect(ids('username', true)).toEqual([3, 4, 10, 2])
    expect(ids('displayName')).toEqual([2, 4, 3, 10])
    expect(ids('displayName', true)).toEqual([10, 3, 4, 2])
  })
  it('puts active rows first, and equal rows by id in both directions', () => {
    expect(ids('isActive')).toEqual([2, 3, 4, 10])
    expect(ids('isActive', true)).toEqual([4, 10, 2, 3])
  })
  it('reverses on the second press and restarts on another column', () => {
    const once = nextSort(FIRST_SORT, 'id')
    expect(once).toEqual({ column: 'id', descending: true })
    expect(nextSort(once, 'id')).toEqual({ column: 'id', descending: false })
    expect(nextSort(once, 'username')).toEqual({ column: 'username', descending: false })
  })
})

describe('pages', () => {
  const rows = Array.from({ length: 60 }, (_, i) => i)
  it('hold every row once', () => {
    const all = [0, 1, 2].flatMap((page) => pageOf(rows, page).shown)
    expect(all).toEqual(rows)
    expect(pageOf(rows, 2)).toMatchObject({ first: 51, last: 60, pages: 3 })
  })
  it('stay on the last one when rows are removed', () => {
    expect(pageOf(rows, 9).page).toBe(2)
    expect(pageOf([], 3)).toMatchObject({ page: 0, pages: 1, first: 0, last: 0, shown: [] })
  })
})
