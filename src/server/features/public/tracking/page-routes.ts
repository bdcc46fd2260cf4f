import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { typedReference } from '#domain/container/operation-key'
import type { AppDeps } from '../../../deps.ts'
import { type Html, sendHtml } from '../../../http/answer/html.ts'
import { builtPage } from '../../../http/answer/page.ts'
import { Problem } from '../../../http/answer/problem.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { tellTo } from '../../../log/tell.ts'
import { listEvents } from '../../../record/read/events.ts'
import type { LinkViews } from '../links/views.ts'
import { countVisit } from '../links/visits.ts'
import { findTracked, versionOf } from './find.ts'
import { failurePage, searchPage, trackedPage } from './page/document.ts'
import { changedLanguage, wordsInstalled } from './page/language.ts'
import { timeText } from './page/times.ts'
import { presentPublicContainer, presentPublicEvent } from './present.ts'
import type { Outlooks } from './service.ts'

/** A pasted link is far shorter. */
const MOST_TYPED = 300

/**
 * The public page of a container, whole without JavaScript. Its script asks for it again with `If-None-Match`, and puts
 * what it gets in the place of what is shown.
 */
export const trackingPage =
  (
    deps: AppDeps,
    {
      views,
      outlook,
      maintenance,
    }: { views: Pick<LinkViews, 'count'>; outlook: Outlooks; maintenance: { isOn(): boolean } },
  ): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database
    const { timezone: zone } = deps.config
    const wordsFor = wordsInstalled(deps.config)
    const built = builtPage('features/public/tracking/follow.ts')
    const { script } = builtPage('features/public/tracking/offer-shared.ts')

    app.addHook('onRequest', async (_request, reply) => {
      // Nothing of what a link shows stays on a shared device, and no search engine keeps it.
      reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
    })

    app.setErrorHandler((error, request, reply) => {
      const { status, retryAfter } =
        error instanceof Problem
          ? { status: error.status, retryAfter: error.extra.retryAfterSeconds ?? 5 }
          : { status: 503, retryAfter: 5 }
      if (!(error instanceof Problem)) tellTo(request.log)('REQUEST_FAILED', { err: error, req: request })
      const words = wordsFor(request)
      reply.header('Retry-After', String(retryAfter))
      const failure = {
        title: words.loadFailed,
        hint: `${words.containerFailed}. ${words.tryAgainHint}`,
        retry: true,
      }
      return sendHtml(request, reply, status, failurePage({ words, built }, failure))
    })

    app.addHook('preHandler', async (request, reply) => {
      if (changedLanguage(request, reply)) return reply
      if (!maintenance.isOn()) return
      const words = wordsFor(request)
      reply.header('Retry-After', '5')
      const calm = { title: words.maintenanceTitle, hint: words.maintenanceHint, retry: true }
      return sendHtml(request, reply, 503, failurePage({ words, built }, calm))
    })

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const words = wordsFor(request)
      const fail = (status: number, title: string, hint: string) =>
        sendHtml(request, reply, status, failurePage({ words, built }, { title, hint, retry: false }))
      const { reference = '' } = request.params as { reference?: string }
      if (reference === '') return fail(404, words.noId, words.noIdHint)
      const now = deps.clock.now()
      const found = await findTracked(orm, reference, request.signedIn, deps.clock.steady())
      if (!found) return fail(404, words.notFound, words.notFoundHint)
      if (found.link) countVisit(views, request, reply, { link: found.link, path: `/container/${reference}` })
      const { operation, level } = found
      const tag = `${versionOf(found, now)}.${words.locale}`
      reply.header('ETag', `W/"${tag}"`)
      if (request.headers['if-none-match'] === `W/"${tag}"`) return reply.code(304).send()
      const told = await outlook(found)
      const shown = {
        container: presentPublicContainer(found, told, now),
        events: (await listEvents(orm, operation)).map((row) =>
          presentPublicEvent(row, level, told.destination),
        ),
        words,
        time: timeText(words.locale, zone),
        now,
      }
      const origin = provenOrigin(request, deps.config.publicOrigin)
      const document: Html = trackedPage(shown, { built, tag, zone, origin })
      return sendHtml(request, reply, 200, document)
    }

    /** A door for those who have only the number: what they type leads to the page of that container. */
    function search(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply {
      const { numero = '' } = request.query as { numero?: string }
      const typed = String(numero).slice(0, MOST_TYPED)
      const reference = typedReference(typed)
      if (reference !== null) return reply.redirect(`/container/${reference}`, 303)
      const words = wordsFor(request)
      return sendHtml(request, reply, typed === '' ? 200 : 400, searchPage({ words, built, script }, typed))
    }

    const options = { schema: { hide: true }, config: { audience: 'anyone', cost: 'read' } } as const
    for (const path of ['/rastreo', '/rastreo/']) app.get(path, options, search)
    for (const path of ['/container', '/container/', '/container/:reference', '/container/:reference/']) {
      app.get(path, options, answer)
    }
  }
