import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

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
export function helmetOptions(tileUrl: string | null): HelmetOptions {
  const tiles = tileUrl === null ? null : tileSource(tileUrl)
  return {
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
  }
}

/** What helmet sets on any answer: none of these options depends on the request. Running it for each one is slow. */
function computedOnce(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  return { ...response.getHeaders() }
}

const permissions = (camera: string): string => `geolocation=(self), camera=${camera}, microphone=()`

/**
 * For the page with the driver's screen, which can read a number off a box. All screens are one document, and a driver
 * often begins at the login, so the path cannot tell.
 */
export function allowCamera(reply: FastifyReply): void {
  reply.header('permissions-policy', permissions('(self)'))
}

/** For the page, whose inline script runs before anything is painted. `hashes`: its source as a CSP names it. */
export function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  const policy = reply.getHeader('content-security-policy')
  reply.header('content-security-policy', [`${policy};script-src 'self'`, ...hashes].join(' '))
}

/**
 * For JSON: what it needs if somebody opens it as a document. The others of helmet speak of scripts, frames and windows of a
 * page. Every press and poll would send them over a driver's one bar of signal.
 */
const DATA = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets the security headers on every answer. */
export function installSecurityHeaders(app: FastifyInstance, { tileUrl }: { tileUrl: string | null }): void {
  const asset = computedOnce(helmetOptions(tileUrl))
  const page = { ...asset, 'permissions-policy': permissions('()') }
  app.addHook('onRequest', ({ url, routeOptions: { config } }, reply, done) => {
    reply.headers(config.isData === true ? DATA : url.startsWith(ASSETS) ? asset : page)
    done()
  })
}
