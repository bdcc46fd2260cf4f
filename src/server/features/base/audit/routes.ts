import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { auditExportQuery, auditQuery, auditResponse } from '#contract/http/audit'
import { csvFile } from '#contract/http/file'
import { possibleInstant } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { cursorIn } from '../../../http/cursor.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { presentEntry } from './present.ts'
import type { AuditMatch } from './queries.ts'
import { exportAudit, readAudit, recordAudit } from './service.ts'

const tags = ['Administración']
const config = { audience: 'administrator' } as const

export const auditRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database

    app.get(
      '/api/admin/audit',
      {
        config,
        schema: {
          tags,
          summary: 'Quién cambió qué, cuándo y desde dónde; lo más reciente primero',
          querystring: auditQuery,
          response: { 200: auditResponse },
        },
      },
      async (request) => {
        const { cursor, limit, ...filters } = request.query
        const page = await readAudit(orm, matchOf(filters), { cursor: cursorIn(cursor), limit })
        return { entries: page.rows.map(presentEntry), nextCursor: page.nextCursor }
      },
    )

    app.get(
      '/api/admin/audit/export',
      {
        exposeHeadRoute: false,
        config,
        schema: {
          tags,
          summary: 'Archivo CSV de la bitácora con los mismos filtros',
          querystring: auditExportQuery,
          response: { 200: csvFile },
        },
      },
      async (request, reply) => {
        const now = deps.clock.now()
        // Before the first byte: an aborted download has still revealed lines.
        await recordAudit(orm, adminTrace(request), now, { action: 'audit_exported', after: request.query })
        const day = new Date(now).toISOString().slice(0, 10)
        reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="bitacora_${day}.csv"`)
        return reply.send(Readable.from(exportAudit(orm, matchOf(request.query)), { objectMode: false }))
      },
    )
  }

function matchOf({ actor, action, q, from, to }: z.output<typeof auditExportQuery>): AuditMatch {
  return {
    actor: actor ?? null,
    action: action ?? null,
    // PostgreSQL text cannot contain a zero byte, so no name has one.
    text: q ? q.replaceAll('\0', '\uFFFD') : null,
    from: from === undefined ? null : possibleInstant(from),
    to: to === undefined ? null : possibleInstant(to),
  }
}
