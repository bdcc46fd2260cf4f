import { ENDPOINTS, type EndpointName, type Endpoints } from '#contract/endpoints/all'
import type { Asked } from '#contract/endpoints/endpoint'
import { pathOf } from '#web/api/call'

/** What a supervisor may GET. */
type Read = {
  [N in EndpointName]: N extends `GET ${string}`
    ? Endpoints[N]['audience'] extends 'supervisor' | 'signed-in'
      ? N
      : never
    : never
}[EndpointName]
type Asking<N extends EndpointName> = Omit<Asked<N, Endpoints[N]>, 'body'>
/** Those that cannot be asked without saying of what. */
type Needing = { [N in Read]: Record<never, never> extends Asking<N> ? never : N }[Read]

/** Which questions a read is asked; those that need no parameters are asked once without any. */
type Questions = { [N in Needing]: readonly Asking<N>[] } & { [N in Read]?: readonly Asking<N>[] }

/** What the questions name. */
export interface Named {
  month: string
  /** ISO 8601, of the month. */
  from: string
  to: string
  containerId: string
  operatorId: number
  placeId: number
  clientId: number
  reportId: number
  packHash: string
}

const questionsOf = (it: Named): Questions => ({
  'GET /api/detention': [{ query: { month: it.month } }],
  'GET /api/detention/settlements': [{ query: { clientId: String(it.clientId), month: it.month } }],
  'GET /api/evidence/:hash/file': [
    { params: { hash: it.packHash }, query: { format: 'csv' } },
    { params: { hash: it.packHash }, query: { format: 'pdf' } },
  ],
  'GET /api/evidence/links': [{ query: { clientId: String(it.clientId), month: it.month } }],
  'GET /api/supervisor/forecasts/calibration': [{ query: { month: it.month } }],
  'GET /api/events': [
    {},
    { query: { limit: 1000 } },
    { query: { after: 0, limit: 1000 } },
    { query: { position: 'outside' } },
    { query: { position: 'missing' } },
    { query: { q: 'combustible' } },
    { query: { q: 'no such words' } },
    { query: { eventType: ['arrived_at_park'], from: it.from, to: it.to } },
  ],
  'GET /api/events/export': [{ query: {} }, { query: { position: 'outside' } }],
  // Of one place, and of all that there is.
  'GET /api/supervisor/places/tracks': [
    { query: { south: 18.98, west: -104.02, north: 19.02, east: -103.98 } },
    { query: { south: 10, west: -120, north: 35, east: -80 } },
  ],
  // Without an archive there are none.
  'GET /api/tiles/:z/:x/:y': [],
  'GET /api/supervisor/kpis': [
    { query: { month: it.month } },
    // Answered by the sums of these types of event.
    { query: { month: it.month, eventType: ['arrived_at_park', 'stop_rest'] } },
  ],
  'GET /api/supervisor/kpis/corrections': [{ query: { month: it.month } }],
  'GET /api/supervisor/kpis/turn-times': [{ query: { month: it.month } }],
  'GET /api/supervisor/kpis/turn-hours': [
    { query: { month: it.month } },
    { query: { month: it.month, placeId: String(it.placeId) } },
  ],
  'GET /api/supervisor/kpis/visits': [{ query: { month: it.month, timing: 'totalTime' } }],
  'GET /api/reports/:id': [{ params: { id: it.reportId } }],
  'GET /api/containers/:containerId/links': [{ params: { containerId: it.containerId } }],
  'GET /api/containers/:containerId/corrections': [{ params: { containerId: it.containerId } }],
  'GET /api/events/:containerId': [{ params: { containerId: it.containerId } }],
  'GET /api/users/operators/:id/metrics': [{ params: { id: it.operatorId } }],
})

export interface Question {
  url: string
  /** A file is read while it is made: what counts is its first byte. */
  isFile: boolean
}

/** All that a supervisor may GET, from the list of endpoints: a new one is asked as well. */
export function questions(named: Named): Question[] {
  const table = questionsOf(named) as Partial<Record<EndpointName, readonly Asking<Read>[]>>
  return (Object.keys(ENDPOINTS) as EndpointName[]).filter(isRead).flatMap((name) =>
    (table[name] ?? [{}]).map((asked) => ({
      url: pathOf(name, asked as never),
      isFile: 'content' in (ENDPOINTS[name].answer ?? {}),
    })),
  )
}

const isRead = (name: EndpointName): name is Read =>
  name.startsWith('GET ') && ['supervisor', 'signed-in'].includes(ENDPOINTS[name].audience)
