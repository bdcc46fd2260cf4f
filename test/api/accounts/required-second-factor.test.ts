import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { codeAt, switchOn } from '../../support/second-factor.ts'

const PATH = '/api/account/second-factor'
const PERIOD = 30_000
let t: TestApp

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(() => ask('optional'))

async function ask(value: 'optional' | 'required'): Promise<void> {
  const setting = { key: 'supervisor_second_factor', value }
  expect((await (await administrator(t.app)).post('/api/admin/settings', setting)).status).toBe(200)
  // Applied by the message of the bus.
  await expect
    .poll(async () => (await probe.get('/api/supervisor/operations')).status)
    .toBe(value === 'required' ? 403 : 200)
}
let probe: Actor
beforeAll(async () => {
  probe = await register(t.app, 'supervisor')
})

const logIn = async (who: Actor, code?: string) => {
  const actor = anonymous(t.app)
  const answer = await actor.post('/api/login', { username: who.username, password: PASSWORD, code })
  return { actor, answer }
}

describe('where every supervisor needs a second factor', () => {
  it('nothing opens to one without it, also in a session that is open already', async () => {
    const rosa = await register(t.app, 'supervisor')
    expect((await rosa.get('/api/user')).body.mustSetUpSecondFactor).toBe(false)
    await ask('required')
    const { status, body } = await rosa.get('/api/supervisor/operations')
    expect([status, body.code]).toEqual([403, 'second_factor_missing'])
    expect((await rosa.post('/api/live-token')).status).toBe(403)
    expect((await rosa.get('/api/user')).body.mustSetUpSecondFactor).toBe(true)
    expect((await logIn(rosa)).answer.body.mustSetUpSecondFactor).toBe(true)
  })

  it('all opens at once when it has been set up, which the audit log says', async () => {
    const rosa = await register(t.app, 'supervisor')
    await ask('required')
    const { secret } = await switchOn(rosa, t.clock.now())
    expect((await rosa.get('/api/supervisor/operations')).status).toBe(200)
    expect((await rosa.get('/api/user')).body.mustSetUpSecondFactor).toBe(false)
    expect((await lines(t)).at(-1)).toMatchObject({ action: 'second_factor_on', actorId: rosa.id })
    t.clock.advance(2 * PERIOD)
    const again = await logIn(rosa, codeAt(secret, t.clock.now()))
    expect(again.answer.body.mustSetUpSecondFactor).toBe(false)
    // Without it the way in is closed again.
    t.clock.advance(2 * PERIOD)
    expect((await rosa.post(`${PATH}/off`, { code: codeAt(secret, t.clock.now()) })).status).toBe(200)
    expect((await rosa.get('/api/supervisor/operations')).body.code).toBe('second_factor_missing')
  })

  it('the password can be given again when the login was too long ago', async () => {
    const rosa = await register(t.app, 'supervisor')
    await ask('required')
    t.clock.advance(11 * 60_000)
    expect((await rosa.post(PATH)).body.code).toBe('proof_required')
    expect((await rosa.post('/api/account/proof', { currentPassword: PASSWORD })).status).toBe(200)
    await switchOn(rosa, t.clock.now())
    expect((await rosa.get('/api/supervisor/operations')).status).toBe(200)
  })

  it('drivers need none', async () => {
    const boss = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, boss)
    await ask('required')
    expect((await driver.get('/api/containers/active')).status).toBe(200)
    expect((await driver.get('/api/user')).body.mustSetUpSecondFactor).toBe(false)
  })
})
