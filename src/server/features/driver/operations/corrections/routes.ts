import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { correctionRequest } from '#contract/http/desk/corrections'
import { isOperationKey } from '#domain/container/operation-key'
import type { CorrectionCommand } from '#domain/operation/correct'
import { onServerClock } from '#domain/time/two-clocks'
import type { AppDeps } from '../../../../deps.ts'
import { forbidden, notFound, Problem } from '../../../../http/answer/problem.ts'
import type { Closings } from '../../../../http/limits/closings.ts'
import { type RequestOf, route } from '../../../../http/route.ts'
import { callerOf } from '../../../../http/route-audience.ts'
import { tenantOfCaller } from '../../../../identity/caller.ts'
import type { HeardDrivers } from '../../../../live/heard.ts'
import { presentCorrection, presentOperation } from '../../../../live/present.ts'
import { correctionsOf } from '../../../../record/correct.ts'
import { findOperationInScope, findOperationOf } from '../../../../record/read/operations.ts'
import type { OperationRow } from '../../../../record/rows.ts'
import { say } from '../../../../text/messages.ts'
import { correctionProblem } from '../policy.ts'
import { correctOperation } from './service.ts'

const unknownOperation = () => notFound(say('operation_not_found'))

function commandOf(body: z.output<typeof correctionRequest>): CorrectionCommand {
  switch (body.kind) {
    case 'time':
      return { kind: 'time', position: body.position, occurredAt: Date.parse(body.timestamp) }
    case 'stop_kind':
      return { kind: 'stop_kind', position: body.position, type: body.eventType }
    case 'container_number':
      return { kind: 'container_number', containerNumber: body.containerNumber }
    case 'retraction':
      return { kind: 'retraction', position: body.position }
    case 'cancellation':
      return { kind: 'cancellation' }
  }
}

function claimedOf(body: z.output<typeof correctionRequest>): number | null {
  if (body.kind !== 'retraction' || body.occurredAt === undefined) return null
  return onServerClock(Date.parse(body.occurredAt), body.clockOffsetMs ?? 0)
}

/** Corrections of an operation: by its supervisor, and by its driver the retraction of the newest press. */
export const correctionRoutes =
  (deps: AppDeps, heard: Pick<HeardDrivers, 'flush'>, limited: Closings['limited']): FastifyPluginAsync =>
  async (app) => {
    const { queue, vital } = deps.database
    const pressing = { ...deps, database: { ...deps.database, ...vital } }
    const present = (row: OperationRow) => presentOperation(row, deps.clock.now())

    route(app, 'POST /api/containers/:containerId/corrections', (request, reply) =>
      limited(String(callerOf(request).id), () => correct(request, reply)),
    )

    async function correct(
      request: RequestOf<'POST /api/containers/:containerId/corrections'>,
      reply: FastifyReply,
    ) {
      const operationKey = request.params.containerId
      const { body, scope } = request
      if (!isOperationKey(operationKey)) throw unknownOperation()
      if (!scope && body.kind !== 'retraction') throw forbidden(say('retraction_only'))
      const reason = body.reason ?? null
      if (scope && reason === null) throw new Problem(400, 'validation', say('correction_reason'))
      // What this process has heard of the driver's phone decides, too.
      if (!scope) await heard.flush()
      const caller = callerOf(request)
      const given = {
        operationKey,
        correctionId: body.correctionId,
        command: commandOf(body),
        reason,
        claimedAt: scope ? null : claimedOf(body),
      }
      // It waits for rows that presses of the same supervisor update, and must not wait for them on every connection.
      const outcome = await queue.run(tenantOfCaller(caller), () =>
        correctOperation(pressing, caller, scope, given),
      )
      switch (outcome.kind) {
        case 'corrected':
        case 'replayed':
          if (outcome.kind === 'replayed') reply.code(200)
          return {
            correction: presentCorrection({
              ...outcome.correction,
              containerNumber: outcome.operation.containerNumber,
            }),
            operation: present(outcome.operation),
          }
        case 'unknown_operation':
          throw unknownOperation()
        case 'refused':
          throw correctionProblem(outcome.refusal, present(outcome.operation))
        case 'not_retractable':
          throw new Problem(409, 'correction_refused', say(`retraction_${outcome.why}`), {
            operation: present(outcome.operation),
          })
        case 'busy_operator':
          throw new Problem(409, 'correction_refused', say('correction_operator_busy'))
        case 'busy_container':
          throw new Problem(409, 'container_busy', say('correction_container_busy'))
        case 'id_taken':
          throw new Problem(409, 'correction_id_taken', say('correction_id_taken'))
      }
    }

    route(app, 'GET /api/containers/:containerId/corrections', async (request) => {
      const operationKey = request.params.containerId
      if (!isOperationKey(operationKey)) throw unknownOperation()
      const { orm } = deps.database
      const operation = request.scope
        ? await findOperationInScope(orm, request.scope, operationKey)
        : await findOperationOf(orm, callerOf(request).id, operationKey)
      if (!operation) throw unknownOperation()
      const rows = await correctionsOf(orm, [operationKey])
      return rows.map((row) => presentCorrection({ ...row, containerNumber: operation.containerNumber }))
    })
  }
