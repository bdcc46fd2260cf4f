import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { type Html, sendHtml } from '../../http/html.ts'
import { builtPage } from '../../http/page.ts'
import { Problem } from '../../http/problem.ts'
import { english } from '../../text/tracking-page/en.ts'
import { spanish, type TrackingPageWords } from '../../text/tracking-page/es.ts'
import type { LinkViews } from '../links/views.ts'
import { listEvents } from '../operations/queries.ts'
import { findTracked, type Tracked } from './find.ts'
import { failurePage, trackedPage } from './page/document.ts'
import { timeText } from './page/times.ts'
import { presentPublicContainer, presentPublicEvent } from './present.ts'

const WORDS = { es: spanish, en: english }
type Language = keyof typeof WORDS

/** Also set by the other screens (src/web/text/language.ts). */
const LANGUAGE_COOKIE = 'acarreo.language'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Only says that this browser has seen this link within the last half hour. */
const VIEW_COOKIE = 'acarreo.view'
const VIEW_SECONDS = 30 * 60

/** What makes the preview of a link in a message: nobody has looked yet. */
const PREVIEW =
  /\b(WhatsApp|facebookexternalhit|Slackbot|TelegramBot|Twitterbot|Discordbot|SkypeUriPreview)\b/i

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(WORDS, text)

/** What the person chose, else the first of the browser's languages that there is, else Spanish. */
function wordsFor({ cookies, headers }: FastifyRequest): TrackingPageWords {
  const chosen = cookies[LANGUAGE_COOKIE]
  if (isLanguage(chosen)) return WORDS[chosen]
  const asked = String(headers['accept-language'] ?? '').split(',')
  const known = asked.map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0]).find(isLanguage)
  return WORDS[known ?? 'es']
}

/**
 * The public page of a container, whole without JavaScript. Its script asks for it again with `If-None-Match`, and puts
 * what it gets in the place of what is shown.
 */
export const trackingPage =
  (
    deps: AppDeps,
    { views, maintenance }: { views: Pick<LinkViews, 'count'>; maintenance: { isOn(): boolean } },
  ): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database
    const { timezone: zone } = deps.config
    const built = builtPage('features/tracking/follow.ts')

    app.addHook('onRequest', async (request, reply) => {
      // Nothing of what a link shows stays on a shared device, and no search engine keeps it.
      reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
      if (maintenance.isOn()) return
      await deps.rateLimits.publicPageOfAddress.spend(request.ip)
    })

    app.setErrorHandler((error, request, reply) => {
      const { status, retryAfter } =
        error instanceof Problem
          ? { status: error.status, retryAfter: error.extra.retryAfterSeconds ?? 5 }
          : { status: 503, retryAfter: 5 }
      if (status === 503) request.log.error({ err: error }, 'tracking page failed')
      const words = wordsFor(request)
      reply.header('Retry-After', String(retryAfter))
      const failure = {
        title: words.loadFailed,
        hint: `${words.containerFailed}. ${words.tryAgainHint}`,
        retry: true,
      }
      return sendHtml(request, reply, status, failurePage({ words, built }, failure))
    })

    function countView(request: FastifyRequest, reply: FastifyReply, { link, reference }: Tracked): void {
      if (!link || request.method !== 'GET') return
      const isPreview =
        PREVIEW.test(String(request.headers['user-agent'] ?? '')) || 'sec-purpose' in request.headers
      // Without the cookie: the person opens it after the preview.
      if (isPreview) return
      const isFirst = request.cookies[VIEW_COOKIE] === undefined && !('if-none-match' in request.headers)
      if (isFirst) views.count({ ...link, address: request.ip })
      reply.setCookie(VIEW_COOKIE, '1', {
        path: `/container/${reference}`,
        maxAge: VIEW_SECONDS,
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
      })
    }

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { lang } = request.query as { lang?: string }
      const path = request.url.split('?', 1)[0] ?? '/'
      if (isLanguage(lang)) {
        reply.setCookie(LANGUAGE_COOKIE, lang, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax' })
        return reply.redirect(path, 303)
      }
      const words = wordsFor(request)
      const fail = (status: number, title: string, hint: string, retry = false) =>
        sendHtml(request, reply, status, failurePage({ words, built }, { title, hint, retry }))
      if (maintenance.isOn()) {
        reply.header('Retry-After', '5')
        return fail(503, words.maintenanceTitle, words.maintenanceHint, true)
      }
      const { reference = '' } = request.params as { reference?: string }
      if (reference === '') return fail(404, words.noId, words.noIdHint)
      const now = deps.clock.now()
      const found = await findTracked(orm, reference, request.signedIn, now)
      if (!found) return fail(404, words.notFound, words.notFoundHint)
      countView(request, reply, found)
      const { operation, level } = found
      const tag = `${operation.id}.${operation.version}.${level}.${words.locale}`
      reply.header('ETag', `W/"${tag}"`)
      if (request.headers['if-none-match'] === `W/"${tag}"`) return reply.code(304).send()
      const shown = {
        container: presentPublicContainer(found, now),
        events: (await listEvents(orm, operation)).map((row) => presentPublicEvent(row, level)),
        words,
        time: timeText(words.locale, zone),
        now,
      }
      const document: Html = trackedPage(shown, { built, tag, zone })
      return sendHtml(request, reply, 200, document)
    }

    for (const path of ['/container', '/container/', '/container/:reference', '/container/:reference/']) {
      app.get(path, { schema: { hide: true }, config: { audience: 'anyone' } }, answer)
    }
  }
