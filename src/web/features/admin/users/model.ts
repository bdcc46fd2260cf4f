import type {
  AdminOperatorRow,
  AdminSupervisorRow,
  AdminUsersResponse,
  CreateSupervisorRequest,
} from '#contract/http/admin'
import { type FeatureChange, type Features, isPremium, limitOf } from '../settings/features-model.ts'

/** The first supervisor cannot be deleted: somebody must be left. The server refuses it as well. */
export const FIRST_SUPERVISOR = 1

export type Gate = 'console' | 'login' | 'checking'

/** What to show: an answer decides; until there is one, or when none comes, whether somebody was logged in here. */
export function gate(
  { session, failed }: { session: { authenticated: boolean } | undefined; failed: boolean },
  wasLoggedIn: boolean,
): Gate {
  if (session) return session.authenticated ? 'console' : 'login'
  if (wasLoggedIn) return 'console'
  return failed ? 'login' : 'checking'
}

type Row = Pick<AdminOperatorRow, 'id' | 'username' | 'displayName' | 'isActive'>

const fold = (value: string): string => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Rows whose username or display name contains the text, whatever its capitals and accents, or whose id it is (with or without '#'). */
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

/** The same column again turns around; another begins ascending. */
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

/** Equal rows stay in the order of their ids, whichever way the column runs. */
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

export interface StatusChange {
  id: number
  active: boolean
}

/** The list as it will be when what is under way succeeds. */
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

/** Without the account, and without the operators of a supervisor: they go with them. */
export function withoutUser(users: AdminUsersResponse, id: number): AdminUsersResponse {
  const supervisors = users.supervisors.filter((row) => row.id !== id)
  const operators = users.operators.filter((row) => row.id !== id && row.supervisorId !== id)
  return { supervisors, operators, total: supervisors.length + operators.length }
}

export const EMPTY_SUPERVISOR: CreateSupervisorRequest = { username: '', password: '', displayName: '' }

export function isComplete({ username, password, displayName }: CreateSupervisorRequest): boolean {
  return username.trim() !== '' && password !== '' && displayName.trim() !== ''
}

export function supervisorPayload(form: CreateSupervisorRequest): CreateSupervisorRequest {
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
