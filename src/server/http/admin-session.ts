import { createHmac } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomToken } from '../adapters/ids.ts'
import type { AdminKey } from './admin-key.ts'
import type { SessionStore } from './session.ts'

declare module 'fastify' {
  interface Session {
    /** Stamp of the administrator's key when the session began. */
    adminStamp?: string
    /** Epoch milliseconds. */
    adminSince?: number
  }
}

export const ADMIN_COOKIE = 'acarreo.admin'
const ADMIN_SESSION_MS = 12 * 60 * 60 * 1000

/**
 * Sessions of the administrator, in the same table as those of accounts. Their cookie is signed with another secret, so
 * one kind of cookie is never looked up as the other.
 */
export async function installAdminSessions(
  app: FastifyInstance,
  { store, secret }: { store: SessionStore; secret: string },
): Promise<void> {
  await app.register(cookie)
  await app.register(fastifySession, {
    secret: createHmac('sha256', secret).update('admin-session').digest('base64url'),
    store: store as never,
    cookieName: ADMIN_COOKIE,
    idGenerator: () => randomToken(32),
    saveUninitialized: false,
    rolling: false,
    // 'auto' would make it `SameSite=Lax` without https; `secure` is set when the session begins.
    cookie: { httpOnly: true, sameSite: 'strict', secure: false, path: '/', maxAge: ADMIN_SESSION_MS },
  })
}

/** Begins a session under a new id (prevents session fixation). */
export async function beginAdminSession(request: FastifyRequest, key: AdminKey, now: number): Promise<void> {
  await request.session.regenerate()
  request.session.options({ secure: request.protocol === 'https' })
  request.session.adminStamp = key.stamp
  request.session.adminSince = now
}

/** When the administrator's session of this request began and when it ends; null when there is none at `now`. */
export function adminSessionOf(
  request: FastifyRequest,
  key: AdminKey,
  now: number,
): { startedAt: number; expiresAt: number } | null {
  const { adminStamp, adminSince } = request.session ?? {}
  // Changing the key ends the sessions of the old one.
  if (adminStamp !== key.stamp || adminSince === undefined) return null
  const expiresAt = adminSince + ADMIN_SESSION_MS
  return now < expiresAt ? { startedAt: adminSince, expiresAt } : null
}
