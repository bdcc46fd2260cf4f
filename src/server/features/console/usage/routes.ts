import type { FastifyPluginAsync } from 'fastify'
import { createKept } from '../../../adapters/kept.ts'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import type { Metrics } from '../../../http/watch/metrics.ts'
import type { TenantUsage } from './queries.ts'
import { noisiest, usageOf } from './service.ts'

/** What each tenant takes of the installation. */
export const usageRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/admin/usage', (request) => usageOf(deps, request.query.days))
  }

/** By id, because a metric has no names; the console has them. */
export function watchUsage(metrics: Metrics, deps: AppDeps): void {
  const kept = createKept<'noisiest', TenantUsage[]>({ forMs: 5_000, most: 1, now: deps.clock.now })
  const each = (of: (usage: TenantUsage) => number) => async () =>
    Object.fromEntries(
      (await kept('noisiest', () => noisiest(deps))).map((usage) => [usage.supervisorId, of(usage)]),
    )
  const watch = (name: string, help: string, of: (usage: TenantUsage) => number): void =>
    metrics.watchEach(
      name,
      `${help} Of the ten supervisors with the most requests today.`,
      'supervisor',
      each(of),
      'max',
    )
  watch(
    'acarreo_tenant_requests_today',
    'Requests of a supervisor and their drivers.',
    ({ requests }) => requests,
  )
  watch('acarreo_tenant_refused_today', 'Requests that a limit refused.', ({ refused }) => refused)
  watch('acarreo_tenant_events_today', 'Events that were recorded.', ({ events }) => events)
}
