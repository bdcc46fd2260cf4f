import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { sendTagged } from '../../../http/answer/etag.ts'
import { notFound } from '../../../http/answer/problem.ts'
import { route } from '../../../http/route.ts'
import { listEvents } from '../../../record/read/events.ts'
import { say } from '../../../text/messages.ts'
import type { LinkViews } from '../links/views.ts'
import { findTracked, type Tracked, versionOf } from './find.ts'
import { presentPublicContainer, presentPublicEvent } from './present.ts'
import type { Outlooks } from './service.ts'

/** What anybody with a link or a container number may see. */
export const trackingRoutes =
  (
    deps: AppDeps,
    { views, outlook }: { views: Pick<LinkViews, 'count'>; outlook: Outlooks },
  ): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database

    async function find(request: FastifyRequest, reference: string): Promise<Tracked> {
      const found = await findTracked(orm, reference, request.signedIn, deps.clock.steady())
      if (!found) throw notFound(say('container_not_found'))
      return found
    }

    const tag = (found: Tracked): string => versionOf(found, deps.clock.now())

    route(app, 'GET /api/public/containers/:containerId', async (request, reply) => {
      const found = await find(request, request.params.containerId)
      // Who polls has seen it before.
      const isFirst = request.method === 'GET' && request.headers['if-none-match'] === undefined
      if (isFirst && found.link) views.count({ ...found.link, address: request.ip })
      return sendTagged(request, reply, tag(found), async () =>
        presentPublicContainer(found, await outlook(found), deps.clock.now()),
      )
    })

    route(app, 'GET /api/public/events/:containerId', async (request, reply) => {
      const found = await find(request, request.params.containerId)
      const body = async () => {
        const { destination } = await outlook(found)
        const rows = await listEvents(orm, found.operation)
        return rows.map((row) => presentPublicEvent(row, found.level, destination))
      }
      return sendTagged(request, reply, tag(found), body)
    })
  }
