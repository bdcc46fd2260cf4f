import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type {
  AlertResponse,
  AlertRuleRequest,
  HandleAlertRequest,
  PushSubscriptionRequest,
  QuietHours,
} from '#contract/http/alerts'
import { call, getQuery, pathOf, translatedQuery } from './call.ts'

export const alertsPath = pathOf('GET /api/alerts')
const STALE_MS = 60_000

/** An alert in the page's names. */
export interface Alert
  extends Omit<AlertResponse, 'containerId' | 'displayContainerId' | 'currentEventType'> {
  operationKey: string
  containerNumber: string
  newestEventType: AlertResponse['currentEventType']
}

export interface Alerts {
  open: Alert[]
  closed: Alert[]
}

export const toAlert = ({
  containerId: operationKey,
  displayContainerId: containerNumber,
  currentEventType: newestEventType,
  ...rest
}: AlertResponse): Alert => ({ ...rest, operationKey, containerNumber, newestEventType })

export const alertsQuery = queryOptions({
  ...translatedQuery(
    'GET /api/alerts',
    ({ open, closed }): Alerts => ({ open: open.map(toAlert), closed: closed.map(toAlert) }),
  ),
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

export const handleAlert = async (id: number, body: HandleAlertRequest): Promise<Alert> =>
  toAlert(await call('PUT /api/alerts/:id', { params: { id }, body }))

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

const byUrgency = (a: Alert, b: Alert): number =>
  b.level - a.level || Date.parse(a.raisedAt) - Date.parse(b.raisedAt) || a.id - b.id

/** The lists with an alert as it is now, in the server's order. */
export function withAlert({ open, closed }: Alerts, alert: Alert): Alerts {
  const others = (list: Alert[]): Alert[] => list.filter(({ id }) => id !== alert.id)
  return alert.closedAt === null
    ? { open: [...others(open), alert].sort(byUrgency), closed }
    : { open: others(open), closed: [alert, ...others(closed)] }
}

export function takeAlert(client: QueryClient, alert: Alert): void {
  client.setQueryData(alertsQuery.queryKey, (old) => old && withAlert(old, alert))
}

export const isSnoozed = ({ snoozedUntil }: Pick<Alert, 'snoozedUntil'>, now: number): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now

/** Neither acknowledged nor snoozed: what the tab counts. */
export const countUnhandled = (open: readonly Alert[], now: number): number =>
  open.filter((alert) => alert.acknowledgedAt === null && !isSnoozed(alert, now)).length
