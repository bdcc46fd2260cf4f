import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { memoryActionResponse } from '#contract/http/admin'
import { errors } from '#contract/http/errors'
import type { AppDeps } from '../../../deps.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { presentBackup, presentReload, presentVerification } from './present.ts'
import { databaseToMemory, type Memory, memoryToDatabase, verifyMemory } from './service.ts'

const tags = ['Administración']
const config = { audience: 'administrator' } as const

/** The three actions on the operation board. */
export const memoryRoutes =
  (deps: AppDeps, memory: Memory): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/admin/force-backup',
      {
        config,
        schema: {
          tags,
          summary: 'Memoria a base de datos, y un respaldo completo',
          description:
            '`success: false`, sin respaldo, cuando la memoria va adelante de la base; `differences` dice en qué.',
          response: { 200: memoryActionResponse, ...errors(409) },
        },
      },
      async (request) => presentBackup(await memoryToDatabase(deps, memory, adminTrace(request))),
    )

    app.post(
      '/api/admin/force-load',
      {
        config,
        schema: {
          tags,
          summary: 'Base de datos a memoria',
          response: { 200: memoryActionResponse },
        },
      },
      async (request) => presentReload(await databaseToMemory(deps, memory, adminTrace(request))),
    )

    app.post(
      '/api/admin/verify-memory',
      {
        config,
        schema: {
          tags,
          summary: 'Comparar la memoria con la base de datos',
          description: '`success: false` cuando difieren; `differences` dice en qué.',
          response: { 200: memoryActionResponse },
        },
      },
      async (request) => presentVerification(await verifyMemory(deps, memory, adminTrace(request))),
    )
  }
