import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
  onSendHookHandler,
  preSerializationHookHandler,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '#contract/http/errors'
import { QueueFull } from '../../adapters/queues.ts'
import { innermostMessage, isOutOfSpace, isUnavailable, wasEnded } from '../../db/errors.ts'
import { accountOf } from '../../log/logger.ts'
import { createSpell, createSpells } from '../../log/spell.ts'
import { tellTo } from '../../log/tell.ts'
import { isMessageCode, type Said, say, sayCoded } from '../../text/messages.ts'
import { networkOf } from '../network/network.ts'
import { badJson, invalid, Problem, RateLimited } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What nobody expected, for the request's line; null: nothing. */
    failure: Error | null
  }
}

/** A fault of requests is over when none has shown it for so long. */
const QUIET_MS = 60_000

/** The error handler: the one place where an error becomes an answer. An unexpected error is a 500 that tells only its request id. */
export function installErrorHandler(
  app: FastifyInstance,
  /** Whether the disk of the embedded database is full. */
  { isDiskFull }: { isDiskFull: () => boolean },
): void {
  app.decorateRequest('failure', null)
  const tell = tellTo(app.log)
  const timing = { quietMs: QUIET_MS }
  const limits = createSpells(tell, { begin: 'LIMIT_REFUSES', end: 'LIMIT_OVER' }, timing)
  const full = createSpell(tell, { begin: 'QUEUE_FULL', end: 'QUEUE_FREE' }, timing)
  const disk = createSpell(tell, { begin: 'DISK_FULL', end: 'DISK_HAS_ROOM' }, timing)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error)
    if (problem) {
      if (problem instanceof RateLimited) {
        const { key, ...fields } = whoFloods(request)
        // Others wait for a turn that was not free: their line may be slow rather than flooded.
        if (problem.begins || limits.has(key)) limits.seen(key, fields)
      }
      return answer(reply, problem)
    }
    const reason = innermostMessage(error)
    // A retry of a write may succeed. A read that timed out would time out again, and pages retry a 503 at once.
    if (error instanceof QueueFull) {
      full.seen(namesOf(request))
      return answer(reply, new Problem(503, 'unavailable', say('busy'), { retryAfterSeconds: 5 }))
    }
    if (isUnavailable(error) || (wasEnded(error) && !isRead(request))) {
      // A fault of the database takes it (db/watch.ts).
      tellTo(request.log)('DB_BUSY', { ...namesOf(request), reason, err: error })
      // A full disk that stops the database altogether looks like any other absence.
      return answer(reply, isDiskFull() ? diskFull() : unavailable())
    }
    if (isOutOfSpace(error)) {
      disk.seen({ ...namesOf(request), reason })
      return answer(reply, diskFull())
    }
    request.failure = error
    return answer(
      reply,
      new Problem(500, 'internal', say('internal'), {
        requestId: request.id,
      }),
    )
  })
}

const routeOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? '(none)'}`

/** Copied: the line of the end may come an hour after the request. */
const namesOf = (request: FastifyRequest) => ({
  route: routeOf(request),
  address: request.ip,
  ...accountOf(request),
  reqId: request.id,
})

/** The key of who makes too many requests, and the fields of the line that names them. */
function whoFloods(request: FastifyRequest) {
  const names = namesOf(request)
  const { account, username, address } = names
  if (account === undefined) {
    return { ...names, key: networkOf(address), who: `La dirección ${address}` }
  }
  return { ...names, key: `account ${account}`, who: `La cuenta ${username} (${account})` }
}

const unavailable = (): Problem =>
  new Problem(503, 'unavailable', say('unavailable'), { retryAfterSeconds: 2 })

/** Later than otherwise: somebody has to make space first. */
const diskFull = (): Problem => new Problem(503, 'unavailable', say('disk_full'), { retryAfterSeconds: 10 })

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

export const apiNotFound = (): Problem => new Problem(404, 'not_found', say('not_found'))

/** Fastify's codes for an unreadable body; a SyntaxError of the JSON parser has none. */
const BODY_ERROR = /^(FST_ERR_CTP_.*|undefined)$/

function asProblem(error: FastifyError): Problem | null {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // What no row can be called is not there, as what no row is called.
    if (error.validationContext === 'params') return apiNotFound()
    return invalid(
      error.validation.map((issue) => ({
        path: issue.instancePath.split('/').filter(Boolean).join('.'),
        ...brokenRule(issue),
      })),
    )
  }
  const status = error.statusCode ?? 500
  if (status === 413) return new Problem(413, 'too_large', say('too_large'))
  if (status === 415) return new Problem(415, 'unsupported_media', say('json_expected'))
  if (status === 404) return apiNotFound()
  if (status === 400 && BODY_ERROR.test(String(error.code))) {
    return badJson()
  }
  if (status >= 400 && status < 500) return new Problem(status, 'validation', say('request_invalid'))
  return null
}

/** The schemas name a code of ours. Where Zod itself worded the rule, its Spanish sentence stays. */
function brokenRule({ message = '', params }: FastifySchemaValidationError): Said {
  if (!isMessageCode(message)) return { message, messageCode: 'value_invalid' }
  const { minimum, maximum } = params as { minimum?: number; maximum?: number }
  return sayCoded(message, { min: minimum, max: maximum, ...(params.params as object) })
}

export function answer(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.extra.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(problem.extra.retryAfterSeconds))
  }
  return reply.code(problem.status).type('application/json; charset=utf-8').send(problem.body())
}

/** Clients of the console read `message` (specification, calls of the administrator): the sentence stands there too. */
export const alsoAsMessage: preSerializationHookHandler<unknown> = (_request, reply, payload, done) =>
  done(
    null,
    reply.statusCode < 400 ? payload : { message: (payload as ErrorBody).error, ...(payload as ErrorBody) },
  )

const cacheControl =
  (value: string): onSendHookHandler =>
  (_request, reply, _payload, done) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', value)
    done()
  }

/** For answers that are the same for everybody: a browser may keep them and revalidates them, shared caches must not. */
export const privateAnswer = cacheControl('private, no-cache')

/**
 * For answers about somebody: after a logout nothing of them is left on the disk of a shared computer. A page that polls
 * keeps the newest answer in memory and sends `If-None-Match` itself (`requestIfChanged`), so it still gets its 304.
 */
export const unstoredAnswer = cacheControl('no-store')

/**
 * At a logout: what the browser cached of this origin goes, downloads included. Not 'storage', which would delete the
 * outbox with what a driver has not delivered yet.
 */
export const EMPTY_CACHE = { 'Clear-Site-Data': '"cache"' }
