import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertResponse } from '#contract/http/desk/alerts'
import { alerts } from '#server/db/schema/alerts'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp, testClock } from '../support/app.ts'
import { goLive, listen } from '../support/socket.ts'

const MINUTE_MS = 60_000
const clock = testClock(Date.parse('2026-03-10T14:00:00Z'))
let t: TestApp
let boss: Actor
let ruleId = 0
let containerId = ''
let boxes = 6_000_000

beforeAll(async () => {
  t = await createTestApp({ clock })
  boss = await register(t.app, 'supervisor')
  ruleId = (await boss.get('/api/alert-rules')).body[0].id
  containerId = await newOperation(boss)
})
afterAll(() => t.close())

async function newOperation(supervisor: Actor): Promise<string> {
  const driver = await operatorOf(t.app, supervisor)
  const { body } = await driver.post('/api/containers', {
    containerId: `TEST${boxes++}`,
    operationType: 'load',
  })
  return body.containerId
}

let minutes = 0
/** Alerts of one operation, one a minute; closed ones may be many of a rule, open ones have an operation each. */
async function raise(count: number, values: Partial<typeof alerts.$inferInsert> = {}): Promise<number[]> {
  const rows: (typeof alerts.$inferInsert)[] = []
  for (let i = 0; i < count; i++) {
    const at = new Date(clock.now() - 10 * 60 * MINUTE_MS + minutes++ * MINUTE_MS)
    const operationKey = values.closedAt ? containerId : await newOperation(boss)
    rows.push({
      ...{ supervisorId: boss.id, ruleId, kind: 'stop_long', operationKey, level: 1, limit: 60 },
      ...{ since: at, raisedAt: at, levelAt: at, openedAt: at },
      ...values,
    })
  }
  const written = await t.deps.database.orm.insert(alerts).values(rows).returning({ id: alerts.id })
  return written.map(({ id }) => id)
}

const idsOf = (list: readonly AlertResponse[]): number[] => list.map(({ id }) => id)
const listOf = async (query = '', tag?: string) =>
  boss.get(`/api/alerts${query}`, tag ? { 'if-none-match': tag } : undefined)
const one = async (id: number): Promise<AlertResponse> =>
  (await listOf('?list=open&limit=200')).body.open.find((alert: AlertResponse) => alert.id === id)

it('is read in pages, newest first, each alert once while others come', async () => {
  const open = await raise(7)
  const closed = await raise(5, { closedAt: new Date(clock.now()), closedWhy: 'reason_gone' })
  const first = (await listOf('?limit=3')).body
  expect([idsOf(first.open), idsOf(first.closed)]).toEqual([
    open.toReversed().slice(0, 3),
    closed.toReversed().slice(0, 3),
  ])
  for (const [list, ids] of [
    ['open', open],
    ['closed', closed],
  ] as const) {
    const read: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await listOf(`?list=${list}&limit=3${cursor && `&cursor=${cursor}`}`)
      expect(body[list === 'open' ? 'closed' : 'open']).toEqual([])
      expect(body[list].length).toBeLessThanOrEqual(3)
      read.push(...idsOf(body[list]))
      cursor = body.next[list]
      // Newer than the page that was read: no page repeats or skips an alert because of it.
      if (list === 'open' && read.length === 3) await raise(1)
    }
    expect(read).toEqual(ids.toReversed())
  }
})

it.each(['?limit=201', '?limit=0', '?list=all', '?cursor=x', '?list=open&cursor=x'])(
  '%s is refused',
  async (query) => expect((await listOf(query)).status).toBe(400),
)

it('has a tag: unchanged, it is not sent again', async () => {
  const { headers } = await listOf()
  const tag = headers.etag as string
  expect((await listOf('', tag)).status).toBe(304)
  await raise(1)
  expect((await listOf('', tag)).status).toBe(200)
})

it('many are handled at once; sent again, or for others, it changes nothing', async () => {
  const ids = await raise(3)
  const { port } = await listen(t.app)
  const desk = await goLive(port, boss)
  const body = { ids, acknowledged: true, snoozeMinutes: 30 }
  const { changed } = (await boss.post('/api/alerts/handle', body)).body
  expect(idsOf(changed)).toEqual(ids)
  const told = () =>
    desk.messages.flatMap((m) => (m.type === 'alert_update' && m.payload.acknowledgedAt ? m.payload.id : []))
  await expect.poll(told).toEqual(ids)
  clock.advance(30_000)
  expect((await boss.post('/api/alerts/handle', body)).body).toEqual({ changed: [] })
  const stranger = await register(t.app, 'supervisor')
  expect((await stranger.post('/api/alerts/handle', { ids, acknowledged: false })).body).toEqual({
    changed: [],
  })
  expect((await one(ids[0] ?? 0)).acknowledgedAt).not.toBeNull()
  // Snoozed for longer is another wish.
  const longer = await boss.post('/api/alerts/handle', { ids, snoozeMinutes: 60 })
  expect(idsOf(longer.body.changed)).toEqual(ids)
  expect((await boss.post('/api/alerts/handle', { ids: [] })).status).toBe(400)
  const many = Array.from({ length: 201 }, (_, i) => i + 1)
  expect((await boss.post('/api/alerts/handle', { ids: many })).status).toBe(400)
  desk.close()
})

it('is seen once for every desk, and new again at a higher level', async () => {
  const [id = 0, closed = 0] = [
    ...(await raise(1)),
    ...(await raise(1, { closedAt: new Date(clock.now()), closedWhy: 'rule_off' })),
  ]
  expect((await one(id)).seenAt).toBeNull()
  const stranger = await register(t.app, 'supervisor')
  expect((await stranger.post('/api/alerts/seen', { ids: [id] })).body).toEqual({ changed: [] })
  expect(idsOf((await boss.post('/api/alerts/seen', { ids: [id, closed] })).body.changed)).toEqual([id])
  expect((await one(id)).seenAt).toBe(new Date(clock.now()).toISOString())
  expect((await boss.post('/api/alerts/seen', { ids: [id] })).body).toEqual({ changed: [] })
  const [kept] = (await t.deps.database.orm.select().from(alerts)).filter((alert) => alert.id === id)
  expect(kept).toMatchObject({ seenBy: boss.id, seenLevel: 1 })
  await t.deps.database.pool.query('update alerts set level = 3 where id = $1', [id])
  expect((await one(id)).seenAt).toBeNull()
})
