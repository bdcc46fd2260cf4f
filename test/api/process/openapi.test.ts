import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints/all'
import { FEATURES } from '#domain/account/entitlements'
import { readConfig } from '#server/config'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { setFlags } from '../../support/flags.ts'

interface Answer {
  $ref?: string
  description?: string
  content?: Record<string, { schema: object }>
}
interface Operation {
  route: string
  method: string
  path: string
  operationId?: string
  summary?: string
  tags?: string[]
  security: object[]
  parameters?: { in?: string; name?: string; required?: boolean; $ref?: string }[]
  responses: Record<string, Answer>
  'x-audience': string
}

let t: TestApp
let boss: Actor
let driver: Actor
let text: string
// biome-ignore lint/suspicious/noExplicitAny: a document is read by its paths, and a test fails where one is missing
let document: any
let operations: Operation[]

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  await setFlags(t.deps, boss, {
    ...Object.fromEntries(FEATURES.map((feature) => [feature, true])),
    premiumActivated: true,
    premiumExpirationDate: null,
  })
  text = (await t.app.inject('/api/openapi.json')).body
  document = JSON.parse(text)
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase()
      return { ...operation, route: `${method} ${path}`, method, path }
    }),
  )
  expect(operations.length).toBeGreaterThan(100)
})
afterAll(() => t.close())

/** The operations that `is` is true of. */
const those = (is: (operation: Operation) => boolean): string[] =>
  operations.filter(is).map(({ route }) => route)

async function ask({ 'x-audience': audience, method, path }: Operation, query = '') {
  const cookie = audience === 'operator' ? driver.cookie : boss.cookie
  return t.app.inject({
    method: method as 'GET',
    url: path.replace('{hash}', 'a'.repeat(64)).replace(/\{\w+\}/g, '2000000000') + query,
    headers:
      audience === 'administrator' ? { 'x-admin-key': ADMIN_KEY } : { cookie: `acarreo.sid=${cookie}` },
  })
}

it('tells of every declared endpoint, and of no other', () => {
  const declared = Object.keys(ENDPOINTS).map((name) => name.replace(/:(\w+)/g, '{$1}'))
  expect(those(({ method }) => method !== 'HEAD').sort()).toEqual(declared.sort())
})

describe('every operation of the API document', () => {
  it('is named by method and path, with a summary and a tag that is described', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^(get|post|put|delete)([A-Z][A-Za-z]*)+$/.test(id ?? ''))).toEqual([])
    expect(ids).toContain('getContainersByContainerIdLinks')
    expect(those(({ summary }) => !summary)).toEqual([])
    const used = operations.flatMap(({ tags = ['none'] }) => tags)
    const described = document.tags.map(({ name }: { name: string }) => name)
    expect([...new Set(used)].sort()).toEqual(described.sort())
  })

  it('names 401 and 429 where it asks for a session, and no session without 401', () => {
    expect(those((o) => o.security.length > 0 && !(o.responses[401] && o.responses[429]))).toEqual([])
    const open = those(({ security }) => security.length === 0)
    expect(open).toEqual(those((o) => o['x-audience'] === 'anyone'))
  })

  it('answers each error with a shared answer, which says what the one error schema says', () => {
    const errors = operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { $ref }]) => (Number(status) >= 400 ? [$ref] : [])),
    )
    expect(errors.length).toBeGreaterThan(500)
    for (const $ref of new Set(errors)) {
      const answer = document.components.responses[$ref?.replace('#/components/responses/', '') ?? '']
      expect(answer?.content, $ref).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      })
    }
    expect(text.split('"bad_json"')).toHaveLength(2)
  })

  it('asks for, and answers with, named schemas', () => {
    const inline = operations.flatMap(({ route, parameters: _, ...operation }) =>
      JSON.stringify(operation).includes('"properties"') ? [route] : [],
    )
    expect(inline).toEqual([])
    const names = Object.keys(document.components.schemas)
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(names.sort())
    // Of a request and of an answer alike.
    expect(names.filter((name) => names.includes(`${name}Input`))).toEqual([])
    expect(text.length).toBeLessThan(250_000)
  })

  const BOX = { south: '19', west: '-104', north: '20', east: '-103' }
  const VALUES: Record<string, string> = { month: '2026-03', timing: 'totalTime', format: 'csv', ...BOX }

  it('requires the query parameters that it cannot do without, and no others', async () => {
    const reads = operations.filter(({ parameters = [] }) => parameters.some((each) => each.in === 'query'))
    expect(reads.length).toBeGreaterThan(10)
    for (const operation of reads) {
      const needed = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
      const query = needed.map(({ name = '' }) => `${name}=${VALUES[name]}`).join('&')
      const isChoice = ['/api/evidence/links', '/api/detention/settlements'].includes(operation.path)
      const { statusCode } = await ask(operation, `?${isChoice ? 'containerId=x' : query}`)
      expect([operation.route, statusCode === 400]).toEqual([
        operation.route,
        operation.path === '/api/password/validate-token',
      ])
      for (const { name } of needed) {
        const without = query.replace(new RegExp(`${name}=[^&]*`), '')
        expect([operation.route, (await ask(operation, `?${without}`)).statusCode]).toEqual([
          operation.route,
          400,
        ])
      }
    }
  })

  it('is read as the media type and with the ETag that it names', async () => {
    const reads = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    let seen = 0
    for (const operation of reads) {
      const query = operation.path === '/api/detention' ? '?month=2026-03' : '?timing=totalTime'
      const { statusCode, headers } = await ask(operation, query)
      if (statusCode !== 200) continue
      seen++
      const types = Object.keys(operation.responses[200]?.content ?? {})
      const isTagged = headers.etag !== undefined
      expect([operation.route, types, isTagged]).toEqual([
        operation.route,
        [String(headers['content-type']).split(';')[0]],
        '304' in operation.responses,
      ])
    }
    expect(seen).toBeGreaterThan(35)
  })

  it('is a file where it is no JSON', () => {
    const types = operations.flatMap(({ route, responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.keys(content).flatMap((type) => (type === 'application/json' ? [] : [`${route} ${type}`])),
      ),
    )
    expect(types.sort()).toEqual([
      'GET /api/admin/audit/export text/csv',
      'GET /api/events/export text/csv',
      'GET /api/evidence/{hash}/file application/pdf',
      'GET /api/evidence/{hash}/file text/csv',
      'GET /api/supervisor/places/geojson application/geo+json',
      'GET /api/tiles/{z}/{x}/{y} application/vnd.mapbox-vector-tile',
      'GET /api/tiles/{z}/{x}/{y} image/avif',
      'GET /api/tiles/{z}/{x}/{y} image/jpeg',
      'GET /api/tiles/{z}/{x}/{y} image/png',
      'GET /api/tiles/{z}/{x}/{y} image/webp',
      'POST /api/reports/export text/csv',
    ])
  })
})

describe('an open operation', () => {
  it('names 429, with which it answers an address that asks too often', async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '1' })
    const strict = await createTestApp({ config })
    const open = operations.filter((o) => o['x-audience'] === 'anyone')
    expect(open.length).toBeGreaterThan(10)
    for (const [i, { route, method, path, responses }] of open.entries()) {
      const ask = () =>
        strict.app.inject({
          method: method as 'GET',
          url: path.replace(/\{\w+\}/, 'CSQU3054383'),
          remoteAddress: `203.0.113.${i + 1}`,
          headers: { host: 'localhost:3000', origin: 'http://localhost:3000' },
        })
      await ask()
      expect([route, (await ask()).statusCode]).toEqual([route, 429])
      expect(Object.keys(responses), route).toContain('429')
    }
    await strict.close()
  })
})
