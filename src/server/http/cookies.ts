import cookie, { type FastifyCookieOptions } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

/** Browsers take a cookie of such a name only over https, for all paths, and from the host itself (RFC 6265bis). */
export const HTTPS_PREFIX = '__Host-'

/**
 * Cookies of this scope. Under https those of `hostOnly` have the prefix `__Host-` on the wire, and without it they do not
 * count: another host of the same domain could have planted them. Routes use the plain names.
 */
export async function installCookies(
  app: FastifyInstance,
  hostOnly: readonly string[],
  options: FastifyCookieOptions = {},
): Promise<void> {
  await app.register(cookie, options)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https') {
      for (const name of hostOnly) request.cookies[name] = request.cookies[HTTPS_PREFIX + name]
      const { setCookie, clearCookie } = reply
      reply.setCookie = (name, value, given) =>
        hostOnly.includes(name)
          ? setCookie.call(reply, HTTPS_PREFIX + name, value, { ...given, secure: true, path: '/' })
          : setCookie.call(reply, name, value, given)
      reply.clearCookie = (name, given) =>
        hostOnly.includes(name)
          ? clearCookie.call(reply, HTTPS_PREFIX + name, { ...given, secure: true, path: '/' })
          : clearCookie.call(reply, name, given)
    }
    done()
  })
}
