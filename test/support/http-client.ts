import { setTimeout as pause } from 'node:timers/promises'
import { SESSION_COOKIE } from '#server/http/caller/session'

/** Where the server is now; after a restart it is elsewhere. */
export interface Target {
  origin: string
}

interface HttpAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer, and fails when a field is missing
  body: any
}

/** Somebody with a cookie who reaches the product over a real socket. A broken connection is thrown. */
export interface HttpClient {
  cookie: string
  get(path: string): Promise<HttpAnswer>
  post(path: string, body?: object): Promise<HttpAnswer>
  put(path: string, body?: object): Promise<HttpAnswer>
}

export function httpClient(target: Target): HttpClient {
  async function send(method: string, path: string, body?: object): Promise<HttpAnswer> {
    const response = await fetch(`${target.origin}${path}`, {
      method,
      headers: {
        ...(client.cookie === '' ? {} : { cookie: client.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const set = response.headers.getSetCookie().find((one) => one.startsWith(`${SESSION_COOKIE}=`))
    if (set !== undefined) client.cookie = set.split(';', 1)[0] ?? ''
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  const client: HttpClient = {
    cookie: '',
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
  }
  return client
}

const PASSWORD = 'una clave de prueba'
/** Of a new operator, until they choose PASSWORD. */
const GIVEN_PASSWORD = 'una clave que le dieron'

const expectStatus = (what: string, wanted: number, { status, body }: HttpAnswer): void => {
  if (status !== wanted) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
}

const MOST_TRIES = 100

/** Answers that ask to come again: nothing free in time (503), or the line of the supervisor is full (429). */
const BUSY = [503, 429]

/** Again while the product is busy, as every phone does. */
export async function whenFree<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (!BUSY.includes(answer.status) || tries === MOST_TRIES) return answer
    await pause(100)
  }
}

export interface Crew {
  supervisor: HttpClient & { username: string; password: string; id: number }
  operators: (HttpClient & { username: string; password: string; id: number })[]
}

/** A supervisor with `size` operators, all signed in, made by the product's own calls. */
export async function hireCrew(target: Target, name: string, size: number): Promise<Crew> {
  const client = httpClient(target)
  const registered = await whenFree(() =>
    client.post('/api/register', {
      username: name,
      password: PASSWORD,
      role: 'supervisor',
      displayName: `Supervisión ${name}`,
      email: `${name}@example.com`,
      acceptedTerms: true,
    }),
  )
  expectStatus(`register ${name}`, 201, registered)
  const operators = await Promise.all(
    Array.from({ length: size }, async (_, i) => {
      const username = `${name}.chofer${i + 1}`
      const made = await whenFree(() =>
        client.post('/api/users/operators', {
          username,
          password: GIVEN_PASSWORD,
          displayName: `Chofer ${i + 1} de ${name}`,
        }),
      )
      expectStatus(`operator ${username}`, 201, made)
      const operator = httpClient(target)
      expectStatus(
        `login ${username}`,
        200,
        await whenFree(() => operator.post('/api/login', { username, password: GIVEN_PASSWORD })),
      )
      const own = await whenFree(() => operator.put('/api/account/password', { newPassword: PASSWORD }))
      expectStatus(`own password of ${username}`, 200, own)
      return Object.assign(operator, { username, password: PASSWORD, id: Number(made.body.id) })
    }),
  )
  const supervisor = Object.assign(client, {
    username: name,
    password: PASSWORD,
    id: Number(registered.body.id),
  })
  return { supervisor, operators }
}
