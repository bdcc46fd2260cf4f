import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { PASSWORD, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'

const HTTPS = { 'x-forwarded-proto': 'https' }

let t: TestApp
let username: string
beforeAll(async () => {
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' }) })
  username = (await register(t.app, 'supervisor')).username
})
afterAll(() => t.close())

const login = (headers: Record<string, string>) =>
  t.app.inject({ method: 'POST', url: '/api/login', headers, payload: { username, password: PASSWORD } })
const status = async (cookie: string, headers: Record<string, string>) =>
  (await t.app.inject({ url: '/api/user', headers: { ...headers, cookie } })).statusCode
const lines = (answer: { headers: Record<string, unknown> }): string[] =>
  [answer.headers['set-cookie'] ?? []].flat().map(String)

it('under https every cookie has a name that only this host can set', async () => {
  const answer = await login(HTTPS)
  expect(lines(answer).length).toBeGreaterThan(1)
  for (const line of lines(answer)) {
    expect(line).toMatch(/^__Host-acarreo\.\w+=/)
    expect(line).toMatch(/; Path=\/(;|$)/)
    expect(line).toMatch(/; Secure(;|$)/)
    expect(line).not.toMatch(/Domain/i)
  }
})

it('under https a session counts by that name alone, which a neighbouring host cannot plant', async () => {
  const { value = '' } = (await login(HTTPS)).cookies.find(({ name }) => name === '__Host-acarreo.sid') ?? {}
  const signed = encodeURIComponent(value)
  expect(await status(`__Host-acarreo.sid=${signed}`, HTTPS)).toBe(200)
  expect(await status(`acarreo.sid=${signed}`, HTTPS)).toBe(401)
  expect(await status(`acarreo.sid=${signed}; __Host-acarreo.sid=x`, HTTPS)).toBe(401)
})

it('a cookie that scripts or other paths use keeps its name', async () => {
  const url = '/container/MSKU2000000?lang=en'
  const [line] = lines(await t.app.inject({ url, headers: HTTPS }))
  expect(line).toMatch(/^acarreo\.language=en;/)
  const page = await t.app.inject({ url: '/container', headers: { ...HTTPS, cookie: 'acarreo.language=en' } })
  expect(page.body).toContain('lang="en"')
})

it('under http the name is the plain one, because browsers refuse the other', async () => {
  const { value = '' } = (await login({})).cookies.find(({ name }) => name === 'acarreo.sid') ?? {}
  expect(await status(`acarreo.sid=${encodeURIComponent(value)}`, {})).toBe(200)
})

describe('with a PUBLIC_URL of https', () => {
  const PUBLIC = 'https://acarreo.example'
  let behind: TestApp
  const ask = (headers: Record<string, string>, options: object = { url: '/api/config' }) =>
    behind.app.inject({ ...options, headers: { host: 'acarreo.example', ...headers } })

  beforeAll(async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: PUBLIC })
    behind = await createTestApp({ config, database: t.deps.database })
  })
  afterAll(() => behind.close())

  it('cookies are Secure and of this host, also where no proxy tells of https', async () => {
    const payload = { username, password: PASSWORD }
    const answer = await ask({ origin: PUBLIC }, { method: 'POST', url: '/api/login', payload })
    expect(answer.statusCode).toBe(200)
    expect(lines(answer).length).toBeGreaterThan(1)
    for (const line of lines(answer)) expect(line).toMatch(/^__Host-acarreo\.\w+=.*; Secure(;|$)/)
    const { value = '' } = answer.cookies.find(({ name }) => name === '__Host-acarreo.sid') ?? {}
    const signed = encodeURIComponent(value)
    expect((await ask({ cookie: `__Host-acarreo.sid=${signed}` }, { url: '/api/user' })).statusCode).toBe(200)
    expect((await ask({ cookie: `acarreo.sid=${signed}` }, { url: '/api/user' })).statusCode).toBe(401)
  })

  it('the administrator’s too', async () => {
    const payload = { adminKey: ADMIN_KEY }
    const answer = await ask({ origin: PUBLIC }, { method: 'POST', url: '/api/admin/login', payload })
    expect(lines(answer)).toHaveLength(2)
    for (const line of lines(answer)) expect(line).toMatch(/^__Host-acarreo\.(admin|console)=.*; Secure(;|$)/)
  })
})

it('a logout under https removes the cookie by a line that browsers take', async () => {
  const { value = '' } = (await login(HTTPS)).cookies.find(({ name }) => name === '__Host-acarreo.sid') ?? {}
  const headers = { ...HTTPS, cookie: `__Host-acarreo.sid=${encodeURIComponent(value)}` }
  const answer = await t.app.inject({ method: 'POST', url: '/api/logout', headers })
  const [line] = lines(answer).filter((text) => text.startsWith('__Host-acarreo.sid='))
  expect(line).toMatch(/^__Host-acarreo\.sid=; .*Path=\/.*Secure/)
})
