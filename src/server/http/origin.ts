import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/**
 * Whether a page of `origin` may act here. Behind no PUBLIC_URL the page must come from the host that was asked;
 * the scheme is left open then, because a proxy that ends TLS does not always say so.
 */
export function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string | null): boolean {
  if (publicOrigin !== null && origin === publicOrigin) return true
  try {
    const url = new URL(origin)
    if (host === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false
    // Parsed under the same scheme, so that a default port in the Host header does not count.
    return url.host === new URL(`${url.protocol}//${host}`).host
  } catch {
    return false
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes that another site's page sends with our user's cookie. Scripts send no Origin and pass. */
export function installOriginCheck(app: FastifyInstance, publicOrigin: string | null): void {
  app.addHook('onRequest', async (request) => {
    if (READS.has(request.method)) return
    const { origin, host } = request.headers
    const foreign =
      origin === undefined
        ? request.headers['sec-fetch-site'] === 'cross-site'
        : !isOwnOrigin(origin, host, publicOrigin)
    if (foreign) throw new Problem(403, 'foreign_origin', 'La solicitud viene de otro sitio y fue rechazada.')
  })
}

/** The origin under which the caller reached us, for links that leave the product. */
export function ownOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}
