import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Secrets } from '#server/adapters/secrets'
import { sealSecondFactorsAgain } from '#server/features/people/second-factor/judge'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { administrator, atTheConsole } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { codeAt, switchOn } from '../../support/second-factor.ts'

// What SESSION_SECRET signs and encrypts outlives its change, while the older secret stands behind the new one.
const NEW = 'the secret that replaces the one of before'
const PERIOD = 30_000
let before: TestApp
let after: TestApp
let afterwards: TestApp

beforeAll(async () => {
  before = await createTestApp()
  const { database, sessionSecrets } = before.deps
  const later = (secrets: Secrets) =>
    createTestApp({ database, clock: before.clock, sessionSecrets: secrets })
  after = await later([NEW, ...sessionSecrets])
  afterwards = await later([NEW])
})
afterAll(async () => {
  await afterwards.close()
  await after.close()
  await before.close()
})

const there = (t: TestApp, { cookie }: Actor) => Object.assign(anonymous(t.app), { cookie })
const isIn = async (t: TestApp, who: Actor) => (await there(t, who).get('/api/user')).status === 200

it('sessions go on with both, and new ones need the new one alone', async () => {
  const old = await register(before.app, 'supervisor')
  expect(await isIn(after, old)).toBe(true)
  expect(await isIn(afterwards, old)).toBe(false)
  const fresh = await register(after.app, 'supervisor')
  expect(await isIn(afterwards, fresh)).toBe(true)
})

it('the administrator’s session goes on', async () => {
  const { cookie } = await administrator(before.app)
  const statusAt = async ({ app }: TestApp) =>
    (await Object.assign(atTheConsole(app), { cookie }).get('/api/admin/settings')).status
  expect(await statusAt(before)).toBe(200)
  expect(await statusAt(after)).toBe(200)
  expect(await statusAt(afterwards)).toBe(401)
})

it('a link that was made before can be told again', async () => {
  const boss = await register(before.app, 'supervisor')
  const driver = await operatorOf(before.app, boss)
  const { body } = await driver.post('/api/containers', { containerId: 'CSQU3054383', operationType: 'load' })
  const path = `/api/containers/${body.containerId}/links`
  const made = await boss.post(path, { name: 'Cliente', level: 'full', days: 7 })
  expect(made.status).toBe(201)
  const urlAt = async (t: TestApp) =>
    new URL((await there(t, boss).get(path)).body[1].url ?? 'http://none/').pathname
  expect(await urlAt(after)).toBe(new URL(made.body.url).pathname)
})

it('an authenticator app goes on, and needs the new secret alone after the start has sealed it again', async () => {
  const rosa = await register(before.app, 'supervisor')
  const { secret } = await switchOn(rosa, before.clock.now())
  const enter = async (t: TestApp) => {
    before.clock.advance(2 * PERIOD)
    const code = codeAt(secret, before.clock.now())
    return (await anonymous(t.app).post('/api/login', { username: rosa.username, password: PASSWORD, code }))
      .status
  }
  expect(await enter(after)).toBe(200)
  expect(await enter(afterwards)).toBe(401)
  const { database, sessionSecrets } = after.deps
  expect(await sealSecondFactorsAgain(database.orm, sessionSecrets)).toBe(1)
  expect(await sealSecondFactorsAgain(database.orm, sessionSecrets)).toBe(0)
  expect(await enter(afterwards)).toBe(200)
})
