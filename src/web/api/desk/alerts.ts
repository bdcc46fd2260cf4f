import { infiniteQueryOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type {
  AlertResponse,
  AlertRuleRequest,
  AlertsResponse,
  HandleAlertsRequest,
  PushSubscriptionRequest,
  QuietHours,
} from '#contract/http/desk/alerts'
import { MOST_ALERTS } from '#domain/alert/kinds'
import { requestIfChanged, type Tagged } from '../../lib/http.ts'
import { call, getQuery, pathOf } from '../call.ts'

export const alertsPath = pathOf('GET /api/alerts')
const STALE_MS = 60_000

/** An alert in the page's names. */
export interface Alert
  extends Omit<AlertResponse, 'containerId' | 'displayContainerId' | 'currentEventType'> {
  operationKey: string
  containerNumber: string
  newestEventType: AlertResponse['currentEventType']
}

export const toAlert = ({
  containerId: operationKey,
  displayContainerId: containerNumber,
  currentEventType: newestEventType,
  ...rest
}: AlertResponse): Alert => ({ ...rest, operationKey, containerNumber, newestEventType })

/** The pages of the open alerts as they were answered last, by path. */
let held: ReadonlyMap<string, Tagged<AlertsResponse>> = new Map()
/** What each reading under way has missed: its answer may be older than a live message. */
const readings = new Set<Alert[]>()

/** All open alerts, page by page; a page that has not changed is not sent again (ETag). */
async function readOpen(signal: AbortSignal, onPage: (alerts: Alert[]) => void): Promise<Alert[]> {
  const missed: Alert[] = []
  const read = new Map<string, Tagged<AlertsResponse>>()
  let alerts: Alert[] = []
  readings.add(missed)
  try {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = pathOf('GET /api/alerts', { query: { list: 'open', limit: MOST_ALERTS, cursor } })
      const page = await requestIfChanged<AlertsResponse>(path, held.get(path) ?? null, { signal })
      read.set(path, page)
      alerts = page.body.open.map(toAlert).reduce(withAlert, alerts)
      cursor = page.body.next.open
      onPage(missed.reduce(withAlert, alerts))
    }
  } finally {
    readings.delete(missed)
  }
  held = read
  return missed.reduce(withAlert, alerts)
}

/** The open alerts, the newest first. Live messages keep them true. */
export const alertsQuery = queryOptions({
  queryKey: [alertsPath],
  queryFn: ({ client, queryKey, signal }): Promise<Alert[]> => {
    const first = client.getQueryData(queryKey) === undefined
    // The first page is shown while the others are on their way.
    return readOpen(signal, (alerts) => first && client.setQueryData(queryKey, alerts))
  },
  staleTime: STALE_MS,
})

/** Those that were closed lately, closed last first. */
export const closedAlertsQuery = infiniteQueryOptions({
  queryKey: [alertsPath, 'closed'],
  queryFn: async ({ pageParam: cursor, signal }) => {
    const page = await call('GET /api/alerts', { query: { list: 'closed', cursor }, signal })
    return { alerts: page.closed.map(toAlert), next: page.next.closed }
  },
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  staleTime: STALE_MS,
})

/** Counting in a month of the record is not repeated without need. */
const COUNT_STALE_MS = 15 * STALE_MS

export const alertRulesQuery = queryOptions({
  ...getQuery('GET /api/alert-rules'),
  staleTime: COUNT_STALE_MS,
})

/** How many alerts a rule would have raised, before it is saved; null: it is not complete yet. */
export const triedRuleQuery = (rule: Pick<AlertRuleRequest, 'kind' | 'parameters'> | null) =>
  queryOptions({
    queryKey: [pathOf('POST /api/alert-rules/try'), rule],
    queryFn:
      rule === null ? skipToken : ({ signal }) => call('POST /api/alert-rules/try', { body: rule, signal }),
    staleTime: COUNT_STALE_MS,
  })

/** Many at once; answers with those that changed. */
export const handleAlerts = async (body: HandleAlertsRequest): Promise<Alert[]> =>
  (await call('POST /api/alerts/handle', { body })).changed.map(toAlert)

export const seeAlerts = async (ids: number[]): Promise<Alert[]> =>
  (await call('POST /api/alerts/seen', { body: { ids } })).changed.map(toAlert)

/** `id` null: a new one. */
export const saveRule = (id: number | null, body: AlertRuleRequest) =>
  id === null
    ? call('POST /api/alert-rules', { body })
    : call('PUT /api/alert-rules/:id', { params: { id }, body })

export const removeRule = (id: number) => call('DELETE /api/alert-rules/:id', { params: { id } })

export const quietHoursQuery = queryOptions({ ...getQuery('GET /api/quiet-hours'), staleTime: STALE_MS })
export const saveQuietHours = (body: QuietHours) => call('PUT /api/quiet-hours', { body })

export const fetchPushKey = () => call('GET /api/push-key')
export const keepPushSubscription = (body: PushSubscriptionRequest) =>
  call('POST /api/push-subscriptions', { body })
export const endPushSubscription = (endpoint: string) =>
  call('POST /api/push-subscriptions/end', { body: { endpoint } })

/** Instants of one form compare as texts. */
const isNewer = (a: Alert, b: Alert): boolean =>
  a.levelAt > b.levelAt || (a.levelAt === b.levelAt && a.id > b.id)

/** The open alerts, by when each reached its level, newest first, with one as it is now. */
export function withAlert(open: readonly Alert[], alert: Alert): Alert[] {
  const others = open.filter(({ id }) => id !== alert.id)
  if (alert.closedAt !== null) return others
  const at = others.findIndex((other) => isNewer(alert, other))
  return others.toSpliced(at < 0 ? others.length : at, 0, alert)
}

export function takeAlert(client: QueryClient, alert: Alert): void {
  for (const missed of readings) missed.push(alert)
  client.setQueryData(alertsQuery.queryKey, (open) => open && withAlert(open, alert))
  client.setQueryData(closedAlertsQuery.queryKey, (old) => {
    if (!old) return old
    const pages = old.pages.map((page) => ({
      ...page,
      alerts: page.alerts.filter(({ id }) => id !== alert.id),
    }))
    const [first, ...rest] = pages
    if (!first || alert.closedAt === null) return { ...old, pages }
    return { ...old, pages: [{ ...first, alerts: [alert, ...first.alerts] }, ...rest] }
  })
}

export const isSnoozed = ({ snoozedUntil }: Pick<Alert, 'snoozedUntil'>, now: number): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now

/** Somebody has acknowledged or snoozed it. */
export const isHandled = (alert: Alert, now: number): boolean =>
  alert.acknowledgedAt !== null || isSnoozed(alert, now)

/** Nobody has looked at it, and somebody should: of what was acknowledged or snoozed, only what has become urgent. */
export const isUnseen = (alert: Alert, now: number): boolean =>
  alert.closedAt === null && alert.seenAt === null && (alert.level === 3 || !isHandled(alert, now))
