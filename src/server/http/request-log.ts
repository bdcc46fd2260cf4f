import type { FastifyInstance } from 'fastify'

/**
 * One line for each failed request, and with LOG_LEVEL=debug for every request: polling clients would hide the failures.
 * Of the requests that one limit refuses the first has a line (error-handler.ts): a flood must not fill the disk.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = { req: request, res: reply, milliseconds: Math.round(reply.elapsedTime) }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else if (reply.statusCode >= 400 && reply.statusCode !== 429) request.log.info(line, 'answered')
    else request.log.debug(line, 'answered')
    done()
  })
}
