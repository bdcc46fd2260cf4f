import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { productVersion } from '../features/settings/service.ts'

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
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'acarreo.sid' } },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
