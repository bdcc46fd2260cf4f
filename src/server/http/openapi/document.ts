import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { ENDPOINTS, type EndpointName } from '#contract/endpoints/all'
import type { Audience } from '#contract/endpoints/endpoint'
import { TAGS } from '#contract/endpoints/tags'
import { ADMIN_KEY_HEADER } from '#contract/http/console/admin'
import { errorBody } from '#contract/http/errors'
import { productVersion } from '../../version.ts'
import { ADMIN_COOKIE } from '../caller/admin-session.ts'
import { HTTPS_PREFIX } from '../caller/cookies.ts'
import { SESSION_COOKIE } from '../caller/session.ts'
import { route } from '../route.ts'
import { declaredFeatures } from '../route-audience.ts'
import { impliedErrors, withSharedAnswers } from './answers.ts'
import { jsonSchemas, withSchemas } from './schemas.ts'

const ACCOUNT = [{ session: [] }, { sessionOverHttps: [] }]
const SECURITY: Record<Audience, Record<string, string[]>[]> = {
  anyone: [],
  'signed-in': ACCOUNT,
  operator: ACCOUNT,
  supervisor: ACCOUNT,
  administrator: [{ administrator: [] }, { administratorOverHttps: [] }, { administratorKey: [] }],
}

const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name }) as const

/** `GET /api/events/:containerId` is `getEventsByContainerId`. */
function operationId(method: string, url: string): string {
  const words = url.replace('/api/', '').replaceAll(':', 'by-').split(/[/-]/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

interface Query {
  anyOf?: { properties: object; required: string[] }[]
}

/** Alternatives as one list of parameters: required is what each of them requires. */
function flat({ anyOf, ...query }: Query): object {
  if (!anyOf) return query
  const [first, ...others] = anyOf.map(({ required }) => required)
  return {
    type: 'object',
    properties: Object.assign({}, ...anyOf.map(({ properties }) => properties)),
    required: first?.filter((name) => others.every((other) => other.includes(name))),
  }
}

/**
 * The OpenAPI document of the contract, as JSON. Its routes are registered with a server of their own, which answers
 * nothing. Takes the thread for 150 ms: made in another one (openapi.ts).
 */
export async function openApiText(): Promise<string> {
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Acarreo',
        version: productVersion,
        description: 'Acarreo de contenedores: operaciones paso a paso, en vivo y en registro.',
        license: { name: 'Todos los derechos reservados', identifier: 'LicenseRef-Acarreo' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
    transform(document) {
      const { audience = 'anyone', ...config } = document.route.config ?? {}
      const method = String(document.route.method)
      const { response, ...asked } = document.schema ?? {}
      const implied = impliedErrors({ ...asked, ...config, method, audience })
      const answers = {
        ...Object.fromEntries(implied.map((status) => [status, errorBody])),
        ...(response as object | undefined),
      }
      const { schema, url } = jsonSchemas({ ...document, schema: { ...asked, response: answers } })
      return {
        url,
        schema: {
          ...schema,
          ...(schema.querystring ? { querystring: flat(schema.querystring) } : {}),
          operationId: operationId(method, url),
          'x-audience': audience,
          'x-features': declaredFeatures(config),
          security: SECURITY[audience],
        },
      }
    },
    transformObject: (document): object => withSharedAnswers(withSchemas(document)),
  })
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    route(app, name, () => {
      throw new Error('only described here')
    })
  }
  await app.ready()
  return JSON.stringify(app.swagger())
}
