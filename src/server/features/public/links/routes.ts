import type { FastifyPluginAsync } from 'fastify'
import { DEFAULT_LINK } from '#contract/http/public/links'
import { isOperationKey } from '#domain/container/operation-key'
import { DEFAULT_LINK_MS } from '#domain/container/share-link'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { presentDefaultLink, presentLink, presentLinkedOperation } from './present.ts'
import { listLinkedOperations } from './queries.ts'
import { createLink, linksOf, revoke, shareOperation } from './service.ts'
import type { LinkViews } from './views.ts'

/** Operations whose links are listed at once. */
const LISTED = 200

/** The links of a supervisor's operations. */
export const linkRoutes =
  (deps: AppDeps, views: Pick<LinkViews, 'flush'>): FastifyPluginAsync =>
  async (app) => {
    const keyOf = ({ containerId }: { containerId: string }): string => {
      if (!isOperationKey(containerId)) throw notFound(say('operation_not_found'))
      return containerId
    }

    route(app, 'POST /api/containers/:containerId/share', async (request) => {
      const scope = supervisorOf(request)
      const { operation } = await linksOf(deps, scope, keyOf(request.params))
      await shareOperation(deps, scope, operation, callerTrace(request))
      const origin = provenOrigin(request, deps.config.publicOrigin)
      return { url: `${origin}/container/${operation.operationKey}` }
    })

    route(app, 'GET /api/containers/:containerId/links', async (request) => {
      // Only those of this process; others store theirs within seconds.
      await views.flush()
      const { operation, byDefault, further } = await linksOf(
        deps,
        supervisorOf(request),
        keyOf(request.params),
      )
      const telling = {
        origin: provenOrigin(request, deps.config.publicOrigin),
        secrets: deps.sessionSecrets,
        now: deps.clock.steady(),
      }
      return [
        presentDefaultLink(operation, byDefault, telling),
        ...further.map((row) => presentLink(row, telling)),
      ]
    })

    route(app, 'GET /api/supervisor/links', async (request) => {
      const now = deps.clock.steady()
      const rows = await listLinkedOperations(deps.database.orm, supervisorOf(request), {
        now: new Date(now),
        endedAfter: new Date(now - DEFAULT_LINK_MS),
        limit: LISTED,
      })
      return rows.map(presentLinkedOperation)
    })

    route(app, 'POST /api/containers/:containerId/links', async (request) => {
      const row = await createLink(
        deps,
        supervisorOf(request),
        keyOf(request.params),
        request.body,
        callerTrace(request),
      )
      const origin = provenOrigin(request, deps.config.publicOrigin)
      const telling = { origin, secrets: deps.sessionSecrets, now: deps.clock.steady() }
      return presentLink(row, telling)
    })

    route(app, 'DELETE /api/containers/:containerId/links/:linkId', async (request) => {
      const { linkId } = request.params
      await revoke(
        deps,
        supervisorOf(request),
        keyOf(request.params),
        linkId === DEFAULT_LINK ? null : linkId,
        callerTrace(request),
      )
    })
  }
