import type { FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

/**
 * What a log line says of a request: the route's pattern, never the path. A path may contain an operation key, and a
 * query a live token; both are capabilities.
 */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? '(none)',
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
    redact: [
      'password',
      'passwordHash',
      'token',
      'adminKey',
      '*.password',
      '*.passwordHash',
      '*.token',
      '*.adminKey',
    ],
  }
}

/** An error without the values of a failed statement, which are personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const cut = (text: string | undefined): string | undefined => text?.replace(/\nparams: [^\n]*/, '')
  return {
    type: error.name,
    message: cut(error.message),
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    stack: cut(error.stack),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
