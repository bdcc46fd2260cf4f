import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isUnavailable, wasEnded } from '../db/errors.ts'
import { invalid, Problem } from './problem.ts'

/** The error handler: the one place where an error becomes an answer. An unexpected error is a 500 that tells only its request id. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error)
    if (problem) return answer(reply, problem)
    // A retry of a write may succeed. A read that timed out would time out again, and pages retry a 503 at once.
    if (isUnavailable(error) || (wasEnded(error) && !isRead(request))) {
      request.log.warn({ err: error }, 'database unavailable')
      return answer(
        reply,
        new Problem(503, 'unavailable', 'El servicio no está disponible por el momento. Intente de nuevo.', {
          retryAfterSeconds: 2,
        }),
      )
    }
    request.log.error({ err: error }, 'request failed')
    return answer(
      reply,
      new Problem(500, 'internal', 'Ocurrió un error en el servidor. Intente de nuevo.', {
        requestId: request.id,
      }),
    )
  })
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

export const apiNotFound = (): Problem => new Problem(404, 'not_found', 'No se encontró lo que busca.')

/** Fastify's codes for a body that could not be read; a plain SyntaxError of the JSON parser has none. */
const BODY_ERROR = /^(FST_ERR_CTP_.*|undefined)$/

function asProblem(error: FastifyError): Problem | null {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalid(
      error.validation.map((issue) => ({
        path: issue.instancePath.split('/').filter(Boolean).join('.'),
        message: issue.message ?? '',
      })),
    )
  }
  const status = error.statusCode ?? 500
  if (status === 413) return new Problem(413, 'too_large', 'Los datos enviados son demasiado grandes.')
  if (status === 415) return new Problem(415, 'unsupported_media', 'Se espera un cuerpo JSON.')
  if (status === 404) return apiNotFound()
  if (status === 400 && BODY_ERROR.test(String(error.code))) {
    return new Problem(400, 'bad_json', 'El cuerpo de la solicitud no es JSON válido.')
  }
  if (status >= 400 && status < 500) return new Problem(status, 'validation', 'La solicitud no es válida.')
  return null
}

export function answer(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.extra.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(problem.extra.retryAfterSeconds))
  }
  return reply.code(problem.status).type('application/json; charset=utf-8').send(problem.body())
}

/** Marks an answer about somebody's data: no cache may keep it for somebody else. */
export async function privateAnswer(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-cache')
}
