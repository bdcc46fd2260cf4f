import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import {
  evidenceFileQuery,
  evidenceHash,
  evidenceResponse,
  issueEvidenceRequest,
} from '#contract/http/evidence'
import { isOperationKey } from '#domain/container/operation-key'
import type { AppDeps } from '../../deps.ts'
import { provenOrigin } from '../../http/origin.ts'
import { notFound } from '../../http/problem.ts'
import { callerTrace } from '../../http/request-trace.ts'
import { supervisorOf } from '../../http/route-audience.ts'
import { say } from '../../text/messages.ts'
import { evidenceCsv } from './csv.ts'
import { evidencePdf } from './pdf.ts'
import type { Subject } from './queries.ts'
import { contentOf, issuePack, packToExport, targetOf } from './service.ts'
import { sheetOf, WORDS } from './sheet.ts'

const tags = ['Expedientes']
const config = { audience: 'supervisor', feature: 'kpiVisibility', cost: 'exports' } as const

/** Evidence packs: issuing them, and their files. */
export const evidenceRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { publicOrigin } = deps.config

    function subjectOf(body: z.output<typeof issueEvidenceRequest>): Subject {
      if (!('containerId' in body)) return body
      if (!isOperationKey(body.containerId)) throw notFound(say('operation_not_found'))
      return { operationKey: body.containerId }
    }

    app.post(
      '/api/evidence',
      {
        config,
        schema: {
          tags,
          summary: 'Emitir el expediente de una operación terminada, o del mes de un cliente',
          body: issueEvidenceRequest,
          response: { 200: evidenceResponse, ...errors(400, 403, 404, 409, 429) },
        },
      },
      async (request) => {
        const pack = await issuePack(
          deps,
          supervisorOf(request),
          subjectOf(request.body),
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
          response: { 200: z.unknown(), ...errors(400, 403, 404, 429) },
        },
      },
      async (request, reply) => {
        const { hash } = request.params
        const { format, language } = request.query
        const row = await packToExport(deps, supervisorOf(request), { hash, format }, callerTrace(request))
        const issued = { pack: contentOf(row), hash, issuedAt: row.issuedAt }
        const verifyUrl = `${provenOrigin(request, publicOrigin)}/verificar/${hash}`
        const sheet = sheetOf({ ...issued, verifyUrl }, language)
        const name = `expediente_${targetOf(row).replace(/[^\w-]+/g, '_')}_v${row.version}.${format}`
        reply.header('Content-Disposition', `attachment; filename="${name}"`)
        return format === 'pdf'
          ? reply.type('application/pdf').send(await evidencePdf(sheet, WORDS[language], row.issuedAt))
          : reply.type('text/csv; charset=utf-8').send(evidenceCsv(sheet))
      },
    )
  }
