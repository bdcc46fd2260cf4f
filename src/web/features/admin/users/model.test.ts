import { describe, expect, it } from 'vitest'
import type { AdminUsersResponse } from '#contract/http/admin'
import { NO_ENTITLEMENTS } from '#domain/account/entitlements'
import type { Features } from '../settings/features-model.ts'
import {
  EMPTY_SUPERVISOR,
  FIRST_SORT,
  findUser,
  gate,
  isComplete,
  nextSort,
  pageOf,
  searchFor,
  searchRows,
  sortRows,
  supervisorPayload,
  withAnswer,
  withoutUser,
  withPending,
  withStatus,
} from './model.ts'

const row = (id: number, username: string, displayName: string, isActive = true) => ({
  id,
  username,
  displayName,
  isActive,
})
const supervisor = (id: number, extra: object = {}) => ({
  ...row(id, `jefe${id}`, `Jefe ${id}`),
  activeOperators: 1,
  operatorLimit: 20,
  hasPremium: true,
  ...extra,
})
const operator = (id: number, supervisorId: number | null, isActive = true) => ({
  ...row(id, `chofer${id}`, `Chofer ${id}`, isActive),
  supervisorId,
})
const USERS: AdminUsersResponse = {
  supervisors: [supervisor(1), supervisor(2)],
  operators: [operator(3, 1), operator(4, 2, false)],
  total: 4,
}

describe('the gate', () => {
  const none = { session: undefined, failed: false }
  it('follows the answer, whatever was remembered', () => {
    for (const flag of [true, false]) {
      expect(gate({ session: { authenticated: true }, failed: false }, flag)).toBe('console')
      expect(gate({ session: { authenticated: false }, failed: false }, flag)).toBe('login')
    }
  })
  it('without an answer shows the console to whoever was in, and waits otherwise', () => {
    expect(gate(none, true)).toBe('console')
    expect(gate(none, false)).toBe('checking')
  })
  it('when the check fails keeps whoever was in, and asks anybody else for the key', () => {
    expect(gate({ ...none, failed: true }, true)).toBe('console')
    expect(gate({ ...none, failed: true }, false)).toBe('login')
  })
})

describe('search', () => {
  const rows = [row(1, 'mibanez', 'Marta Ibáñez'), row(12, 'jose', 'José'), row(112, 'ana12', 'Ana')]
  const found = (typed: string) => searchRows(rows, typed).map(({ id }) => id)
  it('finds by username, by name without accents and capitals, and by the whole id', () => {
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
  it('runs both ways on each column, in Spanish, numbers as numbers', () => {
    expect(ids('id')).toEqual([2, 3, 4, 10])
    expect(ids('id', true)).toEqual([10, 4, 3, 2])
    expect(ids('username')).toEqual([2, 10, 4, 3])
    expect(ids('username', true)).toEqual([3, 4, 10, 2])
    expect(ids('displayName')).toEqual([2, 4, 3, 10])
    expect(ids('displayName', true)).toEqual([10, 3, 4, 2])
  })
  it('has the active first, and equal rows by id either way', () => {
    expect(ids('isActive')).toEqual([2, 3, 4, 10])
    expect(ids('isActive', true)).toEqual([4, 10, 2, 3])
  })
  it('turns around on the second press and begins anew on another column', () => {
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
  it('stay on the last one when rows go', () => {
    expect(pageOf(rows, 9).page).toBe(2)
    expect(pageOf([], 3)).toMatchObject({ page: 0, pages: 1, first: 0, last: 0, shown: [] })
  })
})

describe('what is under way', () => {
  it('shows at once, and a change that goes away leaves the list as it was', () => {
    const pending = withPending(
      USERS,
      [{ id: 4, active: true }],
      [{ id: 1, features: { premiumActivated: false } }],
    )
    expect(pending.supervisors[0]?.hasPremium).toBe(false)
    expect(pending.supervisors[1]?.hasPremium).toBe(true)
    expect(pending.operators[1]?.isActive).toBe(true)
    expect(withPending(USERS, [], [])).toBe(USERS)
  })
  it('does not take a single feature for premium', () => {
    const pending = withPending(USERS, [], [{ id: 1, features: { linkSharing: false } }])
    expect(pending.supervisors[0]?.hasPremium).toBe(true)
  })
})

describe('what the server answered', () => {
  const features: Features = {
    ...NO_ENTITLEMENTS,
    id: 1,
    userId: 2,
    premiumActivated: false,
    premiumExpirationDate: null,
    operatorLimit: '40',
  }
  it('about features changes premium and limit of that one supervisor', () => {
    const { supervisors } = withAnswer(USERS, 2, features)
    expect(supervisors[1]).toMatchObject({ hasPremium: false, operatorLimit: 40 })
    expect(supervisors[0]).toEqual(USERS.supervisors[0])
  })
  it('about an operator counts for its supervisor, once', () => {
    const off = withStatus(USERS, { id: 3, active: false })
    expect(off.operators[0]?.isActive).toBe(false)
    expect(off.supervisors[0]?.activeOperators).toBe(0)
    expect(withStatus(off, { id: 3, active: false }).supervisors[0]?.activeOperators).toBe(0)
    expect(withStatus(off, { id: 3, active: true }).supervisors[0]?.activeOperators).toBe(1)
  })
  it('about a deletion takes the operators of a supervisor along', () => {
    expect(withoutUser(USERS, 1)).toEqual({
      supervisors: [USERS.supervisors[1]],
      operators: [USERS.operators[1]],
      total: 2,
    })
    expect(withoutUser(USERS, 3).total).toBe(3)
  })
})

it('finds a user of either role', () => {
  expect(findUser(USERS, 2)?.role).toBe('supervisor')
  expect(findUser(USERS, 4)?.role).toBe('operator')
  expect(findUser(USERS, 9)).toBeNull()
})

it('lets a supervisor be created once all three fields hold something', () => {
  const full = { username: ' ana ', password: ' x ', displayName: ' Ana ' }
  expect(isComplete(full)).toBe(true)
  expect(isComplete(EMPTY_SUPERVISOR)).toBe(false)
  for (const name of ['username', 'password', 'displayName'] as const) {
    expect(isComplete({ ...full, [name]: '' })).toBe(false)
  }
  expect(isComplete({ ...full, username: '  ' })).toBe(false)
  // Spaces may belong to a password.
  expect(supervisorPayload(full)).toEqual({ username: 'ana', password: ' x ', displayName: 'Ana' })
})

it('looks for something else from the first page on, in the order that was chosen', () => {
  const sort = { column: 'username', descending: true } as const
  const lists = { typed: 'a', supervisors: { sort, page: 3 }, operators: { sort: FIRST_SORT, page: 1 } }
  expect(searchFor(lists, 'ana')).toEqual({
    typed: 'ana',
    supervisors: { sort, page: 0 },
    operators: { sort: FIRST_SORT, page: 0 },
  })
})
