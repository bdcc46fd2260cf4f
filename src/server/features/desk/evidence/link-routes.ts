import type { FastifyPluginAsync } from 'fastify'
import type { EvidenceLinkResponse } from '#contract/http/desk/evidence'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { presentLetter } from '../../base/mails/present.ts'
import { type MailRow, mailsOfLinks } from '../../base/mails/queries.ts'
import { presentFurther, type Telling } from '../../public/links/present.ts'
import type { LinkViews } from '../../public/links/views.ts'
import { askedSubject } from './asked-subject.ts'
import { listPackLinks, type PackLink } from './links/queries.ts'
import { sendPack } from './links/send.ts'
import { createPackLink, endPackLink } from './links/service.ts'

const presentPackLink = (
  { link, pack }: PackLink,
  telling: Telling,
  mail: MailRow | undefined,
): EvidenceLinkResponse => ({
  ...presentFurther(link, 'expediente', telling),
  version: pack.version,
  mail: mail ? presentLetter(mail) : null,
})

/** Links by which a stranger opens an evidence pack. */
export const evidenceLinkRoutes =
  (deps: AppDeps, views: Pick<LinkViews, 'flush'>): FastifyPluginAsync =>
  async (app) => {
    const telling = (request: Parameters<typeof provenOrigin>[0]): Telling => ({
      origin: provenOrigin(request, deps.config.publicOrigin),
      secrets: deps.sessionSecrets,
      now: deps.clock.steady(),
    })

    route(app, 'GET /api/evidence/links', async (request) => {
      // Only those of this process; others store theirs within seconds.
      await views.flush()
      const subject = askedSubject(request.query)
      const links = await listPackLinks(deps.database.orm, supervisorOf(request), subject)
      const mails = await mailsOfLinks(
        deps.database.orm,
        links.map(({ link }) => link.id),
      )
      return links.map((one) => presentPackLink(one, telling(request), mails.get(one.link.id)))
    })

    route(app, 'POST /api/evidence/:hash/links', async (request) => {
      const asked = { ...request.body, hash: request.params.hash }
      const [scope, trace] = [supervisorOf(request), callerTrace(request)]
      const made = await deps.database.orm.transaction((tx) => createPackLink(tx, deps, scope, asked, trace))
      return presentPackLink(made, telling(request), undefined)
    })

    route(app, 'POST /api/evidence/:hash/send', async (request) => {
      const { origin } = telling(request)
      const asked = { ...request.body, hash: request.params.hash, origin }
      const made = await sendPack(deps, supervisorOf(request), asked, callerTrace(request))
      const { id } = made.link
      const mails = await mailsOfLinks(deps.database.orm, [id])
      return presentPackLink(made, telling(request), mails.get(id))
    })

    route(app, 'DELETE /api/evidence/links/:linkId', async (request) => {
      await endPackLink(deps, supervisorOf(request), request.params.linkId, callerTrace(request))
    })
  }
