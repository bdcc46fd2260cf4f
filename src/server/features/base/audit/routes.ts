import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { auditExportQuery } from '#contract/http/console/audit'
import { possibleInstant } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { cursorIn } from '../../../http/answer/cursor.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
import { presentEntry } from './present.ts'
import type { AuditMatch } from './queries.ts'
import { exportAudit, readAudit, recordAudit } from './service.ts'

export const auditRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database

    route(app, 'GET /api/admin/audit', async (request) => {
      const { cursor, limit, ...filters } = request.query
      const page = await readAudit(orm, matchOf(filters), { cursor: cursorIn(cursor), limit })
      return { entries: page.rows.map(presentEntry), nextCursor: page.nextCursor }
    })

    route(app, 'GET /api/admin/audit/export', async (request, reply) => {
      const now = deps.clock.now()
      // Before the first byte: an aborted download has still revealed lines.
      await recordAudit(orm, adminTrace(request), now, { action: 'audit_exported', after: request.query })
      const day = new Date(now).toISOString().slice(0, 10)
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="bitacora_${day}.csv"`)
      return reply.send(Readable.from(exportAudit(orm, matchOf(request.query)), { objectMode: false }))
    })
  }

function matchOf(query: z.output<typeof auditExportQuery>): AuditMatch {
  const { actor, action, q, from, to, ...forgotten } = query
  forgotten satisfies Record<string, never>
  return {
    actor: actor ?? null,
    action: action ?? null,
    // PostgreSQL text cannot contain a zero byte, so no name has one.
    text: q ? q.replaceAll('\0', '\uFFFD') : null,
    from: from === undefined ? null : possibleInstant(from),
    to: to === undefined ? null : possibleInstant(to),
  }
}
