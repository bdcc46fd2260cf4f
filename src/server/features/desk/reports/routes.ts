import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import { csvFile } from '#contract/http/file'
import {
  exportReportRequest,
  reportResponse,
  reportsResponse,
  saveReportRequest,
} from '#contract/http/reports'
import { MAX_INTEGER } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { presentReport, reportCsv, reportFileName } from './present.ts'
import { findReport, listReports } from './queries.ts'
import { deleteReport, reportToExport, saveReport, unknownReport } from './service.ts'

const tags = ['Reportes']
const config = { audience: 'supervisor', feature: 'kpiVisibility' } as const
const params = z.object({
  id: z.coerce.number().int().positive().max(MAX_INTEGER),
})

export const reportRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database
    const { timezone } = deps.config

    app.post(
      '/api/reports',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'Guardar los indicadores de un mes',
          body: saveReportRequest,
          response: { 201: reportResponse, ...errors(404) },
        },
      },
      async (request, reply) => {
        const report = await saveReport(deps, supervisorOf(request), request.body, {
          trace: callerTrace(request),
          log: request.log,
        })
        return reply.code(201).send(presentReport(report))
      },
    )

    app.get(
      '/api/reports',
      {
        config,
        schema: {
          tags,
          summary: 'Reportes guardados, el más reciente primero',
          response: { 200: reportsResponse },
        },
      },
      async (request) => (await listReports(orm, supervisorOf(request), timezone)).map(presentReport),
    )

    app.get(
      '/api/reports/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Un reporte guardado',
          params,
          response: { 200: reportResponse, ...errors(404) },
        },
      },
      async (request) => {
        const report = await findReport(orm, supervisorOf(request), request.params.id, timezone)
        if (!report) throw unknownReport()
        return presentReport(report)
      },
    )

    app.delete(
      '/api/reports/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Borrar un reporte',
          params,
          response: { 204: z.null(), ...errors(404) },
        },
      },
      async (request, reply) => {
        await deleteReport(deps, supervisorOf(request), request.params.id, callerTrace(request))
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/reports/export',
      {
        config: { ...config, cost: 'exports' },
        schema: {
          tags,
          summary: 'Los indicadores de un mes como archivo CSV',
          body: exportReportRequest,
          response: { 200: csvFile, ...errors(404) },
        },
      },
      async (request, reply) => {
        const told = { trace: callerTrace(request), log: request.log }
        const file = {
          ...request.body,
          ...(await reportToExport(deps, supervisorOf(request), request.body, told)),
        }
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${reportFileName(file)}"`)
          .send(reportCsv(file))
      },
    )
  }
