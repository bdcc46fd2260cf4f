import { hostname, networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from '../text/messages.ts'
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
    if (foreign) throw new Problem(403, 'foreign_origin', say('foreign_origin'))
  })
}

/** The origin under which the caller reached us, for links that leave the product. */
export function ownOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}

/**
 * The origin for a link that goes to somebody else than the caller. The caller chooses the Host header, so without a
 * PUBLIC_URL it counts only where it names this very machine and port; else the link leads to localhost. A link of
 * little use is better than one that hands somebody's token to whoever asked for it.
 */
export function provenOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin
  const port = request.socket.localPort ?? 80
  return ownAddress(request.headers.host, port) ?? new URL(`http://localhost:${port}`).origin
}

function ownAddress(host: string | undefined, port: number): string | null {
  if (host === undefined || !/^[a-z\d.:[\]-]+$/i.test(host) || !URL.canParse(`http://${host}`)) return null
  const url = new URL(`http://${host}`)
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const names = new Set([
    'localhost',
    hostname().toLowerCase(),
    ...addresses.map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address)),
  ])
  return names.has(url.hostname) && Number(url.port || 80) === port ? url.origin : null
}
