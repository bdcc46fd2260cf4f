import cookie, { type FastifyCookieOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Browsers take a cookie of such a name only over https, for all paths, and from the host itself (RFC 6265bis). */
export const HTTPS_PREFIX = '__Host-'

/**
 * Whether browsers reach the product over https: PUBLIC_URL says so for every request, because a proxy may report it or
 * not. Without PUBLIC_URL, or with one of http, the request says it.
 */
const isOverHttps = (publicOrigin: string | null, { protocol }: FastifyRequest): boolean =>
  protocol === 'https' || publicOrigin?.startsWith('https:') === true

interface CookiesOptions extends FastifyCookieOptions {
  /** Names of cookies that only this host may set. */
  hostOnly: readonly string[]
  publicOrigin: string | null
}

/**
 * Cookies of this scope. Under https those of `hostOnly` have the prefix `__Host-` on the wire, and without it they do not
 * count: another host of the same domain could have planted them. Routes use the plain names, and leave `secure` out: it is
 * set on every cookie that no script of the page uses.
 */
export async function installCookies(
  app: FastifyInstance,
  { hostOnly, publicOrigin, ...options }: CookiesOptions,
): Promise<void> {
  await app.register(cookie, options)
  app.addHook('onRequest', (request, reply, done) => {
    if (isOverHttps(publicOrigin, request)) {
      for (const name of hostOnly) request.cookies[name] = request.cookies[HTTPS_PREFIX + name]
      const { setCookie, clearCookie } = reply
      reply.setCookie = (name, value, given) =>
        hostOnly.includes(name)
          ? setCookie.call(reply, HTTPS_PREFIX + name, value, { ...given, secure: true, path: '/' })
          : setCookie.call(reply, name, value, { ...given, secure: given?.httpOnly === true })
      reply.clearCookie = (name, given) =>
        hostOnly.includes(name)
          ? clearCookie.call(reply, HTTPS_PREFIX + name, { ...given, secure: true, path: '/' })
          : clearCookie.call(reply, name, given)
    }
    done()
  })
}
