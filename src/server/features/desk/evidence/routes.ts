import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { askedSubject } from './asked-subject.ts'
import { packFile } from './file.ts'
import { issuePack, packToExport } from './service.ts'

/** Evidence packs: issuing them, and their files. */
export const evidenceRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { publicOrigin } = deps.config

    route(app, 'POST /api/evidence', async (request) => {
      const pack = await issuePack(
        deps,
        supervisorOf(request),
        askedSubject(request.body),
        callerTrace(request),
      )
      return {
        hash: pack.hash,
        version: pack.version,
        issuedAt: pack.issuedAt.toISOString(),
        verifyUrl: `${provenOrigin(request, publicOrigin)}/verificar/${pack.hash}`,
      }
    })

    route(app, 'GET /api/evidence/:hash/file', async (request, reply) => {
      const { hash } = request.params
      const { format, language } = request.query
      const row = await packToExport(deps, supervisorOf(request), { hash, format }, callerTrace(request))
      const file = await packFile(deps.database.orm, row, format, {
        language,
        origin: provenOrigin(request, publicOrigin),
        exchange: { request: request.raw, response: reply.raw },
      })
      reply.header('Content-Disposition', `attachment; filename="${file.name}"`)
      return reply.type(file.type).send(file.body)
    })
  }
