import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Secrets } from '../../adapters/secrets.ts'
import type { SignedIn } from '../../identity/caller.ts'
import { installCookies } from './cookies.ts'
import { DEVICE_COOKIE } from './device-cookie.ts'

const HOUR_MS = 60 * 60 * 1000
/** The longest life of a session, in use or not: who holds a stolen phone is out after it. */
export const SESSION_MS = 30 * 24 * HOUR_MS

/** Some 5 MB. */
const MAX_VERIFIED = 20_000

/** The name under http; under https see cookies.ts. */
export const SESSION_COOKIE = 'acarreo.sid'

/** The sessions of accounts. Times are epoch milliseconds. */
export interface Sessions {
  /** From memory, without waiting. Null: the session is not known, or not open at `now`. */
  known(sessionId: string, now: number): SignedIn | null
  /** Null: the session is not open at `now`, or its account may not sign in any more. */
  find(sessionId: string, now: number): Promise<SignedIn | null>
  /** Notes that the session is in use. False: there is no such session any more. */
  seen(sessionId: string, now: number): Promise<boolean>
  remove(sessionId: string): Promise<void>
}

/**
 * Reads who is calling into `request.signedIn`, from the signed cookie. A cookie without an open session is cleared, and
 * what is left of the session in the database is removed. Throws when the database is needed and away: a 401 would sign
 * out every phone.
 */
export async function identifyCallers(
  app: FastifyInstance,
  {
    sessions,
    secrets,
    clock,
    publicOrigin,
  }: { sessions: Sessions; secrets: Secrets; clock: Clock; publicOrigin: string | null },
): Promise<void> {
  await installCookies(app, {
    hostOnly: [SESSION_COOKIE, DEVICE_COOKIE],
    publicOrigin,
    secret: [...secrets],
  })

  /** Session ids by cookie whose signature was right: computing it for each request is slow. */
  const verified = new Map<string, string>()

  function verifiedId(request: FastifyRequest, signed: string): string | null {
    const known = verified.get(signed)
    if (known !== undefined) return known
    const sessionId = sessionIdOf(request)
    if (verified.size >= MAX_VERIFIED) verified.clear()
    if (sessionId !== null) verified.set(signed, sessionId)
    return sessionId
  }

  async function findSignedIn(sessionId: string): Promise<SignedIn | null> {
    const now = clock.steady()
    const signedIn = await sessions.find(sessionId, now)
    if (!signedIn) {
      await sessions.remove(sessionId)
      return null
    }
    return isNoted(signedIn, now) || (await sessions.seen(sessionId, now)) ? signedIn : null
  }

  async function identify(request: FastifyRequest, reply: FastifyReply, sessionId: string | null) {
    request.signedIn = sessionId === null ? null : await findSignedIn(sessionId)
    if (!request.signedIn) clearSession(reply)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const signed = request.cookies[SESSION_COOKIE]
    if (signed === undefined) return done()
    const sessionId = verifiedId(request, signed)
    const now = clock.steady()
    const known = sessionId === null ? null : sessions.known(sessionId, now)
    if (known === null || !isNoted(known, now)) {
      identify(request, reply, sessionId).then(() => done(), done)
      return
    }
    request.signedIn = known
    done()
  })
}

/** Once an hour: a write for each poll would be wasteful. */
const isNoted = ({ seenAt }: SignedIn, now: number): boolean => now - seenAt < HOUR_MS

/** The session that the request's cookie names; null without a cookie that this product has signed. */
export function sessionIdOf(request: FastifyRequest): string | null {
  const signed = request.cookies[SESSION_COOKIE]
  // Compares the signatures in constant time.
  return signed === undefined ? null : request.unsignCookie(signed).value
}

export function sendSession(reply: FastifyReply, sessionId: string): void {
  reply.setCookie(SESSION_COOKIE, sessionId, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: SESSION_MS / 1000,
  })
}

export const clearSession = (reply: FastifyReply): FastifyReply =>
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
