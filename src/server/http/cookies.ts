import cookie, { type FastifyCookieOptions } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

/** Browsers take a cookie of such a name only over https, for all paths, and from the host itself (RFC 6265bis). */
const PREFIX = '__Host-'

/**
 * Cookies of this scope. Under https each has the prefix `__Host-` on the wire, and one without it does not count: another
 * host of the same domain could have planted it. Routes use the plain names.
 */
export async function installCookies(
  app: FastifyInstance,
  options: FastifyCookieOptions = {},
): Promise<void> {
  await app.register(cookie, options)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https') {
      const ours = Object.entries(request.cookies).filter(([name]) => name.startsWith(PREFIX))
      request.cookies = Object.fromEntries(ours.map(([name, value]) => [name.slice(PREFIX.length), value]))
      const { setCookie, clearCookie } = reply
      reply.setCookie = (name, value, given) =>
        setCookie.call(reply, PREFIX + name, value, { ...given, secure: true, path: '/' })
      reply.clearCookie = (name, given) =>
        clearCookie.call(reply, PREFIX + name, { ...given, secure: true, path: '/' })
    }
    done()
  })
}
