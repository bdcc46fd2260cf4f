import { afterAll, beforeAll, expect, it } from 'vitest'
import { operationsSince } from '#server/features/desk/alerts/record/queries'
import { register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { sentStatements } from '../../support/statements.ts'
import { parkOf, visit } from '../../support/visit.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

it('are counted over the newest trips, and the shape of a place is read once', async () => {
  const boss = await register(t.app, 'supervisor')
  await boss.post('/api/supervisor/places', parkOf('Parque'))
  const visits = [await visit(t, boss), await visit(t, boss), await visit(t, boss)]
  const since = new Date(t.clock.now() - 28 * 24 * 60 * 60_000)
  let found: Awaited<ReturnType<typeof operationsSince>> | undefined
  const sent = await sentStatements(async () => {
    const read = { zone: 'America/Mexico_City', now: t.clock.now() }
    found = await operationsSince(t.deps.database.orm, boss.id, { since, most: 2 }, read)
  })
  expect(found?.total).toBe(3)
  expect(found?.operations.map(({ operationKey }) => operationKey)).toEqual(
    visits.slice(1).map(({ key }) => key),
  )
  const arrivals = found?.operations.map(({ events }) =>
    events.find(({ type }) => type === 'arrived_at_park'),
  )
  expect(arrivals).toMatchObject([{ outsideMetres: 0 }, { outsideMetres: 0 }])
  const shapes = [...sent].filter((text) => text.includes('"shape"'))
  expect(shapes).toEqual([expect.not.stringContaining('event_type')])
})
