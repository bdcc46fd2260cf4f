// Compiled by the test against the types that openapi-typescript makes of the API document.
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.js'

interface Person {
  username: string
  password: string
}

export interface Trip {
  step: components['schemas']['OperationResponse']['currentEventType'] | undefined
  again: components['schemas']['Error']['code'] | undefined
  recorded: string[]
  history: string[]
  lines: number
  refused: components['schemas']['Error']['code'] | undefined
}

/** What a call must have answered with. */
function given<T>({ data, error }: { data?: T; error?: { error: string } | undefined }): T {
  if (data === undefined) throw new Error(error?.error ?? 'no answer')
  return data
}

async function signedIn(origin: string, { username, password }: Person): Promise<Client<paths>> {
  const client = createClient<paths>({ baseUrl: origin })
  let cookie = ''
  client.use({
    onRequest({ request }) {
      if (cookie !== '') request.headers.set('cookie', cookie)
    },
    onResponse({ response }) {
      cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    },
  })
  given(await client.POST('/api/login', { body: { username, password } }))
  return client
}

/** A driver starts a trip and records a step; their supervisor reads both. */
export async function trip(origin: string, people: { driver: Person; supervisor: Person }): Promise<Trip> {
  const driver = await signedIn(origin, people.driver)
  const number = { containerId: 'CSQU3054383', operationType: 'load' } as const
  const { containerId } = given(await driver.POST('/api/containers', { body: number }))
  const { error: again } = await driver.POST('/api/containers', {
    body: { ...number, containerId: 'MSKU9070323' },
  })
  const step = { containerId, operationType: number.operationType }
  given(await driver.POST('/api/events', { body: { ...step, eventType: 'en_route' } }))
  // @ts-expect-error No such step: the document lists them.
  await driver.POST('/api/events', { body: { ...step, eventType: 'en_camino' } })
  // @ts-expect-error Nor does it have this path.
  await driver.GET('/api/nothing')
  const params = { path: { containerId } }
  const recorded = given(await driver.GET('/api/events/{containerId}', { params }))
  const active = given(await driver.GET('/api/containers/active'))

  const supervisor = await signedIn(origin, people.supervisor)
  const filters = { params: { query: { containerId: [containerId], q: 'CSQU' } } }
  const history = given(await supervisor.GET('/api/events', filters))
  const file = given(await supervisor.GET('/api/events/export', { ...filters, parseAs: 'text' }))
  const { error: refused } = await createClient<paths>({ baseUrl: origin }).GET('/api/user')
  return {
    step: active?.currentEventType,
    again: again?.code,
    recorded: recorded.map(({ eventType }) => eventType),
    history: history.flatMap((each) => ('eventType' in each ? [each.eventType] : [])),
    lines: file.trim().split('\n').length,
    refused: refused?.code,
  }
}
