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

/** An open session, and whose it is. */
export interface SignedIn {
  sessionId: string
  caller: Caller
  /** Of a supervisor; operators have none. */
  premium: StoredPremium
  /** Epoch milliseconds, like the next. */
  renewedAt: number
  expiresAt: number
}
