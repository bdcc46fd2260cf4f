import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readStored, writeStored } from '../../lib/storage.ts'
import { queryClient } from '../query-client.ts'
import { logInAsAdmin } from './login.ts'
import { adminRequest } from './request.ts'
import { beginAdminSession, sessionKey } from './session.ts'
import { changeFeatures } from './users.ts'

/** What the browser brings: its store, and the network, which is where the page ends. */
const kept = new Map<string, string>()
const calls: { path: string; init: RequestInit }[] = []
let answers: (() => Response | Promise<Response>)[] = []

beforeEach(() => {
  kept.clear()
  calls.length = 0
  queryClient.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init })
    const next = answers.shift()
    if (!next) throw new TypeError('Failed to fetch')
    return next()
  })
})

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error)

describe('a call of the administrator', () => {
  it('sends the cookie and no key', async () => {
    answers = [json({ ok: true })]
    await adminRequest('GET /api/admin/users')
    expect(calls[0]?.path).toBe('/api/admin/users')
    expect(calls[0]?.init.credentials).toBe('include')
    expect(calls[0]?.init.headers).toEqual({ accept: 'application/json' })
  })

  it('words an answer that is not JSON, and a missing network, as the specification does', async () => {
    answers = [() => new Response('<html></html>')]
    expect(await failure(adminRequest('GET /api/admin/users'))).toMatchObject({
      message: 'Respuesta no válida: No es un JSON',
    })
    expect(await failure(adminRequest('GET /api/admin/users'))).toMatchObject({
      message: 'Error de red: No se pudo conectar con el servidor',
    })
  })

  it.each([
    ['30 s', () => adminRequest('GET /api/admin/users'), 30_000],
    ['10 s for features', () => changeFeatures(7, { linkSharing: true }), 10_000],
  ])('times out after %s', async (_name, call, ms) => {
    vi.useFakeTimers()
    try {
      vi.stubGlobal(
        'fetch',
        (_path: string, { signal }: RequestInit) =>
          new Promise((_, reject) =>
            signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
          ),
      )
      let result: unknown
      void failure(call()).then((error) => {
        result = error
      })
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(result).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(result).toMatchObject({ message: 'Timeout: La solicitud tardó demasiado tiempo' })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a 401', () => {
  it('ends the session in the page: clears flag and data, the login says why', async () => {
    beginAdminSession()
    queryClient.setQueryData(['/api/admin/users'], { total: 3 })
    expect(readStored('admin.loggedIn')).toBe(true)
    answers = [json({ error: 'No autorizado' }, 401)]
    await failure(adminRequest('GET /api/admin/users'))
    expect(readStored('admin.loggedIn')).toBeNull()
    expect(queryClient.getQueryData(['/api/admin/users'])).toBeUndefined()
    expect(queryClient.getQueryData(sessionKey)).toEqual({ authenticated: false, ended: true })
  })

  it('to a call from before the login keeps the new session', async () => {
    let release: (response: Response) => void = () => undefined
    answers = [() => new Promise<Response>((resolve) => (release = resolve))]
    const old = failure(adminRequest('GET /api/admin/users'))
    beginAdminSession()
    release(Response.json({ error: 'No autorizado' }, { status: 401 }))
    await old
    expect(queryClient.getQueryData(sessionKey)).toMatchObject({ authenticated: true })
  })
})

describe('the login', () => {
  it('sends the key once, in the body, and keeps it nowhere', async () => {
    answers = [
      json({ success: true, sessionEstablished: true }),
      json({ authenticated: true, sessionInfo: null }),
    ]
    await logInAsAdmin('la-clave-secreta')
    expect(calls[0]?.init.body).toBe('{"adminKey":"la-clave-secreta"}')
    const elsewhere = JSON.stringify([
      calls.map(({ path, init: { headers } }) => [path, headers]),
      calls[1],
      [...kept],
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state }) => [queryKey, state.data]),
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.variables),
    ])
    expect(elsewhere).not.toContain('la-clave-secreta')
  })

  it('fails when the browser keeps no session', async () => {
    answers = [
      json({ success: true, sessionEstablished: true }),
      json({ authenticated: false, sessionInfo: null }),
    ]
    expect(await failure(logInAsAdmin('x'))).toMatchObject({
      message: 'No se pudo establecer la sesión de administrador',
    })
    answers = [json({ success: true, sessionEstablished: false })]
    expect(await failure(logInAsAdmin('x'))).toMatchObject({
      message: 'No se pudo establecer la sesión de administrador',
    })
    expect(readStored('admin.loggedIn')).toBeNull()
  })

  it('that is refused neither ends nor begins a session', async () => {
    writeStored('admin.loggedIn', true)
    answers = [json({ error: 'Clave de administrador incorrecta' }, 401)]
    expect(await failure(logInAsAdmin('x'))).toMatchObject({ message: 'Clave de administrador incorrecta' })
    expect(queryClient.getQueryData(sessionKey)).toBeUndefined()
    answers = [json({ success: false })]
    expect(await failure(logInAsAdmin('x'))).toMatchObject({ message: 'Error en la autenticación' })
  })
})
