import { EventEmitter } from 'node:events'
import cookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../adapters/clock.ts'
import { randomToken, sha256 } from '../adapters/ids.ts'
import type { Caller } from '../identity/caller.ts'

declare module 'fastify' {
  interface Session {
    userId?: number
    /** Stamp of the password with which the session began. */
    passwordStamp?: string
    /** Epoch milliseconds of the last renewal of the cookie. */
    renewedAt?: number
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A driver who works once a month stays signed in. */
const SESSION_MS = 30 * DAY_MS

export const SESSION_COOKIE = 'acarreo.sid'

/** connect-pg-simple expects express-session's base class, of which it uses only the events. */
class Store extends EventEmitter {}

export type SessionStore = InstanceType<ReturnType<typeof connectPgSimple>>

/** The store of all kinds of sessions; closes with `app`. */
export function openSessionStore(app: FastifyInstance, pool: pg.Pool): SessionStore {
  const PgStore = connectPgSimple({ Store } as never)
  /**
   * A database that is down fails with ENOENT, which the session plugin reads as 'no such session': a restart of the
   * database would sign out every phone. With another error the answer is 503, and clients retry.
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
    errorLog: (...args) => app.log.error({ args }, 'session store'),
  })
  app.addHook('onClose', async () => {
    await store.close()
  })
  return store
}

export async function installSessions(
  app: FastifyInstance,
  { store, secret }: { store: SessionStore; secret: string },
): Promise<void> {
  await app.register(cookie)
  await app.register(fastifySession, {
    secret,
    store: store as never,
    cookieName: SESSION_COOKIE,
    idGenerator: () => randomToken(32),
    saveUninitialized: false,
    // A write for each poll would be wasteful: renewed once a day instead (renewSession).
    rolling: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/', maxAge: SESSION_MS },
  })
}

interface Holder {
  id: number
  passwordHash: string
}

/**
 * Reads the account of a session into `request.caller`. It reads the row for every request, so a deactivated account
 * is out with its next request, on every process.
 */
export function identifyCallers(
  app: FastifyInstance,
  deps: { clock: Clock; findCaller: (id: number) => Promise<(Caller & Holder) | null> },
): void {
  app.addHook('preHandler', async (request) => {
    const userId = request.session?.userId
    if (userId === undefined) return
    const caller = await deps.findCaller(userId)
    if (caller?.isActive && isStillGood(request, caller)) {
      request.caller = caller
      renewSession(request, deps.clock.now())
    } else {
      await forgetSession(request)
    }
  })
}

/** Binds the session to a user under a new id (prevents session fixation). */
export async function beginSession(request: FastifyRequest, user: Holder, now: number): Promise<void> {
  await request.session.regenerate()
  request.session.userId = user.id
  request.session.passwordStamp = passwordStamp(user)
  request.session.renewedAt = now
}

/**
 * Whether the session began with the current password. Deleting an account's sessions races with a login that is about
 * to insert one, and with a request that is about to renew its own; this check catches both.
 */
function isStillGood(request: FastifyRequest, user: Holder): boolean {
  return request.session.passwordStamp === passwordStamp(user)
}

/**
 * Ends an invalid session and gives the request an empty one, because the request may be a login. The new row is deleted
 * as well: no client has its id.
 */
async function forgetSession(request: FastifyRequest): Promise<void> {
  await request.session.regenerate()
  const { sessionId } = request.session
  await new Promise<void>((resolve, reject) => {
    request.sessionStore.destroy(sessionId, (error) => (error ? reject(error) : resolve()))
  })
}

const passwordStamp = (user: Holder): string => sha256(user.passwordHash).slice(0, 22)

function renewSession(request: FastifyRequest, now: number): void {
  if (now - (request.session.renewedAt ?? 0) < DAY_MS) return
  request.session.touch()
  request.session.renewedAt = now
}
