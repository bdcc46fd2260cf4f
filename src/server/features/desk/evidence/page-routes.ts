import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { evidenceFileQuery } from '#contract/http/desk/evidence'
import type { AppDeps } from '../../../deps.ts'
import { html, sendHtml } from '../../../http/answer/html.ts'
import { builtPage } from '../../../http/answer/page.ts'
import { Problem } from '../../../http/answer/problem.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import type { Exchange } from '../../../http/exchange.ts'
import { workInTurn } from '../../../http/limits/budget.ts'
import { tellTo } from '../../../log/tell.ts'
import type { LinkViews } from '../../public/links/views.ts'
import { countVisit } from '../../public/links/visits.ts'
import { messagePage } from '../../public/tracking/page/document.ts'
import { changedLanguage, wordsInstalled } from '../../public/tracking/page/language.ts'
import { packFile, packShown } from './file.ts'
import { type OpenedPack, openPackLink } from './links/service.ts'
import { type EvidenceDress, languageOf, noPackPage, notIssuedPage, packPage, verifiedPage } from './pages.ts'
import { verifyHash } from './service.ts'

/** As `tokenOf` of the links makes them. */
const TOKEN = /^e[\w-]{43}$/
const VERSION = /^[1-9]\d{0,5}$/

const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
  request: request.raw,
  response: reply.raw,
})

const lineOf = ({ pack }: OpenedPack) => ({ line: `links ${pack.supervisorId}` as const })

/** The pages that need no login: whether the product issued a hash, and a pack by its link. */
export const evidencePages =
  (
    deps: AppDeps,
    { views, maintenance }: { views: Pick<LinkViews, 'count'>; maintenance: { isOn(): boolean } },
  ): FastifyPluginAsync =>
  async (app) => {
    const wordsFor = wordsInstalled(deps.config)
    const built = builtPage('features/public/tracking/follow.ts')
    const zone = deps.config.timezone
    const dressFor = (request: FastifyRequest): EvidenceDress => ({ words: wordsFor(request), built, zone })

    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
    })

    app.setErrorHandler((error, request, reply) => {
      const status = error instanceof Problem ? error.status : 503
      if (!(error instanceof Problem)) tellTo(request.log)('REQUEST_FAILED', { err: error, req: request })
      const words = wordsFor(request)
      const retryAfter = error instanceof Problem ? error.extra.retryAfterSeconds : undefined
      reply.header('Retry-After', String(retryAfter ?? 5))
      const body = html`<div role="alert"><h1>${words.loadFailed}</h1><p>${words.tryAgainHint}</p></div>`
      return sendHtml(
        request,
        reply,
        status,
        messagePage({ words, built }, { title: words.loadFailed, body }),
      )
    })

    app.addHook('preHandler', async (request, reply) => {
      if (changedLanguage(request, reply)) return reply
      if (!maintenance.isOn()) return
      const words = wordsFor(request)
      reply.header('Retry-After', '5')
      const title = words.maintenanceTitle
      const body = html`<div role="alert"><h1>${title}</h1><p>${words.maintenanceHint}</p></div>`
      return sendHtml(request, reply, 503, messagePage({ words, built }, { title, body }))
    })

    const options = { schema: { hide: true }, config: { audience: 'anyone', cost: 'read' } } as const

    for (const path of ['/verificar/:hash', '/verificar/:hash/']) {
      app.get(path, options, async (request, reply) => {
        const dress = dressFor(request)
        const { hash } = request.params as { hash: string }
        const found = /^[0-9a-f]{64}$/.test(hash) ? await verifyHash(deps.database.orm, hash) : null
        return found
          ? sendHtml(request, reply, 200, verifiedPage(dress, found))
          : sendHtml(request, reply, 404, notIssuedPage(dress))
      })
    }

    const pathOf = (token: string, version?: string): string =>
      `/expediente/${token}${version === undefined ? '' : `/${version}`}`

    /** null: the answer is sent. */
    async function open(request: FastifyRequest, reply: FastifyReply) {
      const { token, version } = request.params as { token: string; version?: string }
      const isAsked = TOKEN.test(token) && (version === undefined || VERSION.test(version))
      const found = isAsked ? await openPackLink(deps, token, version ? Number(version) : null) : null
      if (!found) {
        await sendHtml(request, reply, 404, noPackPage(dressFor(request)))
        return null
      }
      const link = { operationKey: null, packId: found.link.packId, linkId: found.link.id }
      countVisit(views, request, reply, { link, path: pathOf(token) })
      const { renewed } = found
      return {
        ...found,
        path: pathOf(token, version),
        renewedPath: renewed && pathOf(token, String(renewed.version)),
      }
    }

    for (const path of ['/expediente/:token', '/expediente/:token/', '/expediente/:token/:version']) {
      app.get(path, options, async (request, reply) => {
        const found = await open(request, reply)
        if (!found) return reply
        const dress = dressFor(request)
        const asking = { language: languageOf(dress), origin: '', exchange: exchangeOf(request, reply) }
        const shown = await workInTurn(
          request,
          reply,
          () => packShown(deps.database.orm, found.pack, asking),
          lineOf(found),
        )
        return sendHtml(request, reply, 200, packPage(dress, found, shown, found))
      })
    }

    for (const path of ['/expediente/:token/archivo', '/expediente/:token/:version/archivo']) {
      app.get(path, options, async (request, reply) => {
        const asked = evidenceFileQuery.safeParse(request.query)
        if (!asked.success) return sendHtml(request, reply, 404, noPackPage(dressFor(request)))
        const found = await open(request, reply)
        if (!found) return reply
        await deps.rateLimits.filesOfLink.spend(String(found.link.id))
        const { format, language } = asked.data
        const origin = provenOrigin(request, deps.config.publicOrigin)
        const asking = { language, origin, exchange: exchangeOf(request, reply) }
        const file = await workInTurn(
          request,
          reply,
          () => packFile(deps.database.orm, found.pack, format, asking),
          lineOf(found),
        )
        reply.header('Content-Disposition', `attachment; filename="${file.name}"`)
        return reply.type(file.type).send(file.body)
      })
    }
  }
