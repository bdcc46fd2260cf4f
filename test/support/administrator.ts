import type { FastifyInstance, InjectOptions } from 'fastify'
import { ADMIN_COOKIE } from '#server/http/caller/admin-session'
import type { Answer } from './actors.ts'
import { ADMIN_KEY } from './app.ts'

/** Somebody at the console; `cookie` is null before they are let in. */
export interface Administrator {
  cookie: string | null
  /** The last `Set-Cookie` of the console's session, as it came. */
  setCookie: string | null
  login(key?: string): Promise<Answer>
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(url: string, headers?: Record<string, string>): Promise<Answer>
}

/** Before the login. `address` is where they come from: failed tries count for each address. */
export function atTheConsole(app: FastifyInstance, address = '127.0.0.1'): Administrator {
  /** Under https with a prefix. */
  let cookieName = ADMIN_COOKIE
  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await app.inject({
      ...options,
      remoteAddress: address,
      headers: {
        ...(person.cookie === null ? {} : { cookie: `${cookieName}=${person.cookie}` }),
        ...options.headers,
      },
    })
    const set = response.cookies.find(({ name }) => name.endsWith(ADMIN_COOKIE))
    if (set) {
      cookieName = set.name
      person.cookie = set.value === '' ? null : encodeURIComponent(set.value)
      const lines = [response.headers['set-cookie']].flat().map(String)
      person.setCookie = lines.find((line) => line.startsWith(`${set.name}=`)) ?? null
    }
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      body: isJson && response.body ? JSON.parse(response.body) : response.body,
      headers: response.headers,
    }
  }
  const person: Administrator = {
    cookie: null,
    setCookie: null,
    login: (adminKey = ADMIN_KEY) => person.post('/api/admin/login', { adminKey }),
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) =>
      send({ method: 'POST', url, headers, ...(body === undefined ? {} : { payload: body as object }) }),
    delete: (url, headers = {}) => send({ method: 'DELETE', url, headers }),
  }
  return person
}

/** Somebody who is in. */
export async function administrator(app: FastifyInstance): Promise<Administrator> {
  const person = atTheConsole(app)
  const answer = await person.login()
  if (answer.status !== 200) throw new Error(`admin login: ${JSON.stringify(answer.body)}`)
  return person
}
