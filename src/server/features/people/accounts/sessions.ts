import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceOf } from '#domain/account/device'
import { idleEndOf } from '#domain/account/idle'
import { randomToken } from '../../../adapters/ids.ts'
import type { Orm } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { unauthorized } from '../../../http/answer/problem.ts'
import { clearSession, SESSION_MS, sendSession, sessionIdOf } from '../../../http/caller/session.ts'
import type { SignedIn } from '../../../identity/caller.ts'
import type { Trace } from '../../../identity/trace.ts'
import type { CallerSource } from '../../../live/callers.ts'
import { storedPremium } from '../../base/entitlements/policy.ts'
import { readSettings } from '../../base/settings/service.ts'
import { sendLoginNotice } from '../email/service.ts'
import { rememberDevice } from './devices.ts'
import { passwordStamp } from './password-stamp.ts'
import {
  deleteIdleSessions,
  deleteSession,
  insertSession,
  noteInSession,
  prepareOpenSessions,
  type UserRow,
} from './queries.ts'

/**
 * Binds the client to a user under a new session id (prevents session fixation), and remembers its device. `how`: of the
 * login, for the audit log.
 */
export async function beginSession(
  { database: { orm }, bus, clock, trail }: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  how?: { passkey: true },
): Promise<{ newDevice: boolean }> {
  const sessionId = randomToken(32)
  const now = clock.steady()
  // The line comes first: no session exists without it.
  await trail.record(traceOf(user, request.ip), { action: 'login', ...(how && { after: how }) })
  await insertSession(orm, {
    sid: sessionId,
    sess: {
      userId: user.id,
      passwordStamp: passwordStamp(user),
      startedAt: now,
      seenAt: now,
      activeAt: now,
      provenAt: now,
      address: request.ip,
      ...deviceOf(request.headers['user-agent'] ?? ''),
    },
    expire: new Date(now + SESSION_MS),
  })
  const before = sessionIdOf(request)
  const holder = before && (await deleteSession(orm, before))
  // Not `logged_out`: another tab of this browser has the new cookie too, and keeps its socket.
  if (holder) bus.publish({ kind: 'account_changed', userIds: [holder] })
  sendSession(reply, sessionId)
  return rememberDevice(orm, request, reply, { user, now })
}

/** Begins the session of a login, and tells the owner when its device is new. */
export async function logIn(
  deps: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  how?: { passkey: true },
): Promise<void> {
  const { newDevice } = await beginSession(deps, request, reply, user, how)
  const from = { device: deviceOf(request.headers['user-agent'] ?? ''), address: request.ip }
  if (newDevice) sendLoginNotice(deps, user, from)
}

/** Notes that the owner of this session has just proven who they are. Throws 401 when it has ended meanwhile. */
export async function noteProof(
  { database: { orm }, bus, clock }: AppDeps,
  { caller, sessionId }: SignedIn,
): Promise<void> {
  if (!(await noteInSession(orm, sessionId, 'provenAt', clock.steady()))) throw unauthorized()
  bus.publish({ kind: 'account_changed', userIds: [caller.id] })
}

/** Ends the desks that nobody has used for as long as the administrator has set, on every process. */
export async function endIdleSessions({ database, bus, trail }: AppDeps, now: number): Promise<void> {
  const { deskIdleMinutes } = await readSettings(database.orm)
  const end = idleEndOf({ role: 'supervisor', activeAt: 0 }, deskIdleMinutes)
  if (end === null) return
  for (const { sessionId, userId, username, address } of await deleteIdleSessions(database.orm, now - end)) {
    bus.publish({ kind: 'logged_out', sessionId })
    const trace = { kind: 'supervisor', id: userId, name: username, address } as const
    await trail.record(trace, { action: 'logout', after: { idle: true } })
  }
}

const traceOf = (
  { id, role, username }: Pick<UserRow, 'id' | 'role' | 'username'>,
  address: string,
): Trace => ({
  kind: role,
  id,
  name: username,
  address,
})

/** Ends the session of this request, if any, on every process. */
export async function endSession(
  { database, bus, trail }: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const sessionId = sessionIdOf(request)
  if (sessionId === null) return
  if (request.signedIn) {
    await trail.record(traceOf(request.signedIn.caller, request.ip), { action: 'logout' })
  }
  await deleteSession(database.orm, sessionId)
  bus.publish({ kind: 'logged_out', sessionId })
  clearSession(reply)
}

/** Where the memory of callers reads. */
export function callerSource(db: Orm): CallerSource {
  const openSessions = prepareOpenSessions(db)
  return {
    async read(sessionIds) {
      const rows = await openSessions(sessionIds)
      return new Map(
        rows.map(({ flags, expire, ...signedIn }) => [
          signedIn.sessionId,
          { ...signedIn, premium: storedPremium(flags), expiresAt: expire.getTime() },
        ]),
      )
    },
    seen: (sessionId, now) => noteInSession(db, sessionId, 'seenAt', now),
    async remove(sessionId) {
      await deleteSession(db, sessionId)
    },
  }
}
