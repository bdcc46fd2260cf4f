import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Scripts, styles and pictures of the page: what is in there is never a page of its own. */
const ASSETS = '/assets/'

/** What a browser obeys on a page alone. Of no use on a script, and a quarter of all that a phone first loads. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Leaves on the answer what counts for every file: its type is believed, and other sites do not read it. */
export function withoutPageHeaders(reply: FastifyReply): void {
  for (const name of PAGE_HEADERS) reply.removeHeader(name)
}

/** What `img-src` must allow for these tiles: nothing more than their own origin. */
export function tileSource(tileUrl: string): string | null {
  const [, scheme, host] = /^(https?:)\/\/([^/]+)/.exec(tileUrl) ?? []
  if (scheme === undefined || host === undefined) return null
  // Leaflet puts a, b or c for {s}; a policy has only the asterisk for it, and only as the first label.
  return `${scheme}//${host.replace(/^.*\{[^}]*\}[^.]*/, '*')}`
}

/** `tileUrl`: where maps take their tiles from, if anywhere. */
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
    // A tracking link is a capability: no other site may learn it from a Referer.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Only a proxy knows whether every way in is https; it sets this header (docs, operation).
    strictTransportSecurity: false,
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(ASSETS)) return
    reply.header('Permissions-Policy', 'geolocation=(self), camera=(), microphone=()')
  })
}
