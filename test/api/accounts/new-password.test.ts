import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const NAME = 'marta.ibanez'
const WEAK: [string, string][] = [
  ['Password1', 'password_common'],
  ['contraseña', 'password_common'],
  ['¡Contenedor-2026!', 'password_common'],
  ['aaaaaaaaaa', 'password_repeats'],
  ['Marta.Ibanez12', 'password_has_username'],
]

/** Every way in which a password is set; each answers for the account `NAME`. */
const WAYS: [string, (password: string) => Promise<Answer>][] = [
  [
    'a registration',
    (password) =>
      anonymous(t.app).post('/api/register', {
        ...{ username: NAME, password, displayName: 'Marta', email: 'm@example.com', acceptedTerms: true },
      }),
  ],
  [
    'an invited registration',
    async (password) => {
      const boss = await register(t.app, 'supervisor')
      const { url } = (await boss.post('/api/users/invitations')).body
      return anonymous(t.app).post('/api/register', {
        ...{ username: NAME, password, displayName: 'Marta', email: 'm@example.com', acceptedTerms: true },
        invitation: new URL(url).searchParams.get('invitation'),
      })
    },
  ],
  [
    'a supervisor who creates a driver',
    async (password) =>
      (await register(t.app, 'supervisor')).post('/api/users/operators', {
        ...{ username: NAME, password, displayName: 'Marta' },
      }),
  ],
  [
    'the administrator who creates a supervisor',
    async (password) =>
      (await administrator(t.app)).post('/api/admin/create-supervisor', {
        ...{ username: NAME, password, displayName: 'Marta' },
      }),
  ],
  [
    'a supervisor who changes that of a driver',
    async (password) => {
      const boss = await register(t.app, 'supervisor')
      const driver = await operatorOf(t.app, boss, NAME)
      const answer = await boss.put(`/api/users/operators/${driver.id}`, { password })
      await boss.delete(`/api/users/operators/${driver.id}`)
      return answer
    },
  ],
  [
    'its owner',
    async (newPassword) => {
      const boss = await register(t.app, 'supervisor')
      const driver = await operatorOf(t.app, boss, NAME)
      const answer = await driver.put('/api/account/password', { currentPassword: PASSWORD, newPassword })
      await boss.delete(`/api/users/operators/${driver.id}`)
      return answer
    },
  ],
]

it.each(WAYS)('%s cannot set one that is guessed early', async (_, set) => {
  for (const [password, code] of WEAK) {
    const { status, body } = await set(password)
    expect([password, status, body.details?.[0].messageCode]).toEqual([password, 400, code])
  }
})
