import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError, request } from './http.ts'
import { maintenance, saysMaintenance } from './maintenance.ts'
import { respond } from './respond.ts'

const BODY = '{"error":"maintenance","code":"maintenance","message":"Volvemos pronto."}'

afterEach(() => {
  maintenance.set(false)
  vi.unstubAllGlobals()
})

function answering(body: string, status: number) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('the answer', () => {
  it('recognizes only the maintenance answer', () => {
    expect(saysMaintenance(503, { code: 'maintenance' })).toBe(true)
    expect(saysMaintenance(503, { error: 'maintenance' })).toBe(true)
    expect(saysMaintenance(503, { code: 'unavailable' })).toBe(false)
    expect(saysMaintenance(400, { code: 'maintenance' })).toBe(false)
  })
})

describe('the door', () => {
  it.each(['GET', 'POST'] as const)('every call notices that it has begun: %s', async (method) => {
    answering(BODY, 503)
    const error = await failure(request(method, '/api/x'))
    expect(error).toMatchObject({ status: 503, code: 'maintenance', sentence: 'Volvemos pronto.' })
    expect(maintenance.get()).toBe(true)
  })

  it('503 of a busy database is no maintenance', async () => {
    answering('{"error":"Intente de nuevo","code":"unavailable"}', 503)
    await failure(request('GET', '/api/x'))
    expect(maintenance.get()).toBe(false)
  })

  it('reads fail without a call; writes, the console and what the server answers go out', async () => {
    maintenance.set(true)
    const fetch = answering('{}', 200)
    const error = await failure(request('GET', '/api/containers/active'))
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status: 503, code: 'maintenance' })
    expect(fetch).not.toHaveBeenCalled()
    await request('POST', '/api/events', {})
    await request('GET', '/healthz', undefined, { duringMaintenance: true })
    vi.stubGlobal('location', { pathname: '/admin/usuarios' })
    await request('GET', '/api/config')
    vi.unstubAllGlobals()
    vi.stubGlobal('fetch', fetch)
    expect(fetch).toHaveBeenCalledTimes(3)
    // A good answer to something that was long under way does not end it.
    expect(maintenance.get()).toBe(true)
    maintenance.set(false)
    await request('GET', '/api/containers/active')
    expect(fetch).toHaveBeenCalledTimes(4)
  })

  it('a question for its end goes out, and a download notices it too', async () => {
    const signal = new AbortController().signal
    answering(BODY, 503)
    await failure(respond('/api/events/export', { signal }))
    expect(maintenance.get()).toBe(true)
    const fetch = answering('{}', 200)
    expect((await respond('/api/config', { signal })).ok).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
