import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { csvFile } from '#contract/http/file'
import {
  containerIdsResponse,
  eventsQuery,
  eventsResponse,
  exportQuery,
  operatorLogsResponse,
} from '#contract/http/history'
import { dayOf } from '#domain/time/zone'
import { SNAPSHOT } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { cursorIn } from '../../../http/cursor.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { requireFeature, supervisorOf } from '../../../http/route-audience.ts'
import type { PlaceMemory } from '../../../live/place-memory.ts'
import { eventPage } from '../../../record/read/history.ts'
import { listOperations } from '../../../record/read/operations.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { listOperators } from '../../people/operators/queries.ts'
import { EVERYTHING, matchOf, within } from './matching.ts'
import { presentLog, presentOperationName, tracedExport } from './present.ts'
import { exportEvents, presentEvents, readPage, recordAfter } from './service.ts'

const tags = ['Supervisor']
const LOG_ROWS = 200

export const historyRoutes =
  (deps: AppDeps, places: PlaceMemory): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm, reader } = deps.database

    app.get(
      '/api/events',
      {
        config: { audience: 'supervisor', feature: ['operationLogs', 'realTimeInfo'] },
        schema: {
          tags,
          summary:
            'Eventos propios: los más recientes que cumplen los filtros, o los que siguen a un número (`after`)',
          description:
            'X-Total-Count dice cuántos cumplen los filtros; X-Next-Cursor, con qué `cursor` se pide la página siguiente.',
          querystring: eventsQuery,
          response: { 200: eventsResponse },
        },
      },
      async (request, reply) => {
        const scope = supervisorOf(request)
        const { after, limit, cursor, ...filters } = request.query
        // Catching up belongs to the live channel, so either feature opens it; the history needs its own.
        if (after !== undefined) {
          const shapes = await places.of(scope)
          return orm.transaction((tx) => recordAfter(tx, scope, after, limit, shapes), SNAPSHOT)
        }
        requireFeature(request, 'operationLogs')
        const judging = { places: await places.of(scope), now: deps.clock.now() }
        const match = matchOf(filters, filters.q ? await listOperators(orm, scope) : [])
        const page = await reader.read(scope, (db) =>
          readPage(db, scope, match, { cursor: cursorIn(cursor), limit, ...judging }),
        )
        reply.header('X-Total-Count', page.total)
        if (page.nextCursor !== null) reply.header('X-Next-Cursor', page.nextCursor)
        return presentEvents(page.rows, judging.places)
      },
    )

    app.get(
      '/api/events/export',
      {
        // HEAD would produce the whole file and throw it away.
        exposeHeadRoute: false,
        config: { audience: 'supervisor', feature: 'operationLogs', cost: 'exports' },
        schema: {
          tags,
          summary: 'Archivo CSV de todos los eventos propios que cumplen los filtros',
          description: 'X-Total-Count dice cuántos renglones vienen, sin contar el encabezado.',
          querystring: exportQuery,
          response: { 200: csvFile },
        },
      },
      async (request, reply) => {
        const { days, ...filters } = request.query
        const now = deps.clock.now()
        const scope = supervisorOf(request)
        const operators = await listOperators(orm, scope)
        const match = within(matchOf(filters, operators), days ?? 0, now)
        const file = await exportEvents(reader, scope, match, {
          places: await places.of(scope),
          names: new Map(operators.map(({ id, displayName }) => [id, displayName])),
          zone: deps.config.timezone,
          now,
        })
        // Audited before the first byte: an aborted download has still revealed rows.
        await recordAudit(orm, callerTrace(request), now, {
          action: 'history_exported',
          after: tracedExport(request.query, file.total),
        })
        reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${fileName(now, deps.config.timezone)}"`)
          .header('X-Total-Count', file.total)
        return reply.send(Readable.from(file.pieces, { objectMode: false }))
      },
    )

    for (const path of ['/api/containers/all', '/api/containers/ids']) {
      app.get(
        path,
        {
          config: { audience: 'supervisor', feature: ['operationLogs', 'kpiVisibility'] },
          schema: {
            tags,
            summary: 'Operaciones propias, las más recientes primero',
            response: { 200: containerIdsResponse },
          },
        },
        async (request) => {
          const scope = supervisorOf(request)
          return (await reader.read(scope, (db) => listOperations(db, scope))).map(presentOperationName)
        },
      )
    }

    app.get(
      '/api/supervisor/operator-logs',
      {
        config: { audience: 'supervisor', feature: 'operationLogs' },
        schema: {
          tags,
          summary: `Los ${LOG_ROWS} eventos propios más recientes, como renglones del registro`,
          response: { 200: operatorLogsResponse },
        },
      },
      async (request) => {
        const scope = supervisorOf(request)
        const { rows } = await reader.read(scope, (db) =>
          eventPage(db, scope, EVERYTHING, { cursor: null, limit: LOG_ROWS }),
        )
        return rows.map(presentLog)
      },
    )
  }

function fileName(now: number, zone: string): string {
  const { year, month, day } = dayOf(now, zone)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `logs_filtrados_${year}-${two(month)}-${two(day)}.csv`
}
