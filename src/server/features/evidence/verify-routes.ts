import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { type Html, html, sendHtml } from '../../http/html.ts'
import { builtPage } from '../../http/page.ts'
import { Problem } from '../../http/problem.ts'
import { messagePage } from '../tracking/page/document.ts'
import { changedLanguage, wordsFor } from '../tracking/page/language.ts'
import { timeText } from '../tracking/page/times.ts'
import { type Verified, verifyHash } from './service.ts'
import { WORDS } from './sheet.ts'

/** Says without login whether the product issued a pack: for which container number, when, and which version. */
export const verifyPage =
  (deps: AppDeps, maintenance: { isOn(): boolean }): FastifyPluginAsync =>
  async (app) => {
    const built = builtPage('features/tracking/follow.ts')

    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
      if (!maintenance.isOn()) await deps.rateLimits.publicPageOfAddress.spend(request.ip)
    })

    app.setErrorHandler((error, request, reply) => {
      const status = error instanceof Problem ? error.status : 503
      if (status === 503) request.log.error({ err: error }, 'verification page failed')
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

    for (const path of ['/verificar/:hash', '/verificar/:hash/']) {
      app.get(path, { schema: { hide: true }, config: { audience: 'anyone' } }, async (request, reply) => {
        const page = wordsFor(request)
        const words = WORDS[page.locale === 'en' ? 'en' : 'es']
        const { hash } = request.params as { hash: string }
        const found = /^[0-9a-f]{64}$/.test(hash) ? await verifyHash(deps.database.orm, hash) : null
        const show = (status: number, body: Html) =>
          sendHtml(
            request,
            reply,
            status,
            messagePage({ words: page, built }, { title: words.verifyTitle, area: words.verifyTitle, body }),
          )
        if (!found) {
          return show(
            404,
            html`<div role="alert"><h1>${words.notIssued}</h1><p>${words.notIssuedHint}</p></div>`,
          )
        }
        return show(200, verified(found))

        function verified({ containerNumber, month, version, issuedAt, isNewest }: Verified): Html {
          const time = timeText(page.locale, deps.config.timezone)
          const about = containerNumber ?? words.verifiedMonth(month ?? '')
          return html`<h1>${words.verified}</h1>
  <p><strong>${about}</strong></p>
  <p>${words.version} ${version} · ${words.issuedAt}: ${time(issuedAt.toISOString())}</p>
  <p>${isNewest ? words.newest : words.newer}</p>`
        }
      })
    }
  }
