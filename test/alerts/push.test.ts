import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebPush } from '#server/adapters/web-push'
import { claimPushes } from '#server/features/desk/alerts/push/queries'
import { type AlertJudge, createAlertJudge } from '#server/jobs/alert-judge'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import type { TestApp } from '../support/app.ts'
import { setFlags } from '../support/flags.ts'
import { createPushApp, PRIVATE_KEY } from '../support/push-app.ts'
import type { PushEndpoint } from '../support/push-endpoint.ts'

const MINUTE_MS = 60_000

let app: Awaited<ReturnType<typeof createPushApp>>
let t: TestApp
let phone: PushEndpoint
let boss: Actor
let judge: AlertJudge

const anotherJudge = (): AlertJudge => createAlertJudge(t.deps, { error: () => {} })

beforeAll(async () => {
  app = await createPushApp()
  ;({ t, phone } = app)
  boss = await register(t.app, 'supervisor')
  judge = anotherJudge()
})
afterAll(async () => {
  await judge.stop()
  await app.close()
})

let boxes = 6_000_000
/** A truck that has stopped, too long by the standard rule after 45 minutes. */
async function stopped(): Promise<string> {
  const driver = await operatorOf(t.app, boss)
  const number = `TEST${boxes++}`
  const { body } = await driver.post('/api/containers', { containerId: number, operationType: 'load' })
  for (const eventType of ['en_route', 'stop_fuel']) {
    await driver.post('/api/events', { containerId: body.containerId, eventType })
  }
  return number
}
const subscribe = (subscription: object = phone.subscription) =>
  boss.post('/api/push-subscriptions', subscription)

describe('a push message', () => {
  it('arrives encrypted, with the container and without the driver, and once over any restart', async () => {
    expect((await subscribe()).status).toBe(204)
    const number = await stopped()
    await judge.beat()
    t.clock.advance(46 * MINUTE_MS)
    await judge.beat()
    const { alerts } = { alerts: (await boss.get('/api/alerts')).body.open }
    const alertId = alerts.find((alert: { kind: string }) => alert.kind === 'stop_long').id
    await expect.poll(() => phone.messages).toEqual([{ title: 'Aviso: Parada larga', body: number, alertId }])
    expect(phone.headers()).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=/),
    })
    await judge.stop()
    judge = anotherJudge()
    await judge.beat()
    await judge.beat()
    await judge.stop()
    expect(phone.messages).toHaveLength(1)
  })

  it('that a killed process had written is sent by the next one, unless it was claimed', async () => {
    phone.messages.length = 0
    const now = new Date(t.clock.now())
    const { orm, pool } = t.deps.database
    const write = (level: number) =>
      pool.query(
        `with a as (update alerts set level = $1 where kind = 'stop_long' returning id)
         insert into alert_notices (alert_id, level, subscription_id, created_at)
         select a.id, $1, p.id, $2 from a, push_subscriptions p`,
        [level, now],
      )
    await write(2)
    expect((await claimPushes(orm, { now, localTime: '12:00', limit: 10 })).pushes).toHaveLength(1)
    await write(3)
    judge = anotherJudge()
    await judge.beat()
    await judge.stop()
    expect(phone.messages.map(({ title }) => title)).toEqual(['Urgente: Parada larga'])
    judge = anotherJudge()
  })

  it('goes to no address but a push service of a browser', async () => {
    for (const endpoint of [
      'https://169.254.169.254/latest',
      'https://localhost:5432/',
      'https://fcm.googleapis.com.evil.example/',
    ]) {
      expect((await subscribe({ ...phone.subscription, endpoint })).status).toBe(422)
    }
    const real = createWebPush({ privateKey: PRIVATE_KEY, contact: 'a@example.com' })
    expect(
      [
        'https://fcm.googleapis.com/fcm/send/x',
        'https://updates.push.services.mozilla.com/wpush/v2/x',
        'https://web.push.apple.com/x',
        'https://fcm.googleapis.com.evil.example/x',
        'https://fcm.googleapis.com:444/x',
        'http://fcm.googleapis.com/x',
        'https://user@127.0.0.1/fcm.googleapis.com',
        'https://evilpush.apple.com/',
      ].map(real.mayCall),
    ).toEqual([true, true, true, false, false, false, false, false])
  })

  it('stops with the premium function, while the alert is raised', async () => {
    phone.messages.length = 0
    const number = await stopped()
    await judge.beat()
    await setFlags(t.deps, boss, { realTimeInfo: false })
    t.clock.advance(46 * MINUTE_MS)
    await judge.beat()
    await judge.stop()
    expect(phone.messages).toEqual([])
    expect((await boss.get('/api/alerts')).status).toBe(403)
    await setFlags(t.deps, boss, { realTimeInfo: true })
    const { open } = (await boss.get('/api/alerts')).body
    const numbers = open.map((alert: { displayContainerId: string }) => alert.displayContainerId)
    expect(numbers).toContain(number)
    judge = anotherJudge()
  })

  it('to a browser that wants none any more ends its subscription, and so does the end of the session', async () => {
    const rows = async () =>
      (await t.deps.database.pool.query('select * from push_subscriptions')).rows.length
    phone.answer(410)
    await stopped()
    await judge.beat()
    t.clock.advance(46 * MINUTE_MS)
    await judge.beat()
    await expect.poll(rows).toBe(0)
    phone.answer(201)
    await expect.poll(() => phone.messages.length).toBeGreaterThan(0)
    phone.messages.length = 0

    expect((await subscribe()).status).toBe(204)
    await boss.post('/api/logout')
    t.clock.advance(60 * MINUTE_MS)
    await judge.beat()
    await judge.stop()
    expect(phone.messages).toEqual([])
  })
})
