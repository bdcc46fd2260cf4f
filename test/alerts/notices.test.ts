import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAlertJudge } from '#server/jobs/alert-judge'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import type { TestApp } from '../support/app.ts'
import { createPushApp } from '../support/push-app.ts'
import type { PushEndpoint } from '../support/push-endpoint.ts'

const MINUTE_MS = 60_000

let app: Awaited<ReturnType<typeof createPushApp>>
let t: TestApp
let phone: PushEndpoint
let boss: Actor
let driver: Actor
let containerId: string

// A stop at noon: too long at 12:45, important at 13:08, urgent at 13:30.
beforeEach(async () => {
  app = await createPushApp()
  ;({ t, phone } = app)
  boss = await register(t.app, 'supervisor')
  expect((await boss.post('/api/push-subscriptions', phone.subscription)).status).toBe(204)
  driver = await operatorOf(t.app, boss)
  const { body } = await driver.post('/api/containers', { containerId: 'TEST9100001', operationType: 'load' })
  containerId = body.containerId
  for (const eventType of ['en_route', 'stop_fuel']) await press(eventType)
})
afterEach(async () => {
  await app.close()
})

const press = async (eventType: string): Promise<void> => {
  expect((await driver.post('/api/events', { containerId, eventType })).status).toBe(201)
}
let minutes = 0
beforeEach(() => {
  minutes = 0
})
/**
 * Levels of the messages up to so many minutes after the stop. The judge looks once and is stopped, which waits for what is
 * being sent: a look that goes on while the clock jumps would send by the time before.
 */
async function pushedAfter(minute: number): Promise<string[]> {
  t.clock.advance((minute - minutes) * MINUTE_MS)
  minutes = minute
  const judge = createAlertJudge(t.deps, { error: console.error })
  await judge.beat()
  await judge.stop()
  return phone.messages.map(({ title }) => String(title).replace(/:.*/, ''))
}
const theAlert = async () => (await boss.get('/api/alerts')).body.open[0]
const handle = async (body: object): Promise<void> => {
  expect((await boss.put(`/api/alerts/${(await theAlert()).id}`, body)).status).toBe(200)
}
const quiet = (from: string, until: string, urgentToo = true) =>
  boss.put('/api/quiet-hours', { on: true, from, until, urgentToo })

describe('an alert', () => {
  it('is pushed at each of its levels', async () => {
    expect(await pushedAfter(46)).toEqual(['Aviso'])
    expect(await pushedAfter(69)).toEqual(['Aviso', 'Importante'])
    expect(await pushedAfter(91)).toEqual(['Aviso', 'Importante', 'Urgente'])
  })

  it('that is acknowledged is pushed once more, when it becomes urgent', async () => {
    expect(await pushedAfter(46)).toEqual(['Aviso'])
    await handle({ acknowledged: true })
    expect(await pushedAfter(69)).toEqual(['Aviso'])
    expect(await pushedAfter(91)).toEqual(['Aviso', 'Urgente'])
    expect(await theAlert()).toMatchObject({ acknowledgedAt: expect.any(String) })
  })

  it('that is snoozed is silent until then, through its next level, and is pushed again if it still holds', async () => {
    expect(await pushedAfter(67)).toEqual(['Aviso'])
    await handle({ snoozeMinutes: 20 })
    expect(await pushedAfter(69)).toEqual(['Aviso'])
    expect(await theAlert()).toMatchObject({ level: 2, snoozedUntil: expect.any(String) })
    expect(await pushedAfter(86)).toEqual(['Aviso'])
    expect(await pushedAfter(88)).toEqual(['Aviso', 'Importante'])
  })

  it('that is snoozed and then over says nothing more', async () => {
    await pushedAfter(46)
    await handle({ snoozeMinutes: 20 })
    await press('resume_route')
    expect(await pushedAfter(67)).toEqual(['Aviso'])
  })

  it('that is snoozed comes at once when it becomes urgent', async () => {
    await pushedAfter(69)
    await handle({ snoozeMinutes: 600 })
    expect(await pushedAfter(91)).toEqual(['Importante', 'Urgente'])
    expect(await theAlert()).toMatchObject({ snoozedUntil: null })
  })

  it('whose snooze is taken back is not pushed for that', async () => {
    await pushedAfter(46)
    await handle({ snoozeMinutes: 20 })
    await handle({ snoozeMinutes: null })
    expect(await pushedAfter(67)).toEqual(['Aviso'])
  })
})

describe('in quiet hours', () => {
  it.each([
    ['22:00', '06:00', ['Aviso']],
    ['12:30', '13:00', []],
    ['12:30', '06:00', []],
    ['12:46', '13:00', []],
    ['12:47', '13:00', ['Aviso']],
    ['06:00', '12:46', ['Aviso']],
  ])('from %s to %s, at 12:46: %j', async (from, until, expected) => {
    expect((await quiet(from, until)).status).toBe(200)
    expect(await pushedAfter(46)).toEqual(expected)
  })

  it('what is urgent comes, unless the person wants none; after them what still holds, once', async () => {
    await quiet('12:30', '14:00')
    expect(await pushedAfter(69)).toEqual([])
    expect(await pushedAfter(91)).toEqual(['Urgente'])
    expect(await pushedAfter(121)).toEqual(['Urgente'])
    await quiet('12:30', '14:10', false)
    await press('resume_route')
    await press('stop_rest')
    expect(await pushedAfter(122)).toEqual(['Urgente'])
  })

  it('what is over by their end is never pushed', async () => {
    await quiet('12:30', '14:00', false)
    expect(await pushedAfter(91)).toEqual([])
    await press('resume_route')
    expect(await pushedAfter(121)).toEqual([])
    const { rows } = await t.deps.database.pool.query('select 1 from alert_notices')
    expect(rows).toEqual([])
  })

  it('are off at first, and belong to one person', async () => {
    expect((await boss.get('/api/quiet-hours')).body.on).toBe(false)
    await quiet('12:30', '14:00')
    expect((await boss.get('/api/quiet-hours')).body).toMatchObject({ on: true, from: '12:30' })
    const other = await register(t.app, 'supervisor')
    expect((await other.get('/api/quiet-hours')).body.on).toBe(false)
    expect((await quiet('12:30', '12:30')).status).toBe(400)
    expect((await quiet('12:30', '24:00')).status).toBe(400)
  })
})
