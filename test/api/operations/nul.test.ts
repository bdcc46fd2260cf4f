import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { routesOf } from '../../support/routes.ts'

// PostgreSQL text cannot contain a zero byte: requests with one must be refused before the database.

let t: TestApp
let people: [string, Actor, Record<string, string>][]

beforeAll(async () => {
  t = await createTestApp({
    rateLimits: createRateLimits({
      publicPageOfAddress: 10_000,
      recoveryOfAddress: 10_000,
      missOfAddress: 10_000,
    }),
  })
  const boss = await register(t.app, 'supervisor')
  people = [
    ['nobody', anonymous(t.app), {}],
    ['supervisor', boss, {}],
    ['driver', await operatorOf(t.app, boss), {}],
    ['administrator', anonymous(t.app), { 'x-admin-key': ADMIN_KEY }],
  ]
})
afterAll(() => t.close())

/** Parameters that a query needs to pass validation. */
const NEEDED: Record<string, string> = { '/api/supervisor/kpis/visits': 'timing=totalTime' }

/** Names of the query parameters by path, as the product describes them. */
async function queries(): Promise<Map<string, string[]>> {
  const { paths } = (await anonymous(t.app).get('/api/openapi.json')).body
  const found = new Map<string, string[]>()
  for (const [path, { get }] of Object.entries<{
    get?: { parameters?: { in: string; name: string }[] }
  }>(paths)) {
    const names = (get?.parameters ?? []).flatMap((each) => (each.in === 'query' ? [each.name] : []))
    found.set(path.replace(/\{(\w+)\}/g, ':$1'), names)
  }
  return found
}

it('no read fails with 500 on a zero byte in path or query', async () => {
  const known = await queries()
  expect([...known.values()].flat().length).toBeGreaterThan(20)
  const paths = routesOf(t.app).flatMap((route) => (route.startsWith('GET ') ? [route.slice(4)] : []))
  expect(paths.length).toBeGreaterThan(30)
  const urls = paths.flatMap((path) => {
    const asked = ['%00', 'a%00'].map((zero) => path.replace(/:\w+|\*/g, zero))
    const names = known.get(path) ?? []
    const base = NEEDED[path] === undefined ? '' : `${NEEDED[path]}&`
    return [
      ...asked,
      ...names.flatMap((name) => ['%00', 'a%00'].map((zero) => `${asked[1]}?${base}${name}=${zero}`)),
    ]
  })
  const fell: string[] = []
  for (const url of new Set(urls)) {
    // A socket is asked for in another way.
    if (url.startsWith('/ws')) continue
    for (const [name, person, headers] of people) {
      const { status } = await person.get(url, headers)
      if (status >= 500) fell.push(`${name} ${url}: ${status}`)
    }
  }
  expect(fell).toEqual([])
}, 60_000)

it('a recovery request for such a name is 400', async () => {
  const answer = await anonymous(t.app).post('/api/password/reset-request', { username: 'a\0' })
  expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
})
