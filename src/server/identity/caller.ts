import type { StoredPremium } from '#domain/account/entitlements'
import type { Role } from '#domain/account/role'

/** The signed-in account, as far as decisions need it. */
export interface Caller {
  id: number
  role: Role
  username: string
  displayName: string
  supervisorId: number | null
}

/** Whose numbers and lines the caller shares: the supervisor's; of an operator without one, their own. */
export const tenantOfCaller = ({ id, supervisorId }: Pick<Caller, 'id' | 'supervisorId'>): number =>
  supervisorId ?? id

/** An open session, and whose it is. */
export interface SignedIn {
  sessionId: string
  caller: Caller
  /** Of a supervisor; operators have none. */
  premium: StoredPremium
  /** When it was last noted as in use; epoch milliseconds, like the next. */
  seenAt: number
  /** When a person last used it. */
  activeAt: number
  /** When its owner last gave their password. */
  provenAt: number
  /** A given password that its owner has to replace. */
  mustChangePassword: boolean
  hasSecondFactor: boolean
  expiresAt: number
}
