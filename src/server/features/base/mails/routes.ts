import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { cursorIn } from '../../../http/answer/cursor.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
import { pageOfMails, retryMail, tryMailServer } from './console.ts'

/** What became of the mails, for the administrator. */
export const mailRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/admin/mails', async (request) => {
      const { state, q, cursor, limit } = request.query
      return pageOfMails(deps, { state: state ?? null, text: q || null, cursor: cursorIn(cursor), limit })
    })

    route(app, 'POST /api/admin/mails/:id/retry', async (request) =>
      retryMail(deps, request.params.id, adminTrace(request)),
    )

    route(app, 'POST /api/admin/mail-test', async (request) =>
      tryMailServer(deps, request.body.email, adminTrace(request)),
    )
  }
