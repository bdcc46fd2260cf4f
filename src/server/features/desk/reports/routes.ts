import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { presentReport, reportCsv, reportFileName } from './present.ts'
import { findReport, listReports } from './queries.ts'
import { deleteReport, reportToExport, saveReport, unknownReport } from './service.ts'

export const reportRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database
    const { timezone } = deps.config

    route(app, 'POST /api/reports', async (request) => {
      const report = await saveReport(deps, supervisorOf(request), request.body, {
        trace: callerTrace(request),
        log: request.log,
      })
      return presentReport(report)
    })

    route(app, 'GET /api/reports', async (request) =>
      (await listReports(orm, supervisorOf(request), timezone)).map(presentReport),
    )

    route(app, 'GET /api/reports/:id', async (request) => {
      const report = await findReport(orm, supervisorOf(request), request.params.id, timezone)
      if (!report) throw unknownReport()
      return presentReport(report)
    })

    route(app, 'DELETE /api/reports/:id', async (request) => {
      await deleteReport(deps, supervisorOf(request), request.params.id, callerTrace(request))
    })

    route(app, 'POST /api/reports/export', async (request, reply) => {
      const told = { trace: callerTrace(request), log: request.log }
      const file = {
        ...request.body,
        ...(await reportToExport(deps, supervisorOf(request), request.body, told)),
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${reportFileName(file)}"`)
        .send(reportCsv(file))
    })
  }
