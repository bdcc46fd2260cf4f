import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Scripts, styles and images: never navigated to as a document. */
const ASSETS = '/assets/'

/**
 * Headers without a purpose on assets: they protect documents, or revalidate what is immutable. With a dozen small files
 * they would be a noticeable part of a phone's first load.
 */
const PAGE_HEADERS = [
  'accept-ranges',
  'content-security-policy',
  'cross-origin-opener-policy',
  'etag',
  'last-modified',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Keeps the headers that matter on assets: nosniff and the cross-origin policy. */
export function withoutPageHeaders(reply: FastifyReply): void {
  for (const name of PAGE_HEADERS) reply.removeHeader(name)
}

/** What `img-src` must allow for these tiles: only their origin. */
export function tileSource(tileUrl: string): string | null {
  const [, scheme, host] = /^(https?:)\/\/([^/]+)/.exec(tileUrl) ?? []
  if (scheme === undefined || host === undefined) return null
  // Leaflet replaces {s} by a, b or c; a CSP can only have a wildcard, as the first label.
  return `${scheme}//${host.replace(/^.*\{[^}]*\}[^.]*/, '*')}`
}

/** `tileUrl`: the source of map tiles, if any. */
export async function installSecurityHeaders(
  app: FastifyInstance,
  { tileUrl }: { tileUrl: string | null },
): Promise<void> {
  const tiles = tileUrl === null ? null : tileSource(tileUrl)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // Mantine sets style attributes and one style element for its variables.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...(tiles === null ? [] : [tiles])],
        connectSrc: ["'self'"],
      },
    },
    // A tracking link is a capability: it must not leak through the Referer.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Set by the proxy, which knows whether every entry is https (docs/operations.md).
    strictTransportSecurity: false,
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(ASSETS)) return
    reply.header('Permissions-Policy', 'geolocation=(self), camera=(), microphone=()')
  })
}
