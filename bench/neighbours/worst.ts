import { ENDPOINTS, type EndpointName } from '#contract/endpoints/all'
import type { Endpoint } from '#contract/endpoints/endpoint'
import { AGREEMENT } from '../large-rows.ts'
import { type Known, largestOf, widestOf } from './schema-worst.ts'
import type { Shot } from './shots.ts'

/** Who floods, and rows of theirs that exist. */
export interface Flooders {
  /** Cookie of the supervisor with the large month. */
  large: string
  /** Of an account whose sessions and settings may suffer. */
  spare: string
  drivers: { cookie: string; operationKey: string }[]
  month: string
  /** Operation keys: one ended, one active, and two hundred. */
  ended: string
  active: string
  operationKeys: string[]
  operatorId: number
  placeId: number
  clientId: number
  contractId: number
  reportId: number
  hash: string
  /** Places as `POST /api/supervisor/places/geojson` takes them. */
  geojson: object
  shape: object
}

export interface RouteFlood {
  route: EndpointName
  shots: Shot[]
}

interface Input {
  query?: object
  body?: unknown
}

/** One that no row has. */
const NO_ID = 2_000_000_000
/** What a body of the usual size may have at most, of nothing but brackets. */
const BRACKETS = `{"x":${'['.repeat(32_000)}${']'.repeat(32_000)}}`
const BRACKETS_OF_ANYONE = `{"x":${'['.repeat(8_000)}${']'.repeat(8_000)}}`

/** Inputs beside those of the schema: what only somebody who knows the route would think of. */
const byHand = ({
  month,
  geojson,
  drivers,
  clientId,
  ended,
}: Flooders): Partial<Record<EndpointName, Input[]>> => ({
  'GET /api/events': [
    { query: { limit: 1000 } },
    { query: { position: 'outside', limit: 1000 } },
    { query: { position: 'outside', from: '2000-01-01T00:00:00Z', limit: 1000 } },
    { query: { q: 'zz%_\\', limit: 1000 } },
    { query: { q: 'a', limit: 1000 } },
    { query: { after: 0, limit: 1000 } },
  ],
  'GET /api/events/export': [
    { query: { days: '0' } },
    { query: { position: 'outside', from: '2000-01-01T00:00:00Z' } },
  ],
  'POST /api/supervisor/places/geojson': [{ body: geojson }],
  'POST /api/evidence': [{ body: { clientId, month } }, { body: { containerId: ended } }],
  'POST /api/events': drivers.flatMap(({ operationKey }) =>
    ['stop_rest', 'resume_route'].map((eventType) => ({
      body: {
        containerId: operationKey,
        eventType,
        eventId: '{{uuid}}',
        occurredAt: '2000-01-01T00:00:00Z',
        coordinates: { lat: 19, lng: -104 },
        accuracy: 10_000_000,
      },
    })),
  ),
})

/** Each route of the API with the worst that its schema allows, as the account that may call it. */
export function floodsOf(flooders: Flooders): RouteFlood[] {
  const { large, spare, drivers, month, operatorId, placeId, clientId, shape } = flooders
  const known: Known = {
    month,
    operatorId: Array.from({ length: 200 }, (_, i) => operatorId + i),
    containerId: flooders.operationKeys,
    eventType: ['start_trip', 'en_route', 'arrived_at_park', 'exit_park', 'end_trip'],
    from: '2000-01-01T00:00:00Z',
    to: '2100-12-31T23:59:59Z',
    timing: 'totalTime',
    excluded: 'false',
    weekday: '6',
    hour: '23',
    placeId,
    clientId,
    shape,
    timeZone: 'America/Argentina/ComodRivadavia',
    facilityCode: 'MXZLO',
    client: 'Cliente de la avalancha',
    kind: 'yard',
    username: '{{uuid}}',
    phone: '3141234567',
    email: '{{uuid}}@example.com',
    endpoint: `https://push.example/${'x'.repeat(900)}`,
    cursor: undefined,
    after: undefined,
    q: 'ñ'.repeat(100),
  }
  const hand: Partial<Record<EndpointName, Input[]>> = {
    ...byHand(flooders),
    'POST /api/detention/contracts': [{ body: { ...AGREEMENT, name: '{{uuid}}' } }],
    'PUT /api/detention/contracts/:id': [{ body: AGREEMENT }],
    'POST /api/alert-rules/try': [
      { body: { kind: 'free_time', parameters: { minutes: 1, fromPercent: 50 } } },
      { body: { kind: 'outside_place', parameters: { metres: 1 } } },
      { body: { kind: 'step_long', parameters: { factor: 1, minutes: 1 } } },
    ],
    'POST /api/alert-rules': [
      {
        body: {
          kind: 'free_time',
          parameters: { minutes: 1, fromPercent: 50 },
          enabled: true,
          push: true,
          mail: false,
        },
      },
    ],
    'POST /api/reports': [{ body: { month, operatorId: null } }],
    'POST /api/reports/export': [{ body: { month, operatorId: null } }],
    'PUT /api/containers/:containerId/destination': [{ body: { placeId } }, { body: { placeId: null } }],
    'POST /api/containers/:containerId/corrections': [
      {
        body: {
          kind: 'time',
          correctionId: '{{uuid}}',
          position: 2,
          timestamp: new Date().toISOString(),
          reason: 'ñ'.repeat(300),
        },
      },
    ],
  }
  const entries = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
  return entries.map(([route, endpoint]) => {
    const [method = '', template = ''] = route.split(' ')
    const inputs = hand[route] ?? inputsOf(endpoint, known)
    if (endpoint.body) inputs.push({ body: endpoint.audience === 'anyone' ? BRACKETS_OF_ANYONE : BRACKETS })
    const shots = inputs.map(({ query, body }, i): Shot => {
      const driver = drivers[Math.floor(i / 2) % drivers.length]
      const cookie = {
        anyone: '',
        'signed-in': method === 'GET' ? large : spare,
        operator: driver?.cookie ?? '',
        supervisor: route.includes('/account/') ? spare : large,
        administrator: large,
      }[endpoint.audience]
      return {
        method,
        path: `${pathOf(template, method, flooders)}${queryText(query)}`,
        cookie,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }
    })
    return { route, shots }
  })
}

function inputsOf({ query, body }: Endpoint, known: Known): Input[] {
  const ofOne: Known = {
    ...known,
    operatorId: Array.isArray(known.operatorId) ? known.operatorId[0] : undefined,
    containerId: Array.isArray(known.containerId) ? known.containerId[0] : undefined,
    eventType: 'start_trip',
  }
  if (body) return [{ body: largestOf(body, ofOne) }]
  if (!query) return [{}]
  return [
    { query: widestOf(query, known) as object },
    { query: largestOf(query, { ...known, position: undefined }) as object },
  ]
}

function pathOf(template: string, method: string, flooders: Flooders): string {
  const { ended, active, operatorId, placeId, contractId, reportId, hash } = flooders
  const isDelete = method === 'DELETE'
  return template.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'hash') return hash
    if (name === 'token') return 'x'.repeat(100)
    if (name === 'containerId') return method === 'GET' ? ended : active
    if (isDelete) return String(NO_ID)
    if (name === 'placeId') return String(placeId)
    if (template.includes('/contracts/')) return String(contractId)
    if (template.includes('/reports/')) return String(reportId)
    return String(operatorId)
  })
}

function queryText(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}
