import type { FastifyInstance, InjectOptions } from 'fastify'
import { DEVICE_COOKIE } from '#server/http/caller/device-cookie'
import { SESSION_COOKIE } from '#server/http/caller/session'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer, and fails when a field is missing
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

/** Somebody with a browser. */
export interface Actor {
  id: number
  username: string
  /** Of the session. */
  cookie: string | null
  /** The cookie of the device, which outlives sessions. */
  device: string | null
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(url: string, body?: unknown): Promise<Answer>
  delete(url: string): Promise<Answer>
}

let counter = 0

export function anonymous(app: FastifyInstance, address = '127.0.0.1'): Actor {
  // `__Host-` where PUBLIC_URL is https.
  let prefix = ''
  const send = async (options: InjectOptions): Promise<Answer> => {
    const cookies = [
      ...(actor.cookie === null ? [] : [`${prefix}${SESSION_COOKIE}=${actor.cookie}`]),
      ...(actor.device === null ? [] : [`${prefix}${DEVICE_COOKIE}=${actor.device}`]),
    ]
    const response = await app.inject({
      remoteAddress: address,
      ...options,
      headers: {
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...options.headers,
      },
    })
    const set = response.cookies.find((c) => c.name.endsWith(SESSION_COOKIE))
    if (set) prefix = set.name.slice(0, -SESSION_COOKIE.length)
    if (set) actor.cookie = set.value === '' ? null : encodeURIComponent(set.value)
    const device = response.cookies.find((c) => c.name.endsWith(DEVICE_COOKIE))
    if (device) actor.device = device.value
    const text = response.body
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
  const actor: Actor = {
    id: 0,
    username: '',
    cookie: null,
    device: null,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) =>
      send({ method: 'POST', url, headers, ...(body === undefined ? {} : { payload: body as object }) }),
    put: (url, body) =>
      send({ method: 'PUT', url, ...(body === undefined ? {} : { payload: body as object }) }),
    async delete(url) {
      const answer = await send({ method: 'DELETE', url })
      if (answer.body?.code !== 'proof_required') return answer
      // As the page does.
      await actor.post('/api/account/proof', { currentPassword: PASSWORD })
      return send({ method: 'DELETE', url })
    },
  }
  return actor
}

export const PASSWORD = 'una buena clave'

/** Registers through the product itself. */
export async function register(
  app: FastifyInstance,
  role: 'supervisor' | 'operator',
  username = `${role}${++counter}`,
): Promise<Actor> {
  const actor = anonymous(app)
  const answer = await actor.post('/api/register', {
    username,
    password: PASSWORD,
    role,
    displayName: `Nombre de ${username}`,
    email: `${username}@example.com`,
    acceptedTerms: true,
  })
  if (answer.status !== 201) throw new Error(`register: ${JSON.stringify(answer.body)}`)
  return Object.assign(actor, { id: answer.body.id, username })
}

export async function login(app: FastifyInstance, username: string, password = PASSWORD): Promise<Actor> {
  const actor = anonymous(app)
  const answer = await actor.post('/api/login', { username, password })
  if (answer.status !== 200) throw new Error(`login: ${JSON.stringify(answer.body)}`)
  return Object.assign(actor, { id: answer.body.id, username })
}

/** What a supervisor or the administrator gives somebody to log in with for the first time. */
export const GIVEN_PASSWORD = 'la clave que le dieron'

/** Logs in with the given password, and chooses PASSWORD. */
export async function firstLogin(app: FastifyInstance, username: string): Promise<Actor> {
  const actor = await login(app, username, GIVEN_PASSWORD)
  const answer = await actor.put('/api/account/password', { newPassword: PASSWORD })
  if (answer.status !== 200) throw new Error(`own password: ${JSON.stringify(answer.body)}`)
  return actor
}

/** An operator of `supervisor`, signed in with their own password. */
export async function operatorOf(
  app: FastifyInstance,
  supervisor: Actor,
  username = `chofer${++counter}`,
): Promise<Actor> {
  const answer = await supervisor.post('/api/users/operators', {
    username,
    displayName: `Chofer ${username}`,
    password: GIVEN_PASSWORD,
  })
  if (answer.status !== 201) throw new Error(`operator: ${JSON.stringify(answer.body)}`)
  return firstLogin(app, username)
}
