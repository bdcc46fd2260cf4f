import { describe, expect, it } from 'vitest'
import type { AdminUsersResponse } from '#contract/http/console/admin'
import { NO_ENTITLEMENTS } from '#domain/account/entitlements'
import type { Features } from './features-model.ts'
import {
  EMPTY_SUPERVISOR,
  findUser,
  isComplete,
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
  secondFactor: false,
  phone: null,
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

describe('pending changes', () => {
  it('show at once, and leave the list as it was when they fail', () => {
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
  it('do not take a single feature for premium', () => {
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
  it('about a deletion removes the operators of a supervisor too', () => {
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

it('lets a supervisor be created once all three fields are filled', () => {
  const full = { username: ' ana ', password: ' x ', mustChangePassword: false, displayName: ' Ana ' }
  expect(isComplete(full)).toBe(true)
  expect(isComplete(EMPTY_SUPERVISOR)).toBe(false)
  for (const name of ['username', 'password', 'displayName'] as const) {
    expect(isComplete({ ...full, [name]: '' })).toBe(false)
  }
  expect(isComplete({ ...full, username: '  ' })).toBe(false)
  // Spaces may belong to a password.
  expect(supervisorPayload(full)).toEqual({ ...full, username: 'ana', displayName: 'Ana' })
})
