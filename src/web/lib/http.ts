import type { ErrorBody, ErrorCode } from '#contract/http/errors'
import { observeServerDate } from './server-clock.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The server answered, and not with success. `message` is the JSON `error`, else its `message`, else the plain text,
 * else '{status}: {statusText}'.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: ErrorCode | null
  /** The parsed JSON body; empty when it was no JSON object. */
  readonly body: Partial<ErrorBody> & Record<string, unknown>

  constructor(status: number, message: string, body: HttpError['body'] = {}) {
    super(message)
    this.status = status
    this.body = body
    this.code = body.code ?? null
  }

  /** What to show to a person: the server's sentence where it gives one. */
  get sentence(): string {
    return this.body.message || this.message
  }
}

/** No answer came: offline, connection lost, or nothing within the time allowed. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

export interface RequestOptions {
  signal?: AbortSignal
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/**
 * One call: cookies and JSON. Answers the parsed JSON, the text when the body is not JSON, null when it is empty.
 * @throws HttpError on a status that is not 2xx, NetworkError when there was no answer
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  { signal, timeoutMs = TIMEOUT_MS }: RequestOptions = {},
): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const onAbort = () => abort.abort()
  if (signal?.aborted) abort.abort()
  signal?.addEventListener('abort', onAbort)
  try {
    const sentAt = Date.now()
    const init: RequestInit = { method, credentials: 'include', signal: abort.signal }
    const headers: Record<string, string> = { accept: 'application/json' }
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
    const response = await fetch(path, { ...init, headers })
    observeServerDate(response.headers.get('date'), sentAt, Date.now())
    const text = await response.text()
    if (!response.ok) throw httpError(response.status, response.statusText, text)
    return parsed(text) as T
  } catch (error) {
    // A query that was cancelled on purpose is no network failure: react-query knows its own abort.
    if (error instanceof HttpError || signal?.aborted) throw error
    throw new NetworkError('Sin conexión con el servidor', { cause: error })
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

export function httpError(status: number, statusText: string, text: string): HttpError {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const body = value as HttpError['body']
    return new HttpError(status, body.error || body.message || plain(status, statusText), body)
  }
  return new HttpError(status, text.trim() || plain(status, statusText))
}

function plain(status: number, statusText: string): string {
  return status === 401 ? 'No autorizado' : `${status}: ${statusText}`
}
