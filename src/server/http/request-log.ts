import type { FastifyInstance } from 'fastify'

/**
 * One line for each request that went wrong, and under LOG_LEVEL=debug for every other: a fleet that polls would bury
 * what matters.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = { req: request, res: reply, milliseconds: Math.round(reply.elapsedTime) }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else if (reply.statusCode >= 400) request.log.info(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}
