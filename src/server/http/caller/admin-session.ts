import { createHmac } from 'node:crypto'
import { EventEmitter } from 'node:events'
import fastifySession from '@fastify/session'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { randomToken } from '../../adapters/ids.ts'
import type { Secrets } from '../../adapters/secrets.ts'
import { tellTo } from '../../log/tell.ts'
import { ADMIN_DEVICE_COOKIE } from './admin-device.ts'
import type { AdminKey } from './admin-key.ts'
import { installCookies } from './cookies.ts'

declare module 'fastify' {
  interface Session {
    /** Stamp of the administrator's key when the session began. */
    adminStamp?: string
    /** Epoch milliseconds. */
    adminSince?: number
    /** When the key was given last, epoch milliseconds. */
    adminProvenAt?: number
  }
}

export const ADMIN_COOKIE = 'acarreo.admin'
const ADMIN_SESSION_MS = 12 * 60 * 60 * 1000

/** connect-pg-simple expects express-session's base class, of which it uses only the events. */
class Store extends EventEmitter {}

function openStore(app: FastifyInstance, pool: pg.Pool) {
  const PgStore = connectPgSimple({ Store } as never)
  /**
   * A database that is down fails with ENOENT, which the session plugin reads as 'no such session': a restart of the
   * database would sign out the administrator. With another error the answer is 503, and the page retries.
   */
  class PatientStore extends PgStore {
    override get(...[id, done]: Parameters<InstanceType<typeof PgStore>['get']>): void {
      super.get(id, (error, session) => {
        done(error ? new Error('the session could not be read', { cause: error }) : null, session)
      })
    }
  }
  const store = new PatientStore({
    pool,
    tableName: 'session',
    // A job deletes expired sessions, once for all processes (jobs/product-jobs.ts).
    pruneSessionInterval: false,
    errorLog: (err) =>
      tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'usar las sesiones del administrador' }),
  })
  app.addHook('onClose', async () => {
    await store.close()
  })
  return store
}

/**
 * Sessions of the administrator, in the same table as those of accounts. Their cookie is signed with other secrets, so
 * one kind of cookie is never looked up as the other.
 */
export async function installAdminSessions(
  app: FastifyInstance,
  { pool, secrets, publicOrigin }: { pool: pg.Pool; secrets: Secrets; publicOrigin: string | null },
): Promise<void> {
  await installCookies(app, { hostOnly: [ADMIN_COOKIE, ADMIN_DEVICE_COOKIE], publicOrigin })
  await app.register(fastifySession, {
    secret: secrets.map((secret) => createHmac('sha256', secret).update('admin-session').digest('base64url')),
    store: openStore(app, pool) as never,
    cookieName: ADMIN_COOKIE,
    idGenerator: () => randomToken(32),
    saveUninitialized: false,
    rolling: false,
    // 'auto' would make it `SameSite=Lax` without https; `secure` is set by cookies.ts.
    cookie: { httpOnly: true, sameSite: 'strict', secure: false, path: '/', maxAge: ADMIN_SESSION_MS },
  })
}

/** Begins a session under a new id (prevents session fixation). */
export async function beginAdminSession(request: FastifyRequest, key: AdminKey, now: number): Promise<void> {
  await request.session.regenerate()
  request.session.adminStamp = key.stamp
  request.session.adminSince = now
  request.session.adminProvenAt = now
}

/** When the administrator's session of this request began, proved the key last, and ends; null when there is none at `now`. */
export function adminSessionOf(
  request: FastifyRequest,
  key: AdminKey,
  now: number,
): { startedAt: number; provenAt: number; expiresAt: number } | null {
  const { adminStamp, adminSince, adminProvenAt } = request.session ?? {}
  // Changing the key ends the sessions of the old one.
  if (adminStamp === undefined || !key.stamped(adminStamp) || adminSince === undefined) return null
  const expiresAt = adminSince + ADMIN_SESSION_MS
  return now < expiresAt ? { startedAt: adminSince, provenAt: adminProvenAt ?? adminSince, expiresAt } : null
}
