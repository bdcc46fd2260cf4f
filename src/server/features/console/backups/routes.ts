import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
import { tellTo } from '../../../log/tell.ts'
import { proveByHand } from './nightly.ts'
import { presentBackup, presentReload, presentVerification } from './present.ts'
import { databaseToMemory, type Memory, memoryToDatabase, verifyMemory } from './service.ts'

/** The three actions on the operation board. */
export const memoryRoutes =
  (deps: AppDeps, memory: Memory): FastifyPluginAsync =>
  async (app) => {
    const tell = tellTo(app.log)
    route(app, 'POST /api/admin/force-backup', async (request) => {
      const report = await memoryToDatabase(deps, memory, adminTrace(request))
      const { backup } = report
      if (backup) {
        // Takes longer than anybody waits.
        deps.afterAnswer.add(() =>
          proveByHand(deps, backup, deps.clock.now(), (message) =>
            tell('JOB_WARNS', { job: 'backups' }, message),
          ).catch((err: unknown) =>
            tell('BACKGROUND_FAILED', { err, work: 'verificar y copiar el respaldo' }),
          ),
        )
      }
      return presentBackup(report)
    })

    route(app, 'POST /api/admin/force-load', async (request) =>
      presentReload(await databaseToMemory(deps, memory, adminTrace(request))),
    )

    route(app, 'POST /api/admin/verify-memory', async (request) =>
      presentVerification(await verifyMemory(deps, memory, adminTrace(request))),
    )
  }
