import type { EventResponse } from '#contract/http/operations'
import type { OperatorResponse } from '#contract/http/people/operators'

interface Answered {
  headers: Record<string, unknown>
  body: string
}

const DAY_MS = 86_400_000

/**
 * URLs of every kind of question to the history, by name. Their values come from the supervisor's own record, so that they
 * find something. `get` asks as that supervisor.
 */
export async function historyQuestions(
  get: (url: string) => Promise<Answered>,
): Promise<Record<string, string>> {
  const { body, headers } = await get('/api/events?limit=1000')
  const rows = JSON.parse(body) as EventResponse[]
  const [one, two] = [rows[500], rows.find((row) => row.userId !== rows[500]?.userId)]
  const old = JSON.parse((await get('/api/containers/all')).body).at(-5)
  const operators = JSON.parse((await get('/api/users/operators')).body) as OperatorResponse[]
  const operator = operators.find(({ id }) => id === rows[500]?.userId)
  const place = rows.find((row) => row.location)?.location
  if (!one || !two || !place || !operator) throw new Error('too few events')
  let deep = headers['x-next-cursor']
  for (let page = 1; page < 10 && deep; page++) {
    deep = (await get(`/api/events?limit=1000&cursor=${deep}`)).headers['x-next-cursor'] ?? deep
  }
  const iso = (ms: number) => new Date(ms).toISOString()
  const now = Date.now()
  const questions = {
    'first page': '',
    'page 6': `cursor=${headers['x-next-cursor']}`,
    'page 51': `cursor=${deep}`,
    'one operator': `operatorId=${one.userId}`,
    'two operators': `operatorId=${one.userId}&operatorId=${two.userId}`,
    'container number': `containerId=${one.displayContainerId}`,
    'operation key, old': `containerId=${old.containerId}`,
    'without a position': 'position=missing',
    'event type': 'eventType=stop_rest',
    'three event types': 'eventType=start_trip&eventType=exit_park&eventType=end_trip',
    'a week': `from=${iso(now - 60 * DAY_MS)}&to=${iso(now - 53 * DAY_MS)}`,
    'text: place': `q=${encodeURIComponent(place.toUpperCase())}`,
    'text: event': 'q=combustible',
    'text: container': `q=${one.displayContainerId.slice(4, 9)}`,
    'text: operator': `q=${encodeURIComponent(operator.displayName)}`,
    'text: nothing': 'q=no%20hay%20tal',
    'all together': `operatorId=${one.userId}&eventType=arrived_at_park&from=${iso(now - 90 * DAY_MS)}&q=llegada`,
  }
  return Object.fromEntries(Object.entries(questions).map(([name, query]) => [name, `/api/events?${query}`]))
}

/** The same for the KPIs of `month` (`yyyy-MM`) and of the current one. */
export const kpiQuestions = (month: string): Record<string, string> => ({
  'last month': `/api/supervisor/kpis?month=${month}`,
  'this month': '/api/supervisor/kpis',
  'stops of last month': `/api/supervisor/kpis?month=${month}&eventType=stop_rest&eventType=stop_fuel`,
  'visits of last month': `/api/supervisor/kpis/visits?month=${month}&timing=totalTime`,
})
