import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../../config.ts'
import { english } from '../../../../text/tracking-page/en.ts'
import { spanish, type TrackingPageWords } from '../../../../text/tracking-page/es.ts'

const WORDS = { es: spanish, en: english }
type Language = keyof typeof WORDS

/** Also set by the other screens (src/web/text/language.ts). */
const LANGUAGE_COOKIE = 'acarreo.language'
const YEAR_SECONDS = 365 * 24 * 60 * 60

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(WORDS, text)

/** Finds the words for a request: what the person chose, else the default of the installation, as on the other screens. */
export const wordsInstalled =
  ({ defaultLanguage }: Pick<Config, 'defaultLanguage'>) =>
  ({ cookies, headers }: FastifyRequest): TrackingPageWords => {
    const chosen = cookies[LANGUAGE_COOKIE]
    if (isLanguage(chosen)) return WORDS[chosen]
    if (defaultLanguage !== 'browser') return WORDS[defaultLanguage]
    const asked = String(headers['accept-language'] ?? '').split(',')
    const known = asked.map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0]).find(isLanguage)
    return WORDS[known ?? 'es']
  }

/** Whether `?lang=` chose a language: then the answer is sent, and leads to the address without it. */
export function changedLanguage(request: FastifyRequest, reply: FastifyReply): boolean {
  const { lang } = request.query as { lang?: string }
  if (!isLanguage(lang)) return false
  reply.setCookie(LANGUAGE_COOKIE, lang, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax' })
  reply.redirect(request.url.split('?', 1)[0] ?? '/', 303)
  return true
}
