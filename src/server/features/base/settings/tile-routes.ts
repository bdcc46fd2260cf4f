import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { apiNotFound } from '../../../http/answer/error-handler.ts'
import { sendTagged } from '../../../http/answer/etag.ts'
import { route } from '../../../http/route.ts'

const MONTH_SECONDS = 30 * 24 * 60 * 60

/** The tiles of the archive. Any supervisor may have them: they say nothing of anybody. */
export const tileRoutes =
  ({ tileArchive: archive }: Pick<AppDeps, 'tileArchive'>): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/tiles/:z/:x/:y', async (request, reply) => {
      if (!archive) throw apiNotFound()
      const { z, x, y } = request.params
      reply.header('Cache-Control', `private, max-age=${MONTH_SECONDS}`)
      return sendTagged(request, reply, `${archive.version}-${z}-${x}-${y}`, async () => {
        const tile = await archive.tile(z, x, y).catch((error: unknown) => {
          // No browser keeps a failure for a month.
          reply.removeHeader('Cache-Control')
          throw error
        })
        if (tile === null) return void reply.code(204)
        // Every browser takes gzip, and the page alone asks.
        if (archive.isGzipped) reply.header('Content-Encoding', 'gzip')
        reply.type(archive.contentType)
        return tile
      })
    })
  }
