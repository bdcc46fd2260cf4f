import type { UserResponse } from '#contract/http/people/accounts'
import type { Owed } from '#domain/account/owed'
import type { UserRow } from './queries.ts'

/** Field by field, so that a new column is not sent by accident. */
export function presentUser(row: UserRow, owed: Owed | null): UserResponse {
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    displayName: row.displayName,
    supervisorId: row.supervisorId,
    email: row.email,
    emailConfirmed: row.email !== null && row.emailConfirmedAt !== null,
    phone: row.phone,
    acceptedTerms: row.acceptedTerms,
    isActive: row.isActive,
    passwordGiven: row.passwordGiven,
    mustChangePassword: row.mustChangePassword,
    mustSetUpSecondFactor: owed === 'second_factor',
  }
}
