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
    /** Of the password with which the session began. */
    passwordStamp?: string
    /** Epoch milliseconds at which the cookie was last prolonged. */
    renewedAt?: number
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A driver who works once a month stays signed in. */
const SESSION_MS = 30 * DAY_MS

export const SESSION_COOKIE = 'acarreo.sid'

/** connect-pg-simple asks for express-session's base class and uses nothing of it but events. */
class Store extends EventEmitter {}

export type SessionStore = InstanceType<ReturnType<typeof connectPgSimple>>

/** Where sessions of every kind are kept; ends with `app`. */
export function openSessionStore(app: FastifyInstance, pool: pg.Pool): SessionStore {
  const PgStore = connectPgSimple({ Store } as never)
  /**
   * A database whose socket is gone fails with ENOENT, which the session plugin takes for 'no such session': every
   * phone would be signed out by a restart of the database. Under another error, the answer is 503 and they try again.
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
    // A job clears away what has run out, once for all processes (jobs/product-jobs.ts).
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
    // A write for every poll would be one for nothing: prolonged once a day instead (renewSession).
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

/** Binds the session to a user under a new id, so that an id planted before the login is worth nothing. */
export async function beginSession(request: FastifyRequest, user: Holder, now: number): Promise<void> {
  await request.session.regenerate()
  request.session.userId = user.id
  request.session.passwordStamp = passwordStamp(user)
  request.session.renewedAt = now
}

/**
 * Whether the session began with the password that counts today. Deleting the rows of an account's sessions does not
 * reach a login that has passed its check and is about to write one, or a request that is about to prolong its own.
 */
function isStillGood(request: FastifyRequest, user: Holder): boolean {
  return request.session.passwordStamp === passwordStamp(user)
}

/**
 * Ends a session that is good no more, and gives the request an empty one in its place: whoever holds the old cookie may
 * be about to log in with it. The row that this makes goes as well, for nobody has its id.
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
