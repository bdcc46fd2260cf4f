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
import { QueueFull } from '../adapters/queues.ts'
import { isOutOfSpace, isUnavailable, wasEnded } from '../db/errors.ts'
import { isMessageCode, type Said, say, sayCoded } from '../text/messages.ts'
import { badJson, invalid, Problem, RateLimited } from './problem.ts'

/** The error handler: the one place where an error becomes an answer. An unexpected error is a 500 that tells only its request id. */
export function installErrorHandler(
  app: FastifyInstance,
  /** Whether the disk of the embedded database is full. */
  { isDiskFull }: { isDiskFull: () => boolean },
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error)
    if (problem) {
      if (problem instanceof RateLimited && problem.begins) request.log.info({ req: request }, 'limited')
      return answer(reply, problem)
    }
    // A retry of a write may succeed. A read that timed out would time out again, and pages retry a 503 at once.
    if (error instanceof QueueFull) {
      return answer(reply, new Problem(503, 'unavailable', say('busy'), { retryAfterSeconds: 5 }))
    }
    if (isUnavailable(error) || (wasEnded(error) && !isRead(request))) {
      request.log.warn({ err: error }, 'database unavailable')
      // A full disk that stops the database altogether looks like any other absence.
      return answer(reply, isDiskFull() ? diskFull() : unavailable())
    }
    if (isOutOfSpace(error)) {
      request.log.error({ err: error }, 'disk full')
      return answer(reply, diskFull())
    }
    request.log.error({ err: error }, 'request failed')
    return answer(
      reply,
      new Problem(500, 'internal', say('internal'), {
        requestId: request.id,
      }),
    )
  })
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
