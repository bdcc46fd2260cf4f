import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {import('./fleet.mjs').Press} Press */
/** @typedef {import('#contract/http/operations').OperationResponse} Operation */
/** @typedef {import('#contract/http/operations').EventResponse} Event */

/**
 * What became of a press. `truth`: the product refused it and told what the operation really is (null: none is active).
 * @typedef {{ kind: 'recorded', answer: Operation | Event } | { kind: 'truth', operation: Operation | null }
 *   | { kind: 'refused', status: number, error: string } | { kind: 'stopped' }} Outcome
 */

/** An answer of the product; `body` is what the path promises. @typedef {{ status: number, body: any }} Answer */

/** The cookie of the session; another one names the device. */
const SESSION = /^(?:__Host-)?acarreo\.(?:sid|admin)=/

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000

/**
 * Somebody's browser, reduced to its cookie. Network failures are thrown as fetch throws them.
 * @param {string} origin `http://127.0.0.1:3000`
 */
export function createClient(origin) {
  let cookie = ''
  /** @param {'GET' | 'POST' | 'PUT'} method @param {string} path @param {object} [body] @returns {Promise<Answer>} */
  async function send(method, path, body) {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const set = response.headers.getSetCookie().find((one) => SESSION.test(one))
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? await response.json() : await response.text() }
  }
  return {
    /** @param {string} path */
    get: (path) => send('GET', path),
    /** @param {string} path @param {object} [body] */
    post: (path, body) => send('POST', path, body),
    /** @param {string} path @param {object} [body] */
    put: (path, body) => send('PUT', path, body),
    /** The cookie header of the session; empty before the login. */
    cookie: () => cookie,
  }
}

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * One driver's phone: it delivers presses as the web app does. The same press keeps its `eventId` through every retry, so
 * it is recorded once; the product's word on an operation is taken as the truth.
 * @param {{ client: Client, login: { username: string, password: string }, signal?: AbortSignal | undefined }} options
 */
export function createPhone({ client, login, signal }) {
  /** Operation key. @type {string | null} */
  let containerId = null

  /** Answers of the server that ask for patience rather than correction. @param {number} status */
  const isPassing = (status) => status === 429 || status >= 500

  /** Sends until there is an answer; null when the demo is being stopped. @param {() => Promise<Answer>} attempt */
  async function untilAnswered(attempt) {
    for (let wait = FIRST_RETRY_MS; !signal?.aborted; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      const answer = await attempt().catch(() => null)
      if (answer !== null && !isPassing(answer.status)) return answer
      await pause(wait, undefined, signal === undefined ? {} : { signal }).catch(() => {})
    }
    return null
  }

  /** Signed out meanwhile: signs in and asks again, once. @param {() => Promise<Answer>} attempt */
  async function signedIn(attempt) {
    const answer = await untilAnswered(attempt)
    if (answer?.status !== 401) return answer
    const welcome = await untilAnswered(() => client.post('/api/login', login))
    return welcome?.status === 200 ? untilAnswered(attempt) : welcome
  }

  /** What the product says of this driver now. @returns {Promise<Outcome>} */
  async function ask() {
    const answer = await signedIn(() => client.get('/api/containers/active'))
    if (answer === null) return { kind: 'stopped' }
    if (answer.status !== 200) return refused(answer)
    containerId = answer.body?.containerId ?? null
    return { kind: 'truth', operation: answer.body }
  }

  return {
    ask,
    /**
     * @param {Press} press
     * @param {number} occurredAt epoch milliseconds of the real clock
     * @returns {Promise<Outcome>}
     */
    async deliver(press, occurredAt) {
      const { eventType, operationType, containerNumber, coordinates, accuracy } = press
      const starts = eventType === 'start_trip'
      if (!starts && containerId === null) return ask()
      const report = {
        operationType,
        coordinates,
        accuracy,
        eventId: randomUUID(),
        occurredAt: new Date(occurredAt).toISOString(),
      }
      const answer = await signedIn(() =>
        starts
          ? client.post('/api/containers', { ...report, containerId: containerNumber })
          : client.post('/api/events', { ...report, containerId, eventType }),
      )
      if (answer === null) return { kind: 'stopped' }
      if (answer.status === 200 || answer.status === 201) {
        containerId = eventType === 'end_trip' ? null : answer.body.containerId
        return { kind: 'recorded', answer: answer.body }
      }
      const operation = answer.status === 409 ? answer.body.operation : undefined
      if (operation === undefined) return refused(answer)
      containerId = operation.isActive ? operation.containerId : null
      return { kind: 'truth', operation: operation.isActive ? operation : null }
    },
  }
}

/** @typedef {ReturnType<typeof createPhone>} Phone */

/** @param {Answer} answer @returns {Outcome} */
function refused({ status, body }) {
  return { kind: 'refused', status, error: String(body?.error ?? '') }
}
