import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError, httpError, NetworkError, request, TimeoutError } from './http.ts'
import { idle, lockBeforeRequests } from './idle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const answering = (body: string | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))

describe('httpError', () => {
  it('takes error, else message, else the text, else status and reason', () => {
    expect(httpError(409, 'Conflict', '{"error":"a","message":"b"}').message).toBe('a')
    expect(httpError(409, 'Conflict', '{"message":"b"}').message).toBe('b')
    expect(httpError(502, 'Bad Gateway', 'upstream').message).toBe('upstream')
    expect(httpError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway')
    expect(httpError(401, 'Unauthorized', '').message).toBe('No autorizado')
  })

  it('prefers `message` as the sentence for people', () => {
    expect(httpError(403, '', '{"error":"usuario_desactivado","message":"b"}').sentence).toBe('b')
    expect(httpError(403, '', '{"error":"a"}').sentence).toBe('a')
  })
})

describe('request', () => {
  it('answers JSON, text, or null', async () => {
    answering('{"a":1}')
    expect(await request('GET', '/x')).toEqual({ a: 1 })
    answering('hola')
    expect(await request('GET', '/x')).toBe('hola')
    answering(null, { status: 204 })
    expect(await request('GET', '/x')).toBeNull()
    answering('null')
    expect(await request('GET', '/x')).toBeNull()
  })

  it('sends cookies and JSON', async () => {
    const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response('{}'))
    vi.stubGlobal('fetch', fetch)
    await request('POST', '/x', { a: 1 })
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"a":1}',
    })
  })

  it('is not sent by a page whose time without a person is over: it locks first, also when no timer ran', async () => {
    const fetch = vi.fn(async () => new Response('{}', { status: 401 }))
    vi.stubGlobal('fetch', fetch)
    const forget = lockBeforeRequests(() => idle.set(true))
    try {
      await expect(request('GET', '/x')).rejects.toThrow(NetworkError)
      expect([idle.get(), fetch.mock.calls.length]).toEqual([true, 0])
      await expect(request('POST', '/login', {}, { whileIdle: true })).rejects.toThrow(HttpError)
    } finally {
      forget()
      idle.set(false)
    }
    await expect(request('GET', '/x')).rejects.toThrow(HttpError)
  })

  it('throws HttpError with status and code', async () => {
    answering('{"error":"No","code":"not_next"}', { status: 409 })
    const error = await request('POST', '/x').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status: 409, code: 'not_next' })
  })

  it('reads Retry-After', async () => {
    answering('{"error":"No"}', { status: 429, statusText: 'Too Many', headers: { 'retry-after': '42' } })
    const wait = await request('POST', '/x').catch((caught: unknown) => caught)
    expect(wait).toMatchObject({ retryAfterSeconds: 42, statusText: 'Too Many' })
    answering('{"error":"No"}', { status: 429, headers: { 'retry-after': 'soon' } })
    expect(await request('POST', '/x').catch((caught: unknown) => caught)).toMatchObject({
      retryAfterSeconds: null,
    })
  })

  it('tells a missing answer from an error status', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const error = await request('GET', '/x').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).not.toBeInstanceOf(TimeoutError)
  })

  it('times out', async () => {
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    )
    const error = await request('GET', '/x', undefined, { timeoutMs: 5 }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toBeInstanceOf(NetworkError)
  })

  it('an abort by the caller is no network failure', async () => {
    const abort = new AbortController()
    abort.abort()
    vi.stubGlobal('fetch', async () => {
      throw new DOMException('', 'AbortError')
    })
    const error = await request('GET', '/x', undefined, { signal: abort.signal }).catch(
      (caught: unknown) => caught,
    )
    expect(error).not.toBeInstanceOf(NetworkError)
  })
})
