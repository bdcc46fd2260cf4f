import type {
  AdminOperatorRow,
  AdminSupervisorRow,
  AdminUsersResponse,
  CreateSupervisorRequest,
} from '#contract/http/console/admin'
import type { Row } from '../table/rows.ts'
import { type FeatureChange, type Features, isPremium, limitOf } from './features-model.ts'

/** The first supervisor cannot be deleted; the server refuses it as well. */
export const FIRST_SUPERVISOR = 1

export interface StatusChange {
  id: number
  active: boolean
}

/** The list with pending changes applied. */
export function withPending(
  users: AdminUsersResponse,
  status: readonly StatusChange[],
  features: readonly FeatureChange[],
): AdminUsersResponse {
  if (status.length === 0 && features.length === 0) return users
  const activity = new Map(status.map(({ id, active }) => [id, active]))
  const isActive = (row: Row): boolean => activity.get(row.id) ?? row.isActive
  const premium = new Map(
    features.flatMap(({ id, features: { premiumActivated } }) =>
      premiumActivated === undefined ? [] : [[id, premiumActivated] as const],
    ),
  )
  return {
    ...users,
    supervisors: users.supervisors.map((row) => ({
      ...row,
      isActive: isActive(row),
      hasPremium: premium.get(row.id) ?? row.hasPremium,
    })),
    operators: users.operators.map((row) => ({ ...row, isActive: isActive(row) })),
  }
}

/** The list after the server has answered about one supervisor's features. */
export function withAnswer(users: AdminUsersResponse, id: number, answer: Features): AdminUsersResponse {
  return {
    ...users,
    supervisors: users.supervisors.map((row) =>
      row.id === id
        ? {
            ...row,
            hasPremium: isPremium(answer),
            operatorLimit: limitOf(answer.operatorLimit) ?? row.operatorLimit,
          }
        : row,
    ),
  }
}

export function withStatus(users: AdminUsersResponse, { id, active }: StatusChange): AdminUsersResponse {
  const supervisorId = users.operators.find((row) => row.id === id && row.isActive !== active)?.supervisorId
  const change = active ? 1 : -1
  return {
    ...users,
    supervisors: users.supervisors.map((row) => {
      if (row.id === id) return { ...row, isActive: active }
      if (row.id !== supervisorId) return row
      return { ...row, activeOperators: row.activeOperators + change }
    }),
    operators: users.operators.map((row) => (row.id === id ? { ...row, isActive: active } : row)),
  }
}

/** The list without the account and, for a supervisor, without their operators. */
export function withoutUser(users: AdminUsersResponse, id: number): AdminUsersResponse {
  const supervisors = users.supervisors.filter((row) => row.id !== id)
  const operators = users.operators.filter((row) => row.id !== id && row.supervisorId !== id)
  return { supervisors, operators, total: supervisors.length + operators.length }
}

export const EMPTY_SUPERVISOR = { username: '', password: '', mustChangePassword: true, displayName: '' }
export type NewSupervisor = typeof EMPTY_SUPERVISOR

export function isComplete({ username, password, displayName }: NewSupervisor): boolean {
  return username.trim() !== '' && password !== '' && displayName.trim() !== ''
}

export function supervisorPayload(form: NewSupervisor): CreateSupervisorRequest {
  return { ...form, username: form.username.trim(), displayName: form.displayName.trim() }
}

export type FoundUser =
  | { role: 'supervisor'; row: AdminSupervisorRow }
  | { role: 'operator'; row: AdminOperatorRow }

export function findUser(users: AdminUsersResponse, id: number): FoundUser | null {
  const supervisor = users.supervisors.find((row) => row.id === id)
  if (supervisor) return { role: 'supervisor', row: supervisor }
  const operator = users.operators.find((row) => row.id === id)
  return operator ? { role: 'operator', row: operator } : null
}
