import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import { publicContainerResponse, publicEventsResponse } from '#contract/http/tracking'
import { unchanged } from '#contract/http/unchanged'
import { trackingReference } from '#domain/container/operation-key'
import type { AppDeps } from '../../deps.ts'
import { sendTagged } from '../../http/etag.ts'
import { notFound } from '../../http/problem.ts'
import { say } from '../../text/messages.ts'
import { readSettings } from '../settings/service.ts'
import { presentPublicContainer, presentPublicEvent, type Visibility } from './present.ts'
import { findByKey, findNewestOfNumber, listEventsOf, type OperationRow } from './queries.ts'

const params = z.object({ containerId: z.string() })
const tags = ['Seguimiento público']
const config = { audience: 'anyone' } as const

/** What anybody with a link or a container number may see. */
export const trackingRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database

    async function find(text: string): Promise<{ operation: OperationRow; visibility: Visibility }> {
      const missing = notFound(say('container_not_found'))
      const reference = trackingReference(text)
      if (!reference) throw missing
      if (reference.kind === 'operation') {
        const operation = await findByKey(orm, reference.operationKey)
        if (!operation) throw missing
        return { operation, visibility: 'full' }
      }
      const { publicTracking: visibility } = await readSettings(orm)
      const operation =
        visibility === 'link' ? null : await findNewestOfNumber(orm, reference.containerNumber)
      if (!operation || visibility === 'link') throw missing
      return { operation, visibility }
    }

    const tag = (operation: OperationRow, visibility: Visibility): string =>
      `${operation.id}.${operation.version}.${visibility}`

    app.addHook('onRequest', async (request) => {
      await deps.rateLimits.publicPageOfAddress.spend(request.ip)
    })

    app.get(
      '/api/public/containers/:containerId',
      {
        config,
        schema: {
          tags,
          summary: 'Estado de un contenedor',
          params,
          response: { 200: publicContainerResponse, ...unchanged, ...errors(404) },
        },
      },
      async (request, reply) => {
        const { operation, visibility } = await find(request.params.containerId)
        const body = () => presentPublicContainer(operation, visibility, deps.clock.now())
        return sendTagged(request, reply, tag(operation, visibility), body)
      },
    )

    app.get(
      '/api/public/events/:containerId',
      {
        config,
        schema: {
          tags,
          summary: 'Historial de un contenedor, del más reciente al más antiguo',
          params,
          response: { 200: publicEventsResponse, ...unchanged, ...errors(404) },
        },
      },
      async (request, reply) => {
        const { operation, visibility } = await find(request.params.containerId)
        const body = async () =>
          (await listEventsOf(orm, operation)).map((row) => presentPublicEvent(row, visibility))
        return sendTagged(request, reply, tag(operation, visibility), body)
      },
    )
  }
