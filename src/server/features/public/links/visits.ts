import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkViews, View } from './views.ts'

/** Only says that this browser has seen this link within the last half hour. */
const VIEW_COOKIE = 'acarreo.view'
const VIEW_SECONDS = 30 * 60

/** What makes the preview of a link in a message: nobody has looked yet. */
const PREVIEW =
  /\b(WhatsApp|facebookexternalhit|Slackbot|TelegramBot|Twitterbot|Discordbot|SkypeUriPreview)\b/i

/** Counts an opening of a link's page, once in half an hour for a browser. `path`: of the page. */
export function countVisit(
  views: Pick<LinkViews, 'count'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { link, path }: { link: Omit<View, 'address'>; path: string },
): void {
  if (request.method !== 'GET') return
  const isPreview =
    PREVIEW.test(String(request.headers['user-agent'] ?? '')) || 'sec-purpose' in request.headers
  // Without the cookie: the person opens it after the preview.
  if (isPreview) return
  const isFirst = request.cookies[VIEW_COOKIE] === undefined && !('if-none-match' in request.headers)
  if (isFirst) views.count({ ...link, address: request.ip })
  reply.setCookie(VIEW_COOKIE, '1', {
    path,
    maxAge: VIEW_SECONDS,
    httpOnly: true,
    sameSite: 'lax',
  })
}
