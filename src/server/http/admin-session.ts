import { createHmac } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomToken } from '../adapters/ids.ts'
import type { AdminKey } from './admin-key.ts'
import type { SessionStore } from './session.ts'

declare module 'fastify' {
  interface Session {
    /** Of the administrator's key with which the session began. */
    adminStamp?: string
    /** Epoch milliseconds. */
    adminSince?: number
  }
}

export const ADMIN_COOKIE = 'acarreo.admin'
const ADMIN_SESSION_MS = 12 * 60 * 60 * 1000

/**
 * Sessions of the administrator, beside those of accounts and in the same table. Their cookie is signed with another
 * secret, so that neither kind's cookie is even looked up as the other's.
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

/** Opens a session under a new id, so that an id planted before the login is worth nothing. */
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
  // A key that was changed takes the sessions of the old one with it.
  if (adminStamp !== key.stamp || adminSince === undefined) return null
  const expiresAt = adminSince + ADMIN_SESSION_MS
  return now < expiresAt ? { startedAt: adminSince, expiresAt } : null
}
