import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import {
  createEvidenceLinkRequest,
  type EvidenceLinkResponse,
  evidenceHash,
  evidenceLinkResponse,
  evidenceLinksQuery,
  evidenceLinksResponse,
} from '#contract/http/evidence'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { notFound } from '../../../http/problem.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { presentFurther, type Telling } from '../../public/links/present.ts'
import type { LinkViews } from '../../public/links/views.ts'
import { askedSubject } from './asked-subject.ts'
import { listPackLinks, type PackLink } from './links/queries.ts'
import { createPackLink, endPackLink } from './links/service.ts'

const tags = ['Expedientes']
const config = { audience: 'supervisor', feature: 'linkSharing' } as const

const presentPackLink = ({ link, pack }: PackLink, telling: Telling): EvidenceLinkResponse => ({
  ...presentFurther(link, 'expediente', telling),
  version: pack.version,
})

/** Links by which a stranger opens an evidence pack. */
export const evidenceLinkRoutes =
  (deps: AppDeps, views: Pick<LinkViews, 'flush'>): FastifyPluginAsyncZod =>
  async (app) => {
    const telling = (request: Parameters<typeof provenOrigin>[0]): Telling => ({
      origin: provenOrigin(request, deps.config.publicOrigin),
      secret: deps.sessionSecret,
      now: deps.clock.now(),
    })

    app.get(
      '/api/evidence/links',
      {
        config,
        schema: {
          tags,
          summary: 'Los enlaces a un expediente, de cualquiera de sus versiones',
          querystring: evidenceLinksQuery,
          response: { 200: evidenceLinksResponse, ...errors(404) },
        },
      },
      async (request) => {
        // Only those of this process; others store theirs within seconds.
        await views.flush()
        const subject = askedSubject(request.query)
        const links = await listPackLinks(deps.database.orm, supervisorOf(request), subject)
        return links.map((link) => presentPackLink(link, telling(request)))
      },
    )

    app.post(
      '/api/evidence/:hash/links',
      {
        config,
        schema: {
          tags,
          summary: 'Crear un enlace que abre este expediente sin iniciar sesión',
          params: z.object({ hash: evidenceHash }),
          body: createEvidenceLinkRequest,
          response: { 201: evidenceLinkResponse, ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        const asked = { ...request.body, hash: request.params.hash }
        const link = await createPackLink(deps, supervisorOf(request), asked, callerTrace(request))
        return reply.code(201).send(presentPackLink(link, telling(request)))
      },
    )

    app.delete(
      '/api/evidence/links/:linkId',
      {
        config,
        schema: {
          tags,
          summary: 'Anular un enlace a un expediente',
          params: z.object({ linkId: z.string() }),
          response: { 204: z.null(), ...errors(404) },
        },
      },
      async (request, reply) => {
        const { linkId } = request.params
        if (!/^[1-9]\d{0,8}$/.test(linkId)) throw notFound(say('link_not_found'))
        await endPackLink(deps, supervisorOf(request), Number(linkId), callerTrace(request))
        return reply.code(204).send(null)
      },
    )
  }
