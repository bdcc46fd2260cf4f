import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import {
  evidenceFileQuery,
  evidenceHash,
  evidenceResponse,
  issueEvidenceRequest,
} from '#contract/http/evidence'
import { file } from '#contract/http/file'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { askedSubject } from './asked-subject.ts'
import { packFile } from './file.ts'
import { issuePack, packToExport } from './service.ts'

const tags = ['Expedientes']
const config = { audience: 'supervisor', feature: 'kpiVisibility', cost: 'exports' } as const

/** Evidence packs: issuing them, and their files. */
export const evidenceRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { publicOrigin } = deps.config

    app.post(
      '/api/evidence',
      {
        config,
        schema: {
          tags,
          summary: 'Emitir el expediente de una operación terminada, o del mes de un cliente',
          body: issueEvidenceRequest,
          response: { 200: evidenceResponse, ...errors(404, 409) },
        },
      },
      async (request) => {
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
      },
    )

    app.get(
      '/api/evidence/:hash/file',
      {
        config,
        schema: {
          tags,
          summary: 'Un expediente emitido, como PDF o CSV',
          params: z.object({ hash: evidenceHash }),
          querystring: evidenceFileQuery,
          response: {
            200: file('PDF o CSV, como se pidió', { 'application/pdf': z.file(), 'text/csv': z.string() }),
            ...errors(404),
          },
        },
      },
      async (request, reply) => {
        const { hash } = request.params
        const { format, language } = request.query
        const row = await packToExport(deps, supervisorOf(request), { hash, format }, callerTrace(request))
        const file = await packFile(row, { format, language }, provenOrigin(request, publicOrigin))
        reply.header('Content-Disposition', `attachment; filename="${file.name}"`)
        return reply.type(file.type).send(file.body)
      },
    )
  }
