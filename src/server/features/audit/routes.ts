import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditQuery, auditResponse } from '#contract/http/audit'
import { errors } from '#contract/http/errors'
import { possibleInstant } from '../../db/limits.ts'
import type { AppDeps } from '../../deps.ts'
import { placeIn } from '../../http/cursor.ts'
import { presentEntry } from './present.ts'
import { readAudit } from './service.ts'

export const auditRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/audit',
      {
        config: { audience: 'administrator' },
        schema: {
          tags: ['Administración'],
          summary: 'Quién cambió qué, cuándo y desde dónde; lo más reciente primero',
          querystring: auditQuery,
          response: { 200: auditResponse, ...errors(400, 401) },
        },
      },
      async (request) => {
        const { actor, action, q, from, to, cursor, limit } = request.query
        const match = {
          actor: actor ?? null,
          action: action ?? null,
          // PostgreSQL text cannot contain a zero byte, so no name has one.
          text: q ? q.replaceAll('\0', '\uFFFD') : null,
          from: from === undefined ? null : possibleInstant(from),
          to: to === undefined ? null : possibleInstant(to),
        }
        const page = await readAudit(deps.database.orm, match, { place: placeIn(cursor), limit })
        return { entries: page.rows.map(presentEntry), nextCursor: page.nextCursor }
      },
    )
  }
