import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WatchedSettings } from '../features/settings/watched.ts'
import { Problem } from './problem.ts'

/** Long enough for a fleet of pages not to be a burden, short enough to be back at once. */
const RETRY_AFTER_SECONDS = 5

export const underMaintenance = (): Problem =>
  new Problem(503, 'maintenance', 'maintenance', {
    message: 'Estamos dando mantenimiento a Acarreo. Volvemos en unos minutos; lo registrado está a salvo.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/**
 * While the administrator has switched maintenance on, every call is answered with 503, except the administrator's own,
 * those of whoever watches the process, and the page with its files, which says what is going on. What was under way
 * ends as it would have.
 */
export function installMaintenance(app: FastifyInstance, settings: Pick<WatchedSettings, 'current'>): void {
  app.addHook('onRequest', async (request) => {
    if (settings.current().maintenanceMode && isClosed(request)) throw underMaintenance()
  })
}

/**
 * By the route that was found, because a path can be spelt in more ways than one; by the path where none was, or only
 * the one that looks for files.
 */
function isClosed(request: FastifyRequest): boolean {
  const found = request.routeOptions.url
  const route = found === undefined || found.endsWith('*') ? (request.url.split('?', 1)[0] ?? '') : found
  if (/^\/api\/admin(\/|$)/.test(route)) return false
  return /^\/(api|ws)(\/|$)/.test(route)
}
