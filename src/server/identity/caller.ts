import type { Role } from '#domain/account/role'

/** The signed-in account, as far as decisions need it. */
export interface Caller {
  id: number
  role: Role
  username: string
  displayName: string
  supervisorId: number | null
  isActive: boolean
}
