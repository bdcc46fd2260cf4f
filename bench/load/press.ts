import type { Driver } from './crew.ts'
import { requestText } from './template.ts'

/** What a browser sends with every call of the page. */
export const BROWSER_HEADERS = {
  connection: 'keep-alive',
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile',
  accept: '*/*',
  'accept-language': 'es-MX',
}

/** The body of a press as the phone's outbox sends it; `key` names the operation. */
export const pressBody = (key: object, eventType: string): string =>
  JSON.stringify({
    ...key,
    eventType,
    eventId: '{{uuid}}',
    occurredAt: '{{now}}',
    clockOffsetMs: 250,
    coordinates: { lat: '19.{{6}}', lng: '-104.{{6}}' },
    accuracy: 12.5,
    fixAgeSeconds: 3,
  }).replace(/"(-?\d+\.\{\{6\}\})"/g, '$1')

export const headersOf = (host: string, cookie: string) => ({
  ...BROWSER_HEADERS,
  origin: `http://${host}`,
  cookie,
})

/** `stop_rest` and `resume_route` of one driver, as requests for the load generator. */
export const pressesOf = (host: string, { id, cookie, operationKey }: Driver): string[] =>
  ['stop_rest', 'resume_route'].map((eventType) =>
    requestText(host, {
      method: 'POST',
      path: '/api/events',
      headers: headersOf(host, cookie),
      body: pressBody({ userId: id, containerId: operationKey }, eventType),
    }),
  )

/** The lanes of each connection: items are dealt out in turn, so no two connections share one. */
export const dealt = <T>(items: readonly T[], connections: number): T[][] =>
  Array.from({ length: connections }, (_, first) => items.filter((_, i) => i % connections === first))
