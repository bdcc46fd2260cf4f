import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ADMIN_KEY_HEADER } from '#contract/http/admin'
import { productVersion } from '../version.ts'
import { ADMIN_COOKIE } from './admin-session.ts'
import { HTTPS_PREFIX } from './cookies.ts'
import { type Audience, declaredFeatures } from './route-audience.ts'
import { SESSION_COOKIE } from './session.ts'

const ACCOUNT = [{ session: [] }, { sessionOverHttps: [] }]
const SECURITY: Record<Audience, Record<string, string[]>[]> = {
  anyone: [],
  'signed-in': ACCOUNT,
  operator: ACCOUNT,
  supervisor: ACCOUNT,
  administrator: [{ administrator: [] }, { administratorOverHttps: [] }, { administratorKey: [] }],
}

const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name }) as const

/** The OpenAPI document at /api/openapi.json and as a page at /api/docs; register before the routes it describes. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Acarreo',
        version: productVersion,
        description: 'Acarreo de contenedores: operaciones paso a paso, en vivo y en registro.',
      },
      components: {
        securitySchemes: {
          session: cookie(SESSION_COOKIE),
          sessionOverHttps: cookie(HTTPS_PREFIX + SESSION_COOKIE),
          administrator: cookie(ADMIN_COOKIE),
          administratorOverHttps: cookie(HTTPS_PREFIX + ADMIN_COOKIE),
          administratorKey: { type: 'apiKey', in: 'header', name: ADMIN_KEY_HEADER },
        },
      },
    },
    // `x-audience` and `x-features` repeat what the route's `config` declares.
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route)
      const { audience = 'anyone', ...config } = route.route.config ?? {}
      const declared = { 'x-audience': audience, 'x-features': declaredFeatures(config) }
      return { url, schema: { ...schema, ...declared, security: SECURITY[audience] } }
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', { config: { audience: 'anyone' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}
