import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createThreads } from '../../adapters/thread/threads.ts'
import { compressAnswer } from '../answer/compression.ts'
import { openApiText } from './document.ts'

const PATH = '/api/openapi.json'

const inThread = createThreads<'document'>(new URL('./document.js', import.meta.url), { most: 1 })
const NEVER = new AbortController().signal

/** A worker thread makes it. Run from TypeScript, this thread does: a worker would compile every source file first. */
const makeText = (): Promise<string> =>
  import.meta.url.endsWith('.ts') ? openApiText() : inThread('document', openApiText.name, undefined, NEVER)

/** The OpenAPI document at /api/openapi.json, made when somebody first asks for it, and as a page at /api/docs. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  // The plugin of the page needs a document: an empty one. The page asks for /api/docs/json, which redirects to PATH.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: {} as never, paths: {} } },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      onRequest(request, reply, done) {
        if (/^\/api\/docs\/(json|yaml)$/.test(request.routeOptions.url ?? '')) reply.redirect(PATH)
        else done()
      },
    },
  })
  // Bytes: a string would be encoded again for each answer.
  let bytes: Promise<Buffer> | null = null
  const config = { audience: 'anyone', cost: 'light' } as const
  const open = { config, schema: { hide: true }, onSend: compressAnswer } as const
  app.get(PATH, open, async (_, reply) => {
    bytes ??= makeText().then((text) => Buffer.from(text))
    const document = await bytes.catch((error: unknown) => {
      bytes = null
      throw error
    })
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
