import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { type ContainerIdsResponse, LOG_ROWS } from '#contract/http/desk/history'
import { dayOf } from '#domain/time/zone'
import { mapInTurns } from '../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../deps.ts'
import { cursorIn } from '../../../http/answer/cursor.ts'
import { sendInTurns, sendJson } from '../../../http/answer/json-in-turns.ts'
import { workInTurn } from '../../../http/limits/budget.ts'
import { route } from '../../../http/route.ts'
import { requireFeature, supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import type { PlaceMemory } from '../../../live/place-memory.ts'
import { eventPage } from '../../../record/read/history.ts'
import { listOperations } from '../../../record/read/operations.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { listOperators } from '../../people/operators/queries.ts'
import { EVERYTHING, matchOf, within } from './matching.ts'
import { presentLog, presentOperationName, tracedExport } from './present.ts'
import { eventsText, exportEvents, readPage, recordAfter } from './service.ts'

export const historyRoutes =
  (deps: AppDeps, places: PlaceMemory): FastifyPluginAsync =>
  async (app) => {
    const { orm, reader } = deps.database

    route(app, 'GET /api/events', async (request, reply) => {
      const scope = supervisorOf(request)
      const { after, limit, cursor, ...filters } = request.query
      // Catching up belongs to the live channel, so either feature opens it; the history needs its own.
      if (after !== undefined) {
        const shapes = await places.of(scope)
        // Reasons of corrections, which drivers write, stand beside the keys of others: not compressed, here or by a proxy.
        reply.header('Cache-Control', 'no-store, no-transform')
        const record = () => recordAfter(deps.database, scope, after, limit, shapes)
        const line = `catch-up ${scope.supervisorId}` as const
        return sendJson(reply, await workInTurn(request, reply, record, { line }))
      }
      requireFeature(request, 'operationLogs')
      const judging = { places: await places.of(scope), now: deps.clock.now() }
      const match = matchOf(filters, filters.q ? await listOperators(orm, scope) : [])
      const { page, text } = await workInTurn(request, reply, async () => {
        const page = await reader.read(scope, (db) =>
          readPage(db, scope, match, { cursor: cursorIn(cursor), limit, ...judging }),
        )
        return { page, text: await eventsText(scope, page.rows, judging.places) }
      })
      reply.header('X-Total-Count', page.total)
      if (page.nextCursor !== null) reply.header('X-Next-Cursor', page.nextCursor)
      return sendJson(reply, text)
    })

    route(app, 'GET /api/events/export', async (request, reply) => {
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
        inTurn: (work) => workInTurn(request, reply, work, { patient: true }),
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
    })

    for (const name of ['GET /api/containers/all', 'GET /api/containers/ids'] as const) {
      route(app, name, async (request, reply) => {
        const scope = supervisorOf(request)
        const operations = await reader.read(scope, (db) => listOperations(db, scope))
        const names = await mapInTurns(scope, operations, presentOperationName)
        return sendInTurns<ContainerIdsResponse>(reply, names)
      })
    }

    route(app, 'GET /api/supervisor/operator-logs', async (request) => {
      const scope = supervisorOf(request)
      const { rows } = await reader.read(scope, (db) =>
        eventPage(db, scope, EVERYTHING, { cursor: null, limit: LOG_ROWS }),
      )
      return rows.map(presentLog)
    })
  }

function fileName(now: number, zone: string): string {
  const { year, month, day } = dayOf(now, zone)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `logs_filtrados_${year}-${two(month)}-${two(day)}.csv`
}
