import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { ADMIN_KEY_HEADER } from '#contract/http/admin'
import { errorBody } from '#contract/http/errors'
import { productVersion } from '../version.ts'
import { ADMIN_COOKIE } from './admin-session.ts'
import { HTTPS_PREFIX } from './cookies.ts'
import { impliedErrors, withSharedAnswers } from './openapi-answers.ts'
import { jsonSchemas, withSchemas } from './openapi-schemas.ts'
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

const TAGS = {
  Cuenta: 'Registro, sesión y correo.',
  'Mi cuenta': 'Lo que cada quien ve y cambia de su propia cuenta.',
  'Llaves de acceso': 'Entrar sin contraseña.',
  'Recuperación de contraseña': 'El enlace por correo y la contraseña nueva.',
  Operación: 'El viaje del chofer: iniciarlo, registrar sus pasos, lo que su teléfono muestra.',
  Correcciones: 'Deshacer o corregir lo registrado; lo anterior queda a la vista.',
  Supervisor: 'Operaciones en vivo e historial.',
  Pronósticos: 'Cuándo se espera el siguiente paso, y qué tanto se acierta.',
  Lugares: 'Patios y clientes sobre el mapa, y a cuál va cada operación.',
  Indicadores: 'Las cifras de un mes y lo que hay detrás de cada una.',
  Reportes: 'Indicadores guardados.',
  Estadía: 'Acuerdos de estadía y lo que suman.',
  Expedientes: 'Pruebas con huella de una operación o del mes de un cliente.',
  Enlaces: 'Enlaces con los que un cliente sigue una operación.',
  Avisos: 'Reglas, avisos y notificaciones.',
  Operadores: 'Los choferes de un supervisor y sus invitaciones.',
  'Seguimiento público': 'Lo que ve quien tiene un enlace, sin cuenta.',
  'En vivo': 'El canal que avisa de cada cambio.',
  Administración: 'La consola del administrador.',
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

/** The OpenAPI document at /api/openapi.json and as a page at /api/docs; register before the routes it describes. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
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
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  let text: string | null = null
  app.get('/api/openapi.json', { config: { audience: 'anyone' }, schema: { hide: true } }, (_, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
