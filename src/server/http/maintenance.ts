import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from '../text/messages.ts'
import { Problem } from './answer/problem.ts'

/** Long enough to keep the load of many pages low, short enough for a quick return. */
const RETRY_AFTER_SECONDS = 5

const underMaintenance = (): Problem =>
  new Problem(503, 'maintenance', 'maintenance', {
    more: say('maintenance'),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/**
 * During maintenance every API call and live channel is answered with 503. The administrator's routes, health checks,
 * metrics and the files of the page stay open. Requests in progress finish normally.
 */
export function installMaintenance(app: FastifyInstance, isOn: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isOn() && isClosed(request) ? underMaintenance() : undefined)
  })
}

/** By the matched route, because one path has several spellings; by the path where only the file route matched. */
function isClosed(request: FastifyRequest): boolean {
  const found = request.routeOptions.url
  const route = found === undefined || found.endsWith('*') ? (request.url.split('?', 1)[0] ?? '') : found
  if (/^\/api\/admin(\/|$)/.test(route)) return false
  return /^\/(api|ws)(\/|$)/.test(route)
}
