import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationResponse } from '#contract/http/operations'
import { openAccounts, PASSWORD } from '../../scripts/demo/accounts.mjs'
import { createDrive } from '../../scripts/demo/drive.mjs'
import { createFleet, type Press } from '../../scripts/demo/fleet.mjs'
import { type Client, createPhone, type Outcome } from '../../scripts/demo/phone.mjs'
import { demoRoad } from '../../scripts/demo/road.mjs'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { listen } from '../support/socket.ts'

const HOUR = 3_600_000

let t: TestApp
let origin: string

beforeAll(async () => {
  t = await createTestApp()
  origin = (await listen(t.app)).origin
})
afterAll(() => t.close())

interface Crew {
  supervisor: Client
  drivers: { username: string; client: Client }[]
}

function join(crew: Crew, startsAt: number, clients = crew.drivers.map(({ client }) => client)) {
  const fleet = createFleet({ trucks: clients.length, seed: 11, road: demoRoad(), startsAt })
  const outcomes: { press: Press; outcome: Outcome }[] = []
  const ending = new AbortController()
  const drive = createDrive({
    fleet,
    phones: clients.map((client, i) =>
      createPhone({
        client,
        login: { username: crew.drivers[i]?.username ?? '', password: PASSWORD },
        signal: ending.signal,
      }),
    ),
    onOutcome: (press, outcome) => outcomes.push({ press, outcome }),
    signal: ending.signal,
  })
  return { fleet, drive, outcomes, ending }
}

const board = async (crew: Crew): Promise<OperationResponse[]> =>
  (await crew.supervisor.get('/api/supervisor/operations')).body.operations

test('thirty hours of twelve trucks: nothing is refused, a second run finds every truck where it was', async () => {
  const crew = await openAccounts(origin)
  expect(crew.drivers).toHaveLength(12)
  const first = join(crew, NOON - 30 * HOUR)
  await first.drive.fastForward(NOON)
  expect(first.outcomes.length).toBeGreaterThan(300)
  expect(first.outcomes.filter(({ outcome }) => outcome.kind !== 'recorded')).toEqual([])
  const { rows } = await t.deps.database.pool.query(
    'select count(*)::int as events, count(distinct event_id)::int as ids, max(seq)::int as seq from events',
  )
  const recorded = first.outcomes.length
  expect(rows[0]).toEqual({ events: recorded, ids: recorded, seq: recorded })

  // A live board: most trucks under way, in different states and at different times.
  const standing = first.fleet.standing()
  const cards = await board(crew)
  const byName = new Map(cards.map((card) => [card.username, card]))
  expect(cards.length).toBe(standing.filter((event) => event !== null).length)
  expect(cards.length).toBeGreaterThan(7)
  expect(new Set(cards.map(({ currentEventType }) => currentEventType)).size).toBeGreaterThan(3)
  expect(new Set(cards.map(({ lastUpdated }) => lastUpdated)).size).toBe(cards.length)
  for (const [i, event] of standing.entries()) {
    expect(byName.get(crew.drivers[i]?.username ?? '')?.currentEventType ?? null).toBe(event)
  }

  // The second run: the same accounts, the trips that were under way, no new ones in their place.
  const again = await openAccounts(origin)
  const second = join(again, NOON)
  expect(await second.drive.pickUp()).toBe(cards.length)
  expect(second.fleet.standing()).toEqual(standing)
  t.clock.advance(20 * HOUR)
  await second.drive.fastForward(t.clock.now())
  expect(second.outcomes.filter(({ outcome }) => outcome.kind !== 'recorded')).toEqual([])
  expect(second.outcomes.filter(({ press }) => press.eventType === 'end_trip').length).toBeGreaterThan(12)
})

test('a phone off the network, a step pressed elsewhere, a lost session: each press is recorded once', async () => {
  const crew = await openAccounts(origin)
  // Somebody who is on his way, as the test before left him.
  const before = (await board(crew)).find(({ currentEventType }) => currentEventType === 'en_route')
  const driver = crew.drivers.find(({ username }) => username === before?.username)
  if (!before || !driver) throw new Error('nobody is on his way')
  const one: Crew = { ...crew, drivers: [driver] }
  let posts = 0
  let lost = 0
  let loggedOut = 0
  const shaky: Client = {
    ...driver.client,
    async post(path, body) {
      posts++
      // The request arrives and its answer does not: the worst case for 'once'.
      const answer = await driver.client.post(path, body)
      if (path !== '/api/login' && posts % 4 === 0) {
        lost++
        throw new TypeError('fetch failed')
      }
      if (posts % 11 === 0) {
        loggedOut++
        await driver.client.post('/api/logout')
      }
      return answer
    },
  }
  const { drive, outcomes, fleet } = join(one, t.clock.now(), [shaky])
  await drive.pickUp()
  const { status } = await driver.client.post('/api/events', {
    containerId: before.containerId,
    eventType: 'arrived_at_park',
  })
  expect(status).toBe(201)
  const from = (await t.deps.database.pool.query('select count(*)::int as n from events')).rows[0].n
  t.clock.advance(10 * HOUR)
  await drive.fastForward(t.clock.now())
  const told = outcomes.filter(({ outcome }) => outcome.kind === 'recorded').length
  const { rows } = await t.deps.database.pool.query(
    'select count(*)::int as n, count(distinct event_id)::int as ids from events',
  )
  expect(rows[0].n - from).toBe(told)
  expect(rows[0].ids).toBe(rows[0].n)
  // The one press that the other phone had made obsolete, and nothing else.
  expect(outcomes.filter(({ outcome }) => outcome.kind !== 'recorded')).toMatchObject([
    { outcome: { kind: 'truth', operation: { currentEventType: 'arrived_at_park' } } },
  ])
  expect(told).toBeGreaterThan(8)
  expect(lost).toBeGreaterThan(1)
  expect(loggedOut).toBeGreaterThan(0)
  const after = (await board(crew)).find(({ username }) => username === driver.username)
  expect(after?.currentEventType ?? null).toBe(fleet.standing()[0])
})
