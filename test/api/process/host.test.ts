import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { listen } from '../../support/socket.ts'

const PUBLIC = 'https://acarreo.example'

/** The status line and body of a request that is written as it stands. */
function raw(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
    socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  })
}

describe('with PUBLIC_URL', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: PUBLIC }) })
  })
  afterAll(() => t.close())

  const ask = (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
    t.app.inject({ method, url, headers })

  it.each([
    'acarreo.example',
    'acarreo.example:443',
    'ACARREO.example',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
  ])('answers under %s', async (host) => {
    expect((await ask('/api/config', { host })).statusCode).toBe(200)
  })

  it.each([
    'evil.example',
    'acarreo.example.evil.example',
    'evilacarreo.example',
    '127.0.0.1.evil.example',
    '10.0.0.5',
    'a b',
  ])('refuses the host %s with a plain text', async (host) => {
    for (const url of ['/', '/api/config', '/container/x', '/assets/x.js']) {
      const answer = await ask(url, { host })
      expect(answer.statusCode).toBe(421)
      expect(answer.headers['content-type']).toMatch(/^text\/plain/)
      expect(answer.body).toContain(PUBLIC)
    }
  })

  it('answers a health check under any name', async () => {
    for (const url of ['/healthz', '/readyz']) {
      expect((await ask(url, { host: '10.0.0.5:3000' })).statusCode).toBe(200)
    }
  })

  it.each([
    [PUBLIC, 'acarreo.example', 200],
    ['http://localhost:3000', 'localhost:3000', 200],
    // The scheme is part of an origin, and this one was not told under http.
    ['http://acarreo.example', 'acarreo.example', 403],
    ['https://evil.example', 'acarreo.example', 403],
    ['https://evil.example', 'localhost', 403],
  ])('a write from %s under %s: %i', async (origin, host, status) => {
    expect((await ask('/api/logout', { origin, host }, 'POST')).statusCode).toBe(status)
  })
})

describe('without PUBLIC_URL', () => {
  let t: TestApp
  let port: number
  beforeAll(async () => {
    t = await createTestApp()
    port = (await listen(t.app)).port
  })
  afterAll(() => t.close())

  it('no link carries a foreign host', async () => {
    const boss = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, boss)
    const { body } = await driver.post('/api/containers', { containerId: 'MSKU2000000' })
    const foreign = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    for (const url of ['/api/users/invitations', `/api/containers/${body.containerId}/share`]) {
      const answer = await boss.post(url, undefined, foreign)
      expect(answer.status).toBe(201)
      expect(new URL(answer.body.url).hostname).toBe('localhost')
    }
  })

  it('two Host headers are refused: proxies and products choose differently', async () => {
    const one = ['GET /api/config HTTP/1.1', `host: 127.0.0.1:${port}`]
    expect(await raw(port, one)).toMatch(/^HTTP\/1\.1 200 /)
    for (const second of [`Host: 127.0.0.1:${port}`, 'HOST: evil.example']) {
      expect(await raw(port, [...one, second])).toMatch(/^HTTP\/1\.1 400 /)
    }
  })
})
