import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import {
  createLinkRequest,
  DEFAULT_LINK,
  linkedOperationsResponse,
  linkResponse,
  linksResponse,
} from '#contract/http/links'
import { shareResponse } from '#contract/http/operations'
import { isOperationKey } from '#domain/container/operation-key'
import { DEFAULT_LINK_MS } from '#domain/container/share-link'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { notFound } from '../../../http/problem.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { presentDefaultLink, presentLink, presentLinkedOperation } from './present.ts'
import { listLinkedOperations } from './queries.ts'
import { createLink, linksOf, revoke, shareOperation } from './service.ts'
import type { LinkViews } from './views.ts'

const tags = ['Enlaces']
const config = { audience: 'supervisor', feature: 'linkSharing' } as const
const ofOperation = z.object({ containerId: z.string() })

/** Operations whose links are listed at once. */
const LISTED = 200

/** The links of a supervisor's operations. */
export const linkRoutes =
  (deps: AppDeps, views: Pick<LinkViews, 'flush'>): FastifyPluginAsyncZod =>
  async (app) => {
    const keyOf = ({ containerId }: z.output<typeof ofOperation>): string => {
      if (!isOperationKey(containerId)) throw notFound(say('operation_not_found'))
      return containerId
    }

    app.post(
      '/api/containers/:containerId/share',
      {
        config,
        schema: {
          tags,
          summary: 'Compartir el enlace público de una operación',
          params: ofOperation,
          response: { 201: shareResponse, ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        const scope = supervisorOf(request)
        const { operation } = await linksOf(deps, scope, keyOf(request.params))
        await shareOperation(deps, scope, operation, callerTrace(request))
        const origin = provenOrigin(request, deps.config.publicOrigin)
        return reply.code(201).send({ url: `${origin}/container/${operation.operationKey}` })
      },
    )

    app.get(
      '/api/containers/:containerId/links',
      {
        config,
        schema: {
          tags,
          summary: 'Los enlaces de una operación, con sus vistas',
          params: ofOperation,
          response: { 200: linksResponse, ...errors(404) },
        },
      },
      async (request) => {
        // Only those of this process; others store theirs within seconds.
        await views.flush()
        const { operation, byDefault, further } = await linksOf(
          deps,
          supervisorOf(request),
          keyOf(request.params),
        )
        const telling = {
          origin: provenOrigin(request, deps.config.publicOrigin),
          secret: deps.sessionSecret,
          now: deps.clock.now(),
        }
        return [
          presentDefaultLink(operation, byDefault, telling),
          ...further.map((row) => presentLink(row, telling)),
        ]
      },
    )

    app.get(
      '/api/supervisor/links',
      {
        config,
        schema: {
          tags,
          summary: 'Las operaciones propias que algún enlace abre, también las terminadas',
          response: { 200: linkedOperationsResponse },
        },
      },
      async (request) => {
        const now = deps.clock.now()
        const rows = await listLinkedOperations(deps.database.orm, supervisorOf(request), {
          now: new Date(now),
          endedAfter: new Date(now - DEFAULT_LINK_MS),
          limit: LISTED,
        })
        return rows.map(presentLinkedOperation)
      },
    )

    app.post(
      '/api/containers/:containerId/links',
      {
        config,
        schema: {
          tags,
          summary: 'Crear otro enlace, con nivel, vencimiento y nombre',
          params: ofOperation,
          body: createLinkRequest,
          response: { 201: linkResponse, ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        const row = await createLink(
          deps,
          supervisorOf(request),
          keyOf(request.params),
          request.body,
          callerTrace(request),
        )
        const origin = provenOrigin(request, deps.config.publicOrigin)
        const telling = { origin, secret: deps.sessionSecret, now: deps.clock.now() }
        return reply.code(201).send(presentLink(row, telling))
      },
    )

    app.delete(
      '/api/containers/:containerId/links/:linkId',
      {
        config,
        schema: {
          tags,
          summary: 'Anular un enlace; «default» es el de la operación',
          params: ofOperation.extend({ linkId: z.string() }),
          response: { 204: z.null(), ...errors(404) },
        },
      },
      async (request, reply) => {
        const { linkId } = request.params
        const isDefault = linkId === DEFAULT_LINK
        if (!isDefault && !/^[1-9]\d{0,8}$/.test(linkId)) throw notFound(say('link_not_found'))
        await revoke(
          deps,
          supervisorOf(request),
          keyOf(request.params),
          isDefault ? null : Number(linkId),
          callerTrace(request),
        )
        return reply.code(204).send(null)
      },
    )
  }
