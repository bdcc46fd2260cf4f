import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../adapters/clock.ts'
import type { Caller } from '../identity/caller.ts'
import { type SupervisorScope, scopeOf } from '../identity/supervisor-scope.ts'
import { forbidden, unauthorized } from './problem.ts'
import { forgetSession, isStillGood, renewSession } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export function installGuards(
  app: FastifyInstance,
  deps: { clock: Clock; findCaller: (id: number) => Promise<(Caller & { passwordHash: string }) | null> },
): void {
  app.decorateRequest('caller', null)
  // Read anew for every request: a deactivated account is out with its next click, on every process.
  app.addHook('preHandler', async (request) => {
    const userId = request.session?.userId
    if (userId === undefined) return
    const caller = await deps.findCaller(userId)
    if (caller?.isActive && isStillGood(request, caller)) {
      request.caller = caller
      renewSession(request, deps.clock.now())
    } else {
      await forgetSession(request)
    }
  })
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized()
  return request.caller
}

export function operatorOf(request: FastifyRequest): Caller {
  const caller = callerOf(request)
  if (caller.role !== 'operator') throw forbidden('Esta función es para operadores.')
  return caller
}

export function supervisorOf(request: FastifyRequest): { caller: Caller; scope: SupervisorScope } {
  const caller = callerOf(request)
  if (caller.role !== 'supervisor') throw forbidden('Esta función es para supervisores.')
  return { caller, scope: scopeOf({ id: caller.id, role: caller.role }) }
}
