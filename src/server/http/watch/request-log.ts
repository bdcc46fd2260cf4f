import type { FastifyInstance } from 'fastify'
import { tellTo } from '../../log/tell.ts'

/**
 * One line for each failed request, and with LOG_LEVEL=debug for every request: polling clients would hide the failures.
 * What a limit refuses (429), and what is answered with 503, has the lines of its cause (error-handler.ts, db/watch.ts):
 * neither a flood nor an outage must fill the disk.
 */
export function installRequestLog(app: FastifyInstance): void {
  const saysAll = /^(debug|trace)$/.test(app.log.level)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const isQuiet = status < 400 || status === 429 || status === 503
    // Most requests, and each press: nothing is made for a line that is not written.
    if (isQuiet && !saysAll) return done()
    const { failure } = request
    const tell = tellTo(request.log)
    const line = { req: request, res: reply, milliseconds: Math.round(reply.elapsedTime) }
    if (isQuiet) tell('REQUEST_ANSWERED', line)
    else if (status < 500) tell('REQUEST_REFUSED', line)
    else tell('REQUEST_FAILED', { ...line, ...(failure && { err: failure }) })
    done()
  })
}
