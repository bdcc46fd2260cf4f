import type { ErrorBody, ErrorCode } from '#contract/http/errors'
import { worded } from '../text/messages.ts'
import { commonText } from '../text/page.ts'
import { isAdminArea } from './admin-area.ts'
import { isLocked } from './idle.ts'
import { maintenance, saysMaintenance } from './maintenance.ts'
import { observeServerDate } from './time/server-clock.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * An answer with an error status. `message` is the JSON `error`, else its `message`, else the plain text,
 * else '{status}: {statusText}'.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: ErrorCode | null
  /** The parsed JSON body; empty when it is no JSON object. */
  readonly body: Partial<ErrorBody> & Record<string, unknown>
  /** The reason phrase; empty over HTTP/2. */
  readonly statusText: string
  /** The header Retry-After in seconds; null without one. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    message: string,
    body: HttpError['body'] = {},
    { statusText = '', retryAfter = null }: { statusText?: string; retryAfter?: string | null } = {},
  ) {
    super(message)
    this.status = status
    this.body = body
    this.code = body.code ?? null
    this.statusText = statusText
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
  }

  /** The server's sentence in the language of the page; null: it gave none. */
  get said(): string | null {
    return worded({ ...this.body, message: this.body.message || this.body.error }) || null
  }

  /** What to show to a person: the server's sentence where it gives one. */
  get sentence(): string {
    return this.said ?? this.message
  }
}

/** No answer came: offline, connection lost, or nothing within the time allowed. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError'
}

/** No answer within the time allowed. The server may have done the work nevertheless. */
export class TimeoutError extends NetworkError {
  override readonly name = 'TimeoutError'
}

export interface RequestOptions {
  signal?: AbortSignal
  timeoutMs?: number
  /** A read that goes out during maintenance too, because the server answers it. */
  duringMaintenance?: boolean
  /** Goes out while the page is locked (idle.ts) too. */
  whileIdle?: boolean
}

const TIMEOUT_MS = 15_000

/**
 * One call with cookies and JSON. Answers the parsed JSON, the text when the body is not JSON, null when it is empty.
 * During maintenance a read fails at once, without a call: a polling fleet would slow the maintenance down. Writes go out.
 * @throws HttpError on a status that is not 2xx, NetworkError when there was no answer
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  options?: RequestOptions,
): Promise<T> {
  return parsed((await exchange(method, path, body, {}, options)).text) as T
}

/** An answer and its ETag. */
export interface Tagged<T> {
  body: T
  tag: string | null
}

/**
 * Conditional GET: answers `held` itself when the server says that it has not changed (304). Not left to the browser's
 * cache, which a service worker, a full disk or a private window bypasses.
 * @throws as `request`
 */
export async function requestIfChanged<T>(
  path: string,
  held: Tagged<T> | null,
  options?: RequestOptions,
): Promise<Tagged<T>> {
  const condition: Record<string, string> = held?.tag ? { 'if-none-match': held.tag } : {}
  const { response, text } = await exchange('GET', path, undefined, condition, options)
  if (response.status === 304 && held) return held
  return { body: parsed(text) as T, tag: response.headers.get('etag') }
}

async function exchange(
  method: Method,
  path: string,
  body: unknown,
  extraHeaders: Record<string, string>,
  { signal, timeoutMs = TIMEOUT_MS, duringMaintenance = inConsole(), whileIdle = false }: RequestOptions = {},
): Promise<{ response: Response; text: string }> {
  if (!whileIdle && isLocked()) throw noAnswer(new Error('locked'))
  if (method === 'GET' && maintenance.get() && !duringMaintenance) throw resting()
  const abort = new AbortController()
  let late = false
  const timer = setTimeout(() => {
    late = true
    abort.abort()
  }, timeoutMs)
  const onAbort = () => abort.abort()
  if (signal?.aborted) abort.abort()
  signal?.addEventListener('abort', onAbort)
  try {
    const init: RequestInit = { method, signal: abort.signal }
    const headers: Record<string, string> = { accept: 'application/json', ...extraHeaders }
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
    const response = await answered(path, { ...init, headers })
    return { response, text: await response.text() }
  } catch (error) {
    // A cancelled query is no network failure: the query library recognizes its own abort.
    if (error instanceof HttpError || signal?.aborted) throw error
    throw noAnswer(error, late)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function httpError(
  status: number,
  statusText: string,
  text: string,
  retryAfter: string | null = null,
): HttpError {
  const rest = { statusText, retryAfter }
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const body = value as HttpError['body']
    return new HttpError(status, body.error || body.message || plain(status, statusText), body, rest)
  }
  return new HttpError(status, text.trim() || plain(status, statusText), {}, rest)
}

function plain(status: number, statusText: string): string {
  return status === 401 ? 'No autorizado' : `${status}: ${statusText}`
}

/**
 * One `fetch` with cookies. Every answer passes here, so here the page learns the server's time, and of maintenance.
 * @throws HttpError on a status that is neither 2xx nor 304, else what `fetch` throws
 */
export async function answered(path: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now()
  const response = await fetch(path, { credentials: 'include', ...init })
  const { ok, status, statusText, headers } = response
  observeServerDate(headers.get('date'), sentAt, Date.now())
  if (ok || status === 304) return response
  const error = httpError(status, statusText, await response.text(), headers.get('retry-after'))
  if (saysMaintenance(status, error.body)) maintenance.set(true)
  throw error
}

/** The error for a call without an answer. `late`: it timed out. */
export function noAnswer(cause: unknown, late = false): NetworkError {
  const Failure = late ? TimeoutError : NetworkError
  return new Failure(commonText.serverAway, { cause })
}

/** The administrator ends maintenance, so nothing of the console waits for that. */
const inConsole = (): boolean => isAdminArea(globalThis.location?.pathname ?? '')

const resting = (): HttpError =>
  httpError(503, 'Service Unavailable', '{"error":"maintenance","code":"maintenance"}')
