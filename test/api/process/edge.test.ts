import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import helmet from 'helmet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#server/db/schema/record'
import { helmetOptions } from '#server/http/answer/security-headers'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'
import { listen } from '../../support/socket.ts'

let t: TestApp
let operator: Actor

beforeAll(async () => {
  t = await createTestApp()
  operator = await operatorOf(t.app, await register(t.app, 'supervisor'))
})
afterAll(() => t.close())

const stored = () => t.deps.database.orm.$count(events)

async function raw(payload: string, headers: Record<string, string> = {}) {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/containers',
    headers: {
      'content-type': 'application/json',
      cookie: `acarreo.sid=${operator.cookie}`,
      ...headers,
    },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

const START = JSON.stringify({ containerId: 'CSQU3054383', operationType: 'load' })

describe('requests', () => {
  it.each([
    ['malformed JSON', '{"containerId": ', 400, 'bad_json'],
    ['no body', '', 400, 'bad_json'],
    ['an array', '[]', 400, 'validation'],
    ['a string', '"hola"', 400, 'validation'],
    ['null', 'null', 400, 'validation'],
    ['prototype pollution', '{"__proto__": {"a": 1}, "containerId": "CSQU3054383"}', 400, 'bad_json'],
    ['a huge body', JSON.stringify({ containerId: 'A'.repeat(70_000) }), 413, 'too_large'],
  ])('%s is refused and nothing is stored', async (_name, payload, status, code) => {
    const before = await stored()
    const answer = await raw(payload)
    expect(answer.status).toBe(status)
    expect(answer.body.code).toBe(code)
    expect(answer.body.error).toMatch(/\p{L}/u)
    expect(await stored()).toBe(before)
  })

  it('a body that is not JSON is refused', async () => {
    const answer = await raw('containerId=CSQU3054383', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(answer.status).toBe(415)
    expect(await stored()).toBe(0)
  })

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the opaque origin', { origin: 'null' }],
    ['our host as a suffix', { origin: 'http://localhost:80.evil.example' }],
    ['a cross-site request without Origin', { 'sec-fetch-site': 'cross-site' }],
  ])('a write from %s is refused', async (_name, headers) => {
    const answer = await raw(START, headers)
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('foreign_origin')
    expect(await stored()).toBe(0)
  })

  it('a write from our own page passes, and unknown fields are ignored', async () => {
    const answer = await raw(JSON.stringify({ ...JSON.parse(START), isActive: false, supervisorId: 1 }), {
      origin: 'http://localhost:80',
      host: 'localhost:80',
    })
    expect(answer.status).toBe(201)
    expect(answer.body.isActive).toBe(true)
  })

  it('a tampered cookie is no session', async () => {
    const answer = await raw(START, { cookie: `acarreo.sid=${operator.cookie}x` })
    expect(answer.status).toBe(401)
  })
})

describe('answers', () => {
  it('an unknown call is 404 in JSON', async () => {
    const response = await t.app.inject('/api/nada')
    expect(response.statusCode).toBe(404)
    expect(response.json().error).toBe('No se encontró lo que busca.')
  })

  const headersOf = (port: number, path = '/', headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const options = { port, path, headers, agent: false }
      get(options, (response) => {
        response.resume()
        resolve({ status: response.statusCode, headers: response.headers })
      }).on('error', reject)
    })

  it('of pages have the headers that helmet computes for each request, and those of data the four that concern it', async () => {
    const options = helmetOptions(null)
    const plain = createServer((request, response) =>
      helmet(options)(request, response, () => response.end()),
    )
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { headers } = await headersOf((plain.address() as AddressInfo).port)
    plain.close()
    const { date: _date, connection: _connection, 'content-length': _length, ...wanted } = headers
    expect(wanted).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(wanted['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)

    const { port } = await listen(t.app)
    const page = await headersOf(port, '/api/nada')
    expect(page).toMatchObject({ status: 404, headers: wanted })
    expect(page.headers['permissions-policy']).toBe('geolocation=(self), camera=(), microphone=()')

    const cookie = `acarreo.sid=${operator.cookie}`
    const active = await headersOf(port, '/api/containers/active', { cookie })
    const etag = String(active.headers.etag)
    const answers = [
      active,
      await headersOf(port, '/api/containers/active', { cookie, 'if-none-match': etag }),
      await headersOf(port, '/api/user'),
      await headersOf(port, '/api/supervisor/operations', { cookie }),
      // Answered instead of upgraded.
      await headersOf(port, '/api/user', { connection: 'upgrade', upgrade: 'websocket' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 401, 403, 401])
    for (const answer of answers) {
      const protecting = Object.entries(answer.headers).filter(([name]) => /policy|^x-/.test(name))
      expect(Object.fromEntries(protecting)).toEqual({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    }
    expect(active.headers['cache-control']).toBe('no-store')
  })

  it('a 500 has only its request id', async () => {
    const broken = await createTestApp()
    const boss = await register(broken.app, 'supervisor')
    await ownerDoes(broken.deps.database, 'alter table event_counters rename to gone')
    const answer = await boss.get('/api/supervisor/operations')
    await broken.close()
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      error: 'Ocurrió un error en el servidor. Intente de nuevo.',
      code: 'internal',
      messageCode: 'internal',
      requestId: expect.any(String),
    })
  })

  it('serves the OpenAPI document that the contract makes', async () => {
    const document = (await t.app.inject('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/login',
        '/api/events',
        '/api/events/{containerId}',
        '/api/public/containers/{containerId}',
      ]),
    )
    expect(document.components.securitySchemes).toMatchObject({
      session: { name: 'acarreo.sid' },
      sessionOverHttps: { name: '__Host-acarreo.sid' },
      administratorOverHttps: { name: '__Host-acarreo.admin' },
    })
    expect((await t.app.inject('/api/docs/')).statusCode).toBe(200)
    // What its page reads.
    const { statusCode, headers } = await t.app.inject('/api/docs/json')
    expect([statusCode, headers.location]).toEqual([302, '/api/openapi.json'])
  })

  it('answers health checks', async () => {
    expect((await t.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    // Not while the machine keeps this process waiting: that is a process which is not ready.
    await expect
      .poll(async () => (await t.app.inject('/readyz')).json())
      .toEqual({ status: 'ok', redis: 'none' })
  })

  it('is not ready for a database that takes no writes, and asks for no restart', async () => {
    const t = await createTestApp()
    const { database } = t.deps.database.pool.options
    await ownerDoes(t.deps.database, `alter database ${database} set default_transaction_read_only = on`)
    await ownerDoes(
      t.deps.database,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect
      .poll(async () => (await t.app.inject('/readyz')).json().error)
      .toBe('La base de datos no acepta escrituras.')
    expect((await t.app.inject('/readyz')).statusCode).toBe(503)
    expect((await t.app.inject('/healthz')).statusCode).toBe(200)
    await t.close()
  })
})
