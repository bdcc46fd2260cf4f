import type { FastifyPluginAsync } from 'fastify'
import { containerNumberWarnings } from '#domain/container/number'
import { isOperationKey } from '#domain/container/operation-key'
import type { AppDeps } from '../../../deps.ts'
import { digestOf, sendTagged } from '../../../http/answer/etag.ts'
import { forbidden, notFound, Problem } from '../../../http/answer/problem.ts'
import { createClosings } from '../../../http/limits/closings.ts'
import { route } from '../../../http/route.ts'
import { callerOf } from '../../../http/route-audience.ts'
import type { Board } from '../../../live/board.ts'
import type { HeardDrivers } from '../../../live/heard.ts'
import type { PlaceMemory } from '../../../live/place-memory.ts'
import { gradeAt, presentEvent, presentOperation } from '../../../live/present.ts'
import { tellTo } from '../../../log/tell.ts'
import { listEvents, listRecord } from '../../../record/read/events.ts'
import { findOperationInScope, findOperationOf } from '../../../record/read/operations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { createEventWriter } from '../../../record/write/writer.ts'
import { say } from '../../../text/messages.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { destinationRoutes } from './destination-routes.ts'
import { placeOf } from './places.ts'
import { refusalProblem } from './policy.ts'
import { recordEvent, startOperation } from './service.ts'

const unknownOperation = () => notFound(say('operation_not_found'))

/** What a driver does, and corrections of it. */
export const operationRoutes =
  (
    deps: AppDeps,
    board: Pick<Board, 'ofOperator' | 'remembered' | 'compare'>,
    places: PlaceMemory,
    heard: Pick<HeardDrivers, 'flush'>,
  ): FastifyPluginAsync =>
  async (app) => {
    const { orm, vital } = deps.database
    const pressing = { ...deps, database: { ...deps.database, ...vital } }
    // A press or correction in vain costs reads and a write, and a script can send them for ever.
    const { limited } = createClosings(deps.rateLimits.refusedPressesOfAccount)
    await app.register(correctionRoutes(deps, heard, limited))
    await app.register(destinationRoutes(deps))
    const writer = await createEventWriter(pressing.database, (err) =>
      tellTo(app.log)('EVENTS_ALONE', { err }),
    )
    app.addHook('onClose', async () => writer.close())
    const recording = { ...pressing, board, places, writer }
    const present = (row: OperationRow) => presentOperation(row, deps.clock.now())

    route(app, 'POST /api/containers', (request, reply) => {
      const operator = callerOf(request)
      return limited(String(operator.id), async () => {
        const { userId, containerId: containerNumber, ...rest } = request.body
        if (userId !== undefined && userId !== operator.id) {
          throw forbidden(say('own_operations_only'))
        }
        const outcome = await startOperation(recording, operator, { ...rest, containerNumber })
        switch (outcome.kind) {
          case 'started':
          case 'replayed':
            if (outcome.kind === 'replayed') reply.code(200)
            return {
              ...present(outcome.operation),
              warnings: containerNumberWarnings(outcome.operation.containerNumber),
            }
          case 'busy_operator':
            throw new Problem(
              409,
              'active_operation',
              say('already_active'),
              outcome.operation ? { operation: present(outcome.operation) } : {},
            )
          case 'busy_container':
            throw new Problem(409, 'container_busy', say('container_busy', { containerNumber }))
        }
      })
    })

    route(app, 'GET /api/containers/active', async (request, reply) => {
      const active = await board.ofOperator(callerOf(request))
      if (active) return sendTagged(request, reply, active.tag, () => present(active.state))
      // Written out as 'null': an empty body is not JSON.
      return sendTagged(request, reply.type('application/json; charset=utf-8'), 'none', () => 'null')
    })

    route(app, 'POST /api/events', (request, reply) => {
      const operator = callerOf(request)
      return limited(String(operator.id), async () => {
        const { userId, containerId: operationKey } = request.body
        if (userId !== undefined && userId !== operator.id) {
          throw forbidden(say('own_steps_only'))
        }
        if (!isOperationKey(operationKey)) throw unknownOperation()
        const outcome = await recordEvent(recording, operator, operationKey, request.body)
        switch (outcome.kind) {
          case 'recorded':
          case 'replayed':
            if (outcome.kind === 'replayed') reply.code(200)
            return presentEvent(outcome.event, outcome.grade)
          case 'unknown_operation':
            throw unknownOperation()
          case 'wrong_type':
            throw new Problem(409, 'not_next', say('operation_type_differs'), {
              operation: present(outcome.operation),
            })
          case 'refused':
            throw refusalProblem(outcome.refusal, present(outcome.operation))
        }
      })
    })

    route(app, 'GET /api/events/:containerId', async (request, reply) => {
      const operationKey = request.params.containerId
      if (!isOperationKey(operationKey)) throw unknownOperation()
      const operation = request.scope
        ? await findOperationInScope(orm, request.scope, operationKey)
        : await findOperationOf(orm, callerOf(request).id, operationKey)
      if (!operation) throw unknownOperation()
      const place = await placeOf(places, operation)
      const tag = `${operation.operationKey}.${operation.version}`
      const list = request.query.include === 'retracted' ? listRecord : listEvents
      return sendTagged(request, reply, place ? `${tag}.${digestOf(place)}` : tag, async () =>
        (await list(orm, operation)).map((event) => presentEvent(event, gradeAt(event, place))),
      )
    })
  }
