import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { encodingFor } from './compression.ts'
import { answer, apiNotFound } from './error-handler.ts'
import { sendTagged } from './etag.ts'
import { allowCamera, allowScripts, withoutPageHeaders } from './security-headers.ts'

/** The built page: four levels up from src/server/http/answer and from dist/server/http/answer. */
export const PUBLIC_DIR = fileURLToPath(new URL('../../../../dist/public/', import.meta.url))

/** Paths that the page's router knows; any other gets the page too, which then says 'Page Not Found', with 404. */
const SCREENS =
  /^\/(?:auth|operator|supervisor|admin|admin-console|terms-conditions|forgot-password|reset-password|confirm-email|account|own-password|second-factor)?\/?$/

/** What a page that the server makes takes from the build. */
export interface BuiltPage {
  /** The style sheet itself: a file of its own would be another round trip before anything is seen. */
  css: string
  /** Its path; null: there is no build (tests of the API have none). */
  script: string | null
}

/** `entry`: an entry of vite.config.ts, relative to src/web. */
export function builtPage(entry: string): BuiltPage {
  const manifest = join(PUBLIC_DIR, '.vite/manifest.json')
  if (!existsSync(manifest)) return { css: '', script: null }
  const chunks: Record<string, { file: string; css?: string[] }> = JSON.parse(readFileSync(manifest, 'utf8'))
  const chunk = chunks[entry]
  if (!chunk) return { css: '', script: null }
  const css = (chunk.css ?? []).map((file) => readFileSync(join(PUBLIC_DIR, file), 'utf8')).join('')
  return { css, script: `/${chunk.file}` }
}

/** Serves the built page, if there is a build (tests of the API have none). */
export async function installPage(
  app: FastifyInstance,
  { defaultLanguage }: Pick<Config, 'defaultLanguage'>,
): Promise<void> {
  // The build writes one for each default (scripts/lib/default-languages.mjs).
  const file = defaultLanguage === 'es' ? 'index.html' : `index.${defaultLanguage}.html`
  const built = existsSync(join(PUBLIC_DIR, file))
  const sendIndex = built ? indexInMemory(file) : null
  if (sendIndex) {
    await app.register(fastifyStatic, {
      root: PUBLIC_DIR,
      serve: false,
      preCompressed: true,
      setHeaders(response, path) {
        // Names under assets/ contain a hash of the content, so the files are immutable.
        if (path.includes('/assets/')) {
          response.header('Cache-Control', 'public, max-age=31536000, immutable')
          withoutPageHeaders(response)
        } else {
          response.header('Cache-Control', 'no-cache')
        }
      },
    })
    // The plugin's own route lists every folder on the path for each request: hundreds of names for each script of the page.
    const files = builtFiles()
    app.get('/*', { schema: { hide: true } }, (request, reply) => {
      const path = pathOf(request.url).slice(1)
      if (path === file) return sendIndex(request, reply)
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
    })
    app.get('/', { schema: { hide: true } }, sendIndex)
  }
  // Of what there is not, no body is read. Routes registered before do not run this hook.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') answer(reply, apiNotFound())
    else done()
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    if (!sendIndex || !wantsPage(path)) return answer(reply, apiNotFound())
    return sendIndex(request, reply.code(SCREENS.test(path) ? 200 : 404))
  })
}

/**
 * The page, which every screen and every wrong address is: from memory, in the encodings that the build wrote. Opening a file
 * for each was three quarters of its cost. Returns what sends it.
 */
function indexInMemory(
  file: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const path = join(PUBLIC_DIR, file)
  const html = readFileSync(path)
  const bodies = { br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) }
  const tag = createHash('sha256').update(html).digest('base64url')
  const scripts = inlineScripts(html.toString())
  return (request, reply) => {
    const encoding = encodingFor(request)
    reply.headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': pageCaching(request.url),
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    })
    allowCamera(reply)
    allowScripts(reply, scripts)
    return sendTagged(request, reply, tag, () => (encoding ? bodies[encoding] : html))
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** The files of the page, relative to its folder, without their compressed twins. Names in URLs need no decoding. */
const builtFiles = (): ReadonlySet<string> =>
  new Set(
    readdirSync(PUBLIC_DIR, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
      .map((entry) => relative(PUBLIC_DIR, join(entry.parentPath, entry.name)).split(sep).join('/')),
  )

/** What the build has put into the page itself (scripts/lib/first-paint.mjs), as a CSP names it. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** A cache stores URLs too, and that of a link in a mail contains its token. */
const pageCaching = (url: string): string =>
  /^\/(?:(?:reset|forgot)-password|confirm-email)\b/.test(url) ? 'no-store' : 'no-cache'

function wantsPage(path: string): boolean {
  // A missing script must not be answered with HTML, which the browser would cache as code.
  return !path.startsWith('/api') && !path.startsWith('/ws') && !path.startsWith('/assets/')
}
