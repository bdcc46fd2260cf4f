import type { AccountResponse, SessionResponse } from '#contract/http/people/account'
import { sha256 } from '../../../adapters/ids.ts'
import type { UserRow } from '../accounts/queries.ts'
import type { SessionRow } from './queries.ts'

/** Names a session to its owner; the session's own id opens it, and stays here. */
export const publicSessionId = (sessionId: string): string => sha256(sessionId).slice(0, 22)

const iso = (at: number): string => new Date(at).toISOString()

function presentSession({ sessionId, sess }: SessionRow, current: string): SessionResponse {
  const seenAt = sess.seenAt ?? sess.renewedAt ?? 0
  return {
    id: publicSessionId(sessionId),
    browser: sess.browser ?? null,
    system: sess.system ?? null,
    address: sess.address ?? null,
    startedAt: iso(sess.startedAt ?? seenAt),
    seenAt: iso(seenAt),
    current: sessionId === current,
  }
}

export function presentAccount(
  user: UserRow,
  {
    pendingEmail,
    sessions,
    current,
  }: { pendingEmail: string | null; sessions: SessionRow[]; current: string },
): AccountResponse {
  return {
    username: user.username,
    email: user.email,
    emailConfirmed: user.email !== null && user.emailConfirmedAt !== null,
    phone: user.phone,
    pendingEmail: pendingEmail === user.email ? null : pendingEmail,
    sessions: sessions.map((row) => presentSession(row, current)),
  }
}
