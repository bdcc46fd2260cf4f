import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { route } from '../../../http/route.ts'
import { presentBackup, presentReload, presentVerification } from './present.ts'
import { databaseToMemory, type Memory, memoryToDatabase, verifyMemory } from './service.ts'

/** The three actions on the operation board. */
export const memoryRoutes =
  (deps: AppDeps, memory: Memory): FastifyPluginAsync =>
  async (app) => {
    route(app, 'POST /api/admin/force-backup', async (request) =>
      presentBackup(await memoryToDatabase(deps, memory, adminTrace(request))),
    )

    route(app, 'POST /api/admin/force-load', async (request) =>
      presentReload(await databaseToMemory(deps, memory, adminTrace(request))),
    )

    route(app, 'POST /api/admin/verify-memory', async (request) =>
      presentVerification(await verifyMemory(deps, memory, adminTrace(request))),
    )
  }
