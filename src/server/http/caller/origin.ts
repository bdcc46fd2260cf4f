import { hostname, networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from '../../text/messages.ts'
import { Problem } from '../answer/problem.ts'
import { isLoopback } from '../network/host.ts'

/**
 * Whether a page of `origin` may call this server. Without PUBLIC_URL, and on this machine itself, the origin must match
 * the Host header; the scheme is not compared then, because a proxy that terminates TLS does not always report it.
 */
export function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string | null): boolean {
  if (publicOrigin !== null) {
    if (origin === publicOrigin) return true
    if (!isLoopback(host)) return false
  }
  // What browsers send, without parsing two addresses.
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return true
  try {
    const url = new URL(origin)
    if (host === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false
    // Parsed with the same scheme, so that a default port makes no difference.
    return url.host === new URL(`${url.protocol}//${host}`).host
  } catch {
    return false
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses cross-site writes (CSRF). Clients other than browsers send no Origin and pass. */
export function installOriginCheck(app: FastifyInstance, publicOrigin: string | null): void {
  const isForeign = ({ method, headers }: FastifyRequest): boolean => {
    if (READS.has(method)) return false
    if (headers.origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
    return !isOwnOrigin(headers.origin, headers.host, publicOrigin)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    done(isForeign(request) ? new Problem(403, 'foreign_origin', say('foreign_origin')) : undefined)
  })
}

/**
 * The origin of a link. The caller controls the Host header, so without
 * PUBLIC_URL it is used only when it names this machine and port; otherwise the link leads to localhost. A useless link
 * is better than one that sends a token to an attacker's host.
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
