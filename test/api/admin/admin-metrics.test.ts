import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { everyFeature } from '#domain/account/entitlements'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { createAlertJudge } from '#server/jobs/alert-judge'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { setFlags } from '../../support/flags.ts'
import { contractOf, parkOf, visit } from '../../support/visit.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

let t: TestApp
let admin: Administrator
let boss: Actor
let one: Actor
let two: Actor
let idle: Actor

const MINUTE = 60_000
const NO_ALERTS = { alertsRaised: 0, alertsOpen: 0, alertsHandled: 0 }
const NO_USES = {
  realTimeInfo: { places: 0, ...NO_ALERTS, pushesSent: 0, pushesFailed: 0 },
  kpiVisibility: { contracts: 0, packs: 0, reports: 0 },
  linkSharing: { packLinks: 0, linkViews: 0 },
}

/** A whole trip, or one that is still under way; each step after the first takes ten minutes. */
async function trip(driver: Actor, containerId: string, { ends = true } = {}): Promise<string> {
  const { body } = await driver.post('/api/containers', { containerId, operationType: 'load' })
  for (const eventType of ends ? REST_OF_TRIP : REST_OF_TRIP.slice(0, 2)) {
    t.clock.advance(10 * MINUTE)
    const answer = await driver.post('/api/events', { containerId: body.containerId, eventType })
    expect(answer.status).toBe(201)
  }
  return body.containerId
}

beforeAll(async () => {
  t = await createTestApp({ rateLimits: createRateLimits({ registrationOfAddress: 10_000 }) })
  boss = await register(t.app, 'supervisor')
  const other = await register(t.app, 'supervisor')
  one = await operatorOf(t.app, boss)
  two = await operatorOf(t.app, boss)
  idle = await operatorOf(t.app, boss)
  const gone = await operatorOf(t.app, boss)

  await trip(await operatorOf(t.app, other), 'CSQU3054383')
  // From noon in Mexico City (18:00 UTC): one day there.
  await trip(one, 'CSQU3054383')
  await trip(two, 'TCNU7200794')
  await trip(gone, 'CSQU3054383')
  // From 20:00 there, which is the next day in UTC but not there.
  t.clock.advance(200 * MINUTE)
  const shared = await trip(one, 'TOLU4734787')
  await trip(two, 'GYOU4047990', { ends: false })
  // From 23:30 there, over midnight there.
  t.clock.advance(120 * MINUTE)
  await trip(one, 'CSQU3054383')
  await boss.post(`/api/containers/${shared}/share`)
  await boss.post(`/api/containers/${shared}/share`)
  await boss.delete(`/api/users/operators/${gone.id}`)
  admin = await administrator(t.app)
  await admin.post(`/api/admin/users/${two.id}/status`, { active: false })
})
afterAll(() => t.close())

const metrics = (id: number | string) => admin.get(`/api/admin/supervisor/${id}/metrics`)

it('counts what the supervisor’s drivers have recorded; deleted drivers count only in the totals', async () => {
  const { status, body } = await metrics(boss.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    supervisor: {
      id: boss.id,
      username: boss.username,
      displayName: `Nombre de ${boss.username}`,
      operatorCount: 3,
      operatorLimit: 20,
      activeOperators: 2,
    },
    premium: { on: everyFeature(true), uses: NO_USES },
    metrics: {
      totalTrips: 5,
      // One: the 10th and the 11th; two, and the deleted one: the 10th.
      totalSessions: 4,
      // Seven steps of ten minutes, five times.
      totalHours: 5.83,
      totalContainers: 4,
      totalSharedLinks: 2,
      operators: [
        {
          id: one.id,
          username: one.username,
          displayName: `Chofer ${one.username}`,
          isActive: true,
          tripsCount: 3,
          sessionsCount: 2,
          hoursActive: 3.5,
          containersCount: 2,
        },
        {
          id: idle.id,
          username: idle.username,
          displayName: `Chofer ${idle.username}`,
          isActive: true,
          tripsCount: 0,
          sessionsCount: 0,
          hoursActive: 0,
          containersCount: 0,
        },
        {
          id: two.id,
          username: two.username,
          displayName: `Chofer ${two.username}`,
          isActive: false,
          tripsCount: 1,
          sessionsCount: 1,
          hoursActive: 1.17,
          containersCount: 2,
        },
      ],
    },
  })
})

it('are all zero for a supervisor without drivers', async () => {
  const lone = await register(t.app, 'supervisor')
  expect((await metrics(lone.id)).body.metrics).toEqual({
    totalTrips: 0,
    totalSessions: 0,
    totalHours: 0,
    totalContainers: 0,
    totalSharedLinks: 0,
    operators: [],
  })
})

it('count what was done with each premium function by this supervisor, and say which are on', async () => {
  const busy = await register(t.app, 'supervisor')
  const rival = await register(t.app, 'supervisor')
  const judge = createAlertJudge(t.deps, { error: console.error })
  onTestFinished(() => judge.stop())
  await busy.post('/api/supervisor/places', parkOf('Parque'))
  const { id } = (await busy.post('/api/supervisor/places', parkOf('Otro'))).body
  await busy.delete(`/api/supervisor/places/${id}`)
  await busy.post('/api/detention/contracts', contractOf())
  const { key } = await visit(t, busy)
  const { hash } = (await busy.post('/api/evidence', { containerId: key })).body
  await busy.post('/api/reports', { month: '2026-03', operatorId: null })
  await visit(t, busy, 0)
  await judge.beat()
  t.clock.advance(91 * MINUTE)
  await judge.beat()
  t.clock.advance(30 * MINUTE)
  await judge.beat()
  // A step is held against its norm, which is read after the start.
  const openAlerts = async () => (await busy.get('/api/alerts')).body.open as { id: number; kind: string }[]
  await expect
    .poll(async () => (await openAlerts()).map(({ kind }) => kind).sort())
    .toEqual(['free_time', 'step_long'])
  const [alert] = await openAlerts()
  await busy.put(`/api/alerts/${alert?.id}`, { acknowledged: true })
  const { pool } = t.deps.database
  await pool.query(
    `insert into alert_notices (alert_id, level, subscription_id, created_at, claimed_at, sent_at)
     select $1, 1, n, now(), now(), case when n > 1 then now() end from generate_series(1, 3) n`,
    [alert?.id],
  )
  await busy.post(`/api/containers/${key}/share`)
  await busy.post(`/api/evidence/${hash}/links`, { name: 'Contadora', days: 7 })
  await pool.query('update shared_links set views = 3 where supervisor_id = $1', [busy.id])
  await setFlags(t.deps, busy, { linkSharing: false })

  expect((await metrics(busy.id)).body.premium).toEqual({
    on: { ...everyFeature(true), linkSharing: false },
    uses: {
      realTimeInfo: {
        ...{ places: 1, alertsRaised: 2, alertsOpen: 2, alertsHandled: 1 },
        ...{ pushesSent: 2, pushesFailed: 1 },
      },
      kpiVisibility: { contracts: 1, packs: 1, reports: 1 },
      linkSharing: { packLinks: 1, linkViews: 6 },
    },
  })
  expect((await metrics(rival.id)).body.premium.uses).toEqual(NO_USES)
})

it('exist for supervisors only', async () => {
  for (const id of [one.id, 999_999, 'x']) expect((await metrics(id)).status).toBe(404)
})
