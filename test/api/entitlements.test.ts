import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEATURES, type Feature } from '#domain/account/entitlements'
import { featureFlags } from '#server/db/schema'
import { type Actor, type Answer, anonymous, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** A request that is right in everything, so that who asks and what they have paid for alone decide. */
interface Gated {
  /** Any one of these opens the route. */
  opens: [Feature, ...Feature[]]
  query?: string
  body?: unknown
  /** Other queries that the same gate must stop. */
  also?: string[]
}

const MONTH = '2026-03'

/** Every route that is a supervisor's and that premium opens. */
const GATED: Record<string, Gated> = {
  'GET /api/supervisor/operations': { opens: ['realTimeInfo'] },
  'GET /api/supervisor/step-percentiles': { opens: ['realTimeInfo'] },
  'POST /api/containers/{containerId}/share': { opens: ['linkSharing'] },
  'GET /api/events': { opens: ['operationLogs'], also: ['?limit=1', '?q=a', '?operatorId=1'] },
  'GET /api/events/{containerId}': { opens: ['realTimeInfo', 'operationLogs'] },
  'GET /api/events/export': { opens: ['operationLogs'], also: ['?days=7'] },
  'GET /api/containers/all': { opens: ['operationLogs', 'kpiVisibility'] },
  'GET /api/containers/ids': { opens: ['operationLogs', 'kpiVisibility'] },
  'GET /api/supervisor/operator-logs': { opens: ['operationLogs'] },
  'GET /api/supervisor/kpis': { opens: ['kpiVisibility'], query: `?month=${MONTH}` },
  'GET /api/supervisor/kpis/visits': { opens: ['kpiVisibility'], query: `?month=${MONTH}&timing=totalTime` },
  'GET /api/reports': { opens: ['kpiVisibility'] },
  'POST /api/reports': { opens: ['kpiVisibility'], body: { month: MONTH, operatorId: null } },
  'POST /api/reports/export': { opens: ['kpiVisibility'], body: { month: MONTH, operatorId: null } },
  'GET /api/reports/{id}': { opens: ['kpiVisibility'] },
  'DELETE /api/reports/{id}': { opens: ['kpiVisibility'] },
}

/** Every other route, and why premium does not count there. */
const UNGATED: Record<string, string> = {
  'GET /api/config': 'public',
  'GET /api/admin/audit': 'the administrator’s',
  'DELETE /api/admin/operators/{id}': 'the administrator’s',
  'DELETE /api/admin/supervisors/{id}': 'the administrator’s',
  'GET /api/admin/session': 'the administrator’s',
  'GET /api/admin/settings': 'the administrator’s',
  'GET /api/admin/supervisor/{id}/metrics': 'the administrator’s',
  'GET /api/admin/users': 'the administrator’s',
  'GET /api/admin/users/{id}/features': 'the administrator’s',
  'POST /api/admin/create-supervisor': 'the administrator’s',
  'POST /api/admin/login': 'the administrator’s',
  'POST /api/admin/logout': 'the administrator’s',
  'POST /api/admin/settings': 'the administrator’s',
  'POST /api/admin/users/{id}/features': 'the administrator’s',
  'POST /api/admin/users/{id}/status': 'the administrator’s',
  'POST /api/admin/force-backup': 'the administrator’s',
  'POST /api/admin/force-load': 'the administrator’s',
  'POST /api/admin/verify-memory': 'the administrator’s',
  'GET /api/password/validate-token': 'public',
  'POST /api/password/reset': 'public',
  'POST /api/password/reset-request': 'public',
  'GET /api/public/containers/{containerId}': 'public',
  'GET /api/public/events/{containerId}': 'public',
  'GET /api/public/invitations/{token}': 'public',
  'GET /api/user': 'one’s own account',
  'GET /api/user/features': 'says what is open',
  'POST /api/login': 'one’s own account',
  'POST /api/logout': 'one’s own account',
  'POST /api/register': 'one’s own account',
  'POST /api/live-token': 'the channel tells changed entitlements, and itself goes by them',
  'POST /api/containers': 'a driver’s',
  'GET /api/containers/active': 'a driver’s',
  'POST /api/events': 'a driver’s',
  'GET /api/users/operators': 'the operators tab is always available',
  'POST /api/users/operators': 'the operators tab is always available',
  'PUT /api/users/operators/{id}': 'the operators tab is always available',
  'DELETE /api/users/operators/{id}': 'the operators tab is always available',
  'GET /api/users/operators/{id}/metrics': 'the operators tab is always available',
  'POST /api/users/invitations': 'the operators tab is always available',
  'DELETE /api/users/invitations': 'the operators tab is always available',
}

let t: TestApp
let boss: Actor
let operator: Actor
let containerId: string

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, boss)
  containerId = (
    await operator.post('/api/containers', { containerId: 'CSQU3054383', operationType: 'load' })
  ).body.containerId
})
afterAll(() => t.close())

const ALL_ON = Object.fromEntries(FEATURES.map((f) => [f, true]))
const set = (values: Partial<typeof featureFlags.$inferInsert>) =>
  t.deps.database.orm
    .update(featureFlags)
    .set({ ...ALL_ON, premiumActivated: true, premiumExpirationDate: null, ...values })
    .where(eq(featureFlags.userId, boss.id))

/** The routes that the product describes; HEAD answers with its GET. */
async function routes(): Promise<string[]> {
  const { body } = await anonymous(t.app).get('/api/openapi.json')
  const paths: Record<string, Record<string, unknown>> = body.paths
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'head')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
}

function ask(who: Actor, route: string, query = GATED[route]?.query ?? ''): Promise<Answer> {
  const [method, path = ''] = route.split(' ')
  const url = path.replace('{containerId}', containerId).replace('{id}', '2000000000') + query
  const body = GATED[route]?.body
  if (method === 'GET') return who.get(url)
  if (method === 'DELETE') return who.delete(url)
  return method === 'PUT' ? who.put(url, body) : who.post(url, body)
}

it('every route is known here: whoever adds one says whether premium opens it', async () => {
  const there = await routes()
  const known = { ...GATED, ...UNGATED }
  expect(there.filter((route) => !(route in known))).toEqual([])
  expect(Object.keys(known).filter((route) => !there.includes(route))).toEqual([])
})

describe.each(Object.entries(GATED))('%s', (route, { opens, also = [] }) => {
  it(`is opened by ${opens.join(' or ')}, and by nothing else`, async () => {
    for (const feature of FEATURES) {
      await set({ ...Object.fromEntries(FEATURES.map((f) => [f, f === feature])) })
      const answer = await ask(boss, route)
      if (opens.includes(feature)) {
        // Nobody has a report of that number; the gate comes first all the same.
        expect(route.includes('{id}') ? [404] : [200, 201]).toContain(answer.status)
      } else {
        expect([feature, answer.status]).toEqual([feature, 403])
        expect(answer.body).toEqual({ error: 'Función premium no disponible', code: 'premium' })
      }
    }
  })

  it('is closed from the instant premium ends, and open again when it is given anew', async () => {
    const end = t.clock.now() + 60_000
    await set({ premiumExpirationDate: new Date(end) })
    t.clock.advance(59_999)
    expect((await ask(boss, route)).status).not.toBe(403)
    t.clock.advance(1)
    for (const query of [undefined, ...also]) expect((await ask(boss, route, query)).status).toBe(403)
    await set({ premiumExpirationDate: new Date(end + 60_000) })
    expect((await ask(boss, route)).status).not.toBe(403)
  })

  it('is no stranger’s', async () => {
    await set({})
    expect((await ask(anonymous(t.app), route)).status).toBe(401)
  })

  // A driver reads the events of their own trips under the same path.
  it.skipIf(route === 'GET /api/events/{containerId}')('is no driver’s', async () => {
    const answer = await ask(operator, route)
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('forbidden')
  })
})

describe('catching up by number', () => {
  it('is open to whoever may see live or read the history', async () => {
    const asked = async (feature: Feature) => {
      await set(Object.fromEntries(FEATURES.map((f) => [f, f === feature])))
      return (await boss.get('/api/events?after=0')).status
    }
    for (const feature of FEATURES) {
      const open = feature === 'realTimeInfo' || feature === 'operationLogs'
      expect([feature, await asked(feature)]).toEqual([feature, open ? 200 : 403])
    }
  })
})

describe('a new supervisor', () => {
  it('has everything for thirty days, and reads when that ends', async () => {
    const fresh = await register(t.app, 'supervisor')
    const end = t.clock.now() + 30 * 86_400_000
    const features = async () => (await fresh.get('/api/user/features')).body.features
    expect(await features()).toEqual({
      id: expect.any(Number),
      userId: fresh.id,
      ...ALL_ON,
      premiumActivated: true,
      premiumExpirationDate: new Date(end).toISOString(),
      operatorLimit: '20',
    })
    t.clock.advance(30 * 86_400_000)
    expect(await features()).toEqual({
      id: expect.any(Number),
      userId: fresh.id,
      ...Object.fromEntries(FEATURES.map((f) => [f, false])),
      premiumActivated: false,
      // Still said, so that the page can say since when.
      premiumExpirationDate: new Date(end).toISOString(),
      operatorLimit: '20',
    })
  })

  it('a driver has none', async () => {
    expect((await operator.get('/api/user/features')).body.features).toMatchObject({
      userId: operator.id,
      ...Object.fromEntries(FEATURES.map((f) => [f, false])),
      premiumActivated: false,
      premiumExpirationDate: null,
    })
  })
})
