import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

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

it('a logout under https removes the cookie by a line that browsers take', async () => {
  const { value = '' } = (await login(HTTPS)).cookies.find(({ name }) => name === '__Host-acarreo.sid') ?? {}
  const headers = { ...HTTPS, cookie: `__Host-acarreo.sid=${encodeURIComponent(value)}` }
  const answer = await t.app.inject({ method: 'POST', url: '/api/logout', headers })
  const [line] = lines(answer).filter((text) => text.startsWith('__Host-acarreo.sid='))
  expect(line).toMatch(/^__Host-acarreo\.sid=; .*Path=\/.*Secure/)
})
