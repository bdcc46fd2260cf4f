import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Audience, Cost, Endpoint } from '#contract/endpoints/endpoint'
import { type Entitlements, effectivePremium, type Feature } from '#domain/account/entitlements'
import type { Owed } from '#domain/account/owed'
import type { Clock } from '../adapters/clock.ts'
import { beginInShare } from '../adapters/thread/share.ts'
import { accepted } from '../adapters/thread/turns.ts'
import { type Caller, type SignedIn, tenantOfCaller } from '../identity/caller.ts'
import { type SupervisorScope, scopeOf } from '../identity/supervisor-scope.ts'
import { say } from '../text/messages.ts'
import {
  forbidden,
  isRecentProof,
  owing,
  premiumRequired,
  proofRequired,
  unauthorized,
} from './answer/problem.ts'
import { createBudget, endTurn, inLightTurn, inTurn } from './limits/budget.ts'
import { createLargeBodies } from './limits/large-bodies.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { networkOf } from './network/network.ts'

/** What of an endpoint says who may call it, and what that takes from others. */
type Declared = Pick<Endpoint, 'audience' | 'feature' | 'cost' | 'tries' | 'recentProof' | 'whileOwing'>

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Declared> {}
  interface FastifyRequest {
    /** Null: nobody is signed in, or no session is read in this scope. */
    signedIn: SignedIn | null
    /** Null unless the guard has let a supervisor in. */
    scope: SupervisorScope | null
    /** Null unless the route asks a supervisor for a feature. */
    entitlements: Entitlements | null
  }
}

type Guard = (request: FastifyRequest) => Promise<void>

interface Guards {
  administrator: (needs: { recentProof: boolean }) => Guard
  clock: Clock
  /** Counts a request of the account; throws 429. */
  countRequest: (userId: number) => void
  /** Counts a request of somebody who is not signed in, by network; throws 429. */
  countStranger: (network: string) => void
  /** What the account has to do first. */
  owed: (signedIn: SignedIn) => Owed | null
  /** Notes that a phone of the driver has a network. */
  hearDriver: (userId: number) => void
  /** Then every page answers 503, which costs nothing. */
  isUnderMaintenance: () => boolean
  rateLimits: Pick<
    RateLimits,
    | (typeof LIMIT_OF_ACCOUNT)[keyof typeof LIMIT_OF_ACCOUNT]
    | (typeof LIMIT_OF_ADDRESS)[keyof typeof LIMIT_OF_ADDRESS]
    | (typeof LIMIT_OF_TRIES)[keyof typeof LIMIT_OF_TRIES]
  >
}

/** What costs more than a request has a limit of its own: of an account, and where anyone may call, of an address. */
const LIMIT_OF_ACCOUNT = {
  figures: 'figuresOfAccount',
  large: 'figuresOfAccount',
  bulk: 'exportsOfAccount',
  exports: 'exportsOfAccount',
  accounts: 'accountsOfAccount',
} as const satisfies Partial<Record<Cost, keyof RateLimits>>
const LIMIT_OF_ADDRESS = {
  read: 'publicPageOfAddress',
  accounts: 'accountsOfAddress',
} as const satisfies Partial<Record<Cost, keyof RateLimits>>
const LIMIT_OF_TRIES = {
  registration: 'registrationOfAddress',
  recovery: 'recoveryOfAddress',
} as const satisfies Record<NonNullable<Endpoint['tries']>, keyof RateLimits>

const isWhole = (cost: Cost): boolean => cost === 'large' || cost === 'exports'
const isDear = (cost: Cost): boolean => cost === 'figures' || cost === 'bulk' || isWhole(cost)

const limitFor = <L extends object>(limits: L, cost: Cost): L[keyof L] | undefined => limits[cost as never]

// The pages of the API documents come from a plugin, which declares nothing.
const DECLARES = /^\/(?:api|ws)(?:\/|$)(?!docs(?:\/|$))/

export const declaredFeatures = ({
  feature = [],
}: {
  feature?: Feature | readonly Feature[]
}): readonly Feature[] => [feature].flat()

/** A password, a passkey's answer, a form: what anyone may send is read before anything is known of them. */
const ANYONES_BYTES = 16 * 1024

/**
 * Guards every route registered after it, as its `config` declares. A route of the API that declares no audience, or no
 * cost, stops the start. Every guard runs before a byte of the body is read: a stranger's costs neither memory nor time, and
 * validation errors reveal nothing. Then what is dear waits in the line of its tenant. Bodies larger than the app's limit are let in a few at a time, and never from anyone.
 */
export function enforceAudiences(app: FastifyInstance, guards: Guards): void {
  app.decorateRequest('signedIn', null)
  app.decorateRequest('scope', null)
  app.decorateRequest('entitlements', null)
  app.decorateRequest('endTurn', null)
  app.decorate('budget', createBudget())
  const usualBytes = app.initialConfig.bodyLimit ?? 0
  const letIn = createLargeBodies()
  const largeBody: onRequestHookHandler = ({ signedIn, raw: request }, { raw: response }, done) => {
    if (!signedIn) throw unauthorized()
    letIn(signedIn.caller.id, { request, response })
    done()
  }
  const inShare: onRequestHookHandler = ({ signedIn, ip }, _reply, done) =>
    beginInShare(signedIn ? tenantOfCaller(signedIn.caller) : networkOf(ip), done)
  app.server.on('connection', accepted)
  app.addHook('onRoute', (route) => {
    const { audience, cost, tries, recentProof = false, whileOwing = [], ...config } = route.config ?? {}
    if (audience === undefined && DECLARES.test(route.url)) {
      throw new Error(`${route.method} ${route.url} does not declare its audience`)
    }
    if (audience === undefined || audience === 'anyone') {
      route.bodyLimit = Math.min(ANYONES_BYTES, route.bodyLimit ?? ANYONES_BYTES)
    }
    if (audience === undefined) return
    if (cost === undefined) throw new Error(`${route.method} ${route.url} does not declare its cost`)
    if (isDear(cost)) {
      if (audience === 'anyone') throw new Error(`${route.method} ${route.url} is dear, and open to anyone`)
      route.handler = inTurn(route.handler, { isWhole: isWhole(cost) })
      route.onSend = [endTurn, route.onSend ?? []].flat()
    }
    if (audience === 'supervisor' && !isDear(cost)) {
      const reads = route.method === 'GET' || route.method === 'HEAD'
      if (!reads) route.handler = inLightTurn(route.handler, 'write')
      else if (cost === 'read') route.handler = inLightTurn(route.handler, 'read')
    }
    const isLarge = route.bodyLimit !== undefined && route.bodyLimit > usualBytes
    const guard =
      audience === 'anyone'
        ? anyonesGuard({ cost, tries }, guards)
        : audience === 'administrator'
          ? guards.administrator({ recentProof })
          : [
              accountGuard(
                { audience, features: declaredFeatures(config), cost, recentProof, whileOwing },
                guards,
              ),
              isLarge ? largeBody : [],
            ].flat()
    // A press waits for no other request.
    route.onRequest = [route.onRequest ?? [], cost === 'press' ? [] : inShare, guard].flat()
  })
}

const WRONG_ROLE = {
  operator: say('operators_only'),
  supervisor: say('supervisors_only'),
}

function accountGuard(
  {
    audience,
    features,
    cost,
    recentProof,
    whileOwing,
  }: {
    audience: 'signed-in' | 'operator' | 'supervisor'
    features: readonly Feature[]
    cost: Cost
    recentProof: boolean
    whileOwing: readonly Owed[]
  },
  { clock, countRequest, countStranger, hearDriver, owed, rateLimits }: Guards,
): onRequestHookHandler {
  function authorize(request: FastifyRequest, signedIn: SignedIn): void {
    const { caller, premium, provenAt } = signedIn
    countRequest(caller.id)
    if (caller.role === 'operator') hearDriver(caller.id)
    const due = owed(signedIn)
    if (due !== null && !whileOwing.includes(due)) throw owing(due)
    if (audience !== 'signed-in' && audience !== caller.role) throw forbidden(WRONG_ROLE[audience])
    if (recentProof && !isRecentProof(provenAt, clock.steady())) throw proofRequired('proof_required')
    if (caller.role !== 'supervisor') return
    request.scope = scopeOf({ id: caller.id, role: caller.role })
    if (features.length === 0) return
    // By the clock: an expiry needs no message.
    const entitlements = effectivePremium(premium, clock.steady()).flags
    if (!features.some((feature) => entitlements[feature])) throw premiumRequired()
    request.entitlements = entitlements
  }
  const limit = limitFor(LIMIT_OF_ACCOUNT, cost)
  return (request, _reply, done) => {
    const { signedIn } = request
    if (!signedIn) {
      countStranger(networkOf(request.ip))
      throw unauthorized()
    }
    authorize(request, signedIn)
    if (limit === undefined) return done()
    rateLimits[limit].spend(String(signedIn.caller.id)).then(() => done(), done)
  }
}

/** Who is signed in counts as that account, also where anyone may call. */
function anyonesGuard(
  { cost, tries }: { cost: Cost; tries: Endpoint['tries'] | undefined },
  { countRequest, countStranger, isUnderMaintenance, rateLimits }: Guards,
): onRequestHookHandler {
  const limit = limitFor(LIMIT_OF_ADDRESS, cost)
  const ofTries = tries && rateLimits[LIMIT_OF_TRIES[tries]]
  return ({ signedIn, ip }, _reply, done) => {
    if (signedIn) countRequest(signedIn.caller.id)
    else countStranger(networkOf(ip))
    if (limit === undefined || isUnderMaintenance()) return done()
    rateLimits[limit]
      .spend(ip)
      .then(() => ofTries?.spend(ip))
      .then(() => done(), done)
  }
}

/** A request of a route that declares one of these audiences; of any other route it does not compile. */
export type RequestFor<A extends Audience> = Pick<
  FastifyRequest,
  'signedIn' | 'scope' | 'entitlements' | 'ip'
> & {
  routeOptions: { config: { audience: A } }
}

/** The session, and whose it is. */
export function signedInOf(request: RequestFor<'signed-in' | 'operator' | 'supervisor'>): SignedIn {
  if (!request.signedIn) throw unauthorized()
  return request.signedIn
}

/** The signed-in account. */
export const callerOf = (request: RequestFor<'signed-in' | 'operator' | 'supervisor'>): Caller =>
  signedInOf(request).caller

/** What the queries of a supervisor's data ask for. */
export function supervisorOf(request: RequestFor<'supervisor'>): SupervisorScope {
  if (!request.scope) throw unauthorized()
  return request.scope
}

/** For a request that needs more than one of the features its route declares. Throws 403 unless `feature` is on. */
export function requireFeature(request: RequestFor<'supervisor'>, feature: Feature): void {
  if (!request.entitlements?.[feature]) throw premiumRequired()
}
