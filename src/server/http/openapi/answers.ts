import type { Audience } from '#contract/endpoints/endpoint'
import { OWED, type Owed } from '#domain/account/owed'
import type { OpenApiDocument, Operation } from './schemas.ts'

const retryAfter = {
  'Retry-After': { description: 'Segundos que conviene esperar.', schema: { type: 'integer' } },
}
const etag = {
  ETag: { description: 'Versión de los datos, para `If-None-Match`.', schema: { type: 'string' } },
}
const json = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

const error = (name: string, description: string, headers?: object) => ({
  name,
  answer: { description, ...(headers && { headers }), content: json },
})

/** Answers that are the same for every operation, by status. */
const SHARED: Record<string, { name: string; answer: object }> = {
  304: {
    name: 'NotModified',
    answer: { description: 'Sin cambios desde la respuesta con el ETag de If-None-Match.', headers: etag },
  },
  400: error('BadRequest', 'La solicitud no es válida; `details` dice qué campo y por qué.'),
  401: error('Unauthorized', 'Falta iniciar sesión, o lo que se dio para hacerlo no es correcto.'),
  403: error('Forbidden', 'La cuenta no puede hacer esto; `code` dice por qué.'),
  404: error('NotFound', 'No existe, o no es de quien lo pide.'),
  409: error('Conflict', 'No va con lo que ya hay; `code` dice con qué.'),
  413: error('TooLarge', 'El cuerpo de la solicitud es demasiado grande.'),
  415: error('UnsupportedMedia', 'El cuerpo de la solicitud no es JSON.'),
  422: error('Refused', 'Es válida, pero no se puede hacer; `messageCode` dice por qué.'),
  429: error('TooManyRequests', 'Demasiadas solicitudes, o demasiados intentos fallidos.', retryAfter),
  500: error('Internal', 'Error del servidor; `requestId` lo encuentra en su registro.'),
  503: error('Unavailable', 'En mantenimiento, u ocupado, o sin base de datos.', retryAfter),
}

/** What @fastify/swagger writes where a route says nothing. */
const UNTOLD = 'Default Response'
const SUCCESS: Record<string, string> = { 200: 'Correcto.', 201: 'Creado.', 204: 'Hecho.' }

const NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'El ETag de la respuesta que ya se tiene: sin cambios, la respuesta es 304.',
  schema: { type: 'string' },
}

interface Declared {
  method: string
  audience: Audience
  recentProof?: boolean | undefined
  whileOwing?: readonly Owed[] | undefined
  body?: unknown
  querystring?: unknown
  params?: unknown
}

/** The errors that follow from what a route declares; it names only its own. */
export function impliedErrors(route: Declared): number[] {
  const { method, audience, recentProof, whileOwing = [], body, querystring, params } = route
  const isOpen = audience === 'anyone'
  const isOfAccount = !isOpen && audience !== 'administrator'
  const mayRefuse =
    recentProof || (isOfAccount && !(audience === 'signed-in' && whileOwing.length === OWED.length))
  return [
    ...(body || querystring ? [400] : []),
    ...(params ? [404] : []),
    // The administrator's key may be tried with every request, and every request of an account or an address counts.
    ...(isOpen ? [429] : [401, 429]),
    // Another origin may not write.
    ...(mayRefuse || method !== 'GET' ? [403] : []),
    ...(body ? [413, 415] : []),
    ...[500, 503],
  ]
}

/** The operation with references to the shared answers in place of its own copies. */
function withReferences({ parameters = [], responses, ...operation }: Operation): Operation {
  const isTagged = '304' in responses
  const answers = Object.entries(responses).map(([status, answer]) => {
    const shared = SHARED[status]
    if (shared) return [status, { $ref: `#/components/responses/${shared.name}` }]
    const description = answer.description === UNTOLD ? SUCCESS[status] : answer.description
    return [status, { ...answer, description, ...(isTagged && { headers: etag }) }]
  })
  const asked = isTagged ? [...parameters, { $ref: '#/components/parameters/IfNoneMatch' }] : parameters
  return { ...operation, parameters: asked, responses: Object.fromEntries(answers) }
}

/** The document with each shared answer once. */
export function withSharedAnswers({ paths, components, ...rest }: OpenApiDocument): OpenApiDocument {
  const shared = Object.values(SHARED).map(({ name, answer }) => [name, answer])
  return {
    ...rest,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, withReferences(operation)]),
        ),
      ]),
    ),
    components: {
      ...components,
      responses: Object.fromEntries(shared),
      parameters: { IfNoneMatch: NONE_MATCH },
    },
  }
}
