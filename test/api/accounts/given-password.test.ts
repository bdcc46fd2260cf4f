import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import {
  type Actor,
  anonymous,
  GIVEN_PASSWORD,
  login,
  operatorOf,
  PASSWORD,
  register,
} from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { catchMail, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'

const MINUTE = 60_000

let smtp: SmtpCatcher
let t: TestApp
let boss: Actor

beforeAll(async () => {
  smtp = await catchMail()
  t = await createTestApp({
    mailer: smtpMailer({ url: smtp.url, from: 'Acarreo <avisos@acarreo.example>' }),
  })
  boss = await register(t.app, 'supervisor')
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

let counter = 0
const unique = (): string => `nuevo${++counter}`

async function hired(username = unique()): Promise<string> {
  const driver = { username, displayName: 'Rosa Nava', password: GIVEN_PASSWORD }
  expect((await boss.post('/api/users/operators', driver)).status).toBe(201)
  return username
}

/** Signed in with a given password. */
const newcomer = async (): Promise<Actor> => login(t.app, await hired(), GIVEN_PASSWORD)
const choose = (who: Actor, newPassword: string, currentPassword?: string) =>
  who.put('/api/account/password', { newPassword, ...(currentPassword && { currentPassword }) })

const mustChange = async (username: string, password: string): Promise<boolean> => {
  const { body } = await anonymous(t.app).post('/api/login', { username, password })
  return body.mustChangePassword
}

const registration = (username: string) => ({
  ...{ username, password: PASSWORD, displayName: 'Rosa Nava', email: `${username}@example.com` },
  acceptedTerms: true,
})

/** Each way to a password, and whether somebody else knows it then. */
const WAYS: [string, boolean, () => Promise<{ username: string; password: string }>][] = [
  [
    'a registration',
    false,
    async () => ({ username: (await register(t.app, 'supervisor')).username, password: PASSWORD }),
  ],
  [
    'an invited registration',
    false,
    async () => {
      const { url } = (await boss.post('/api/users/invitations')).body
      const invitation = new URL(url).searchParams.get('invitation')
      const username = unique()
      await anonymous(t.app).post('/api/register', { ...registration(username), invitation })
      return { username, password: PASSWORD }
    },
  ],
  ['a new driver', true, async () => ({ username: await hired(), password: GIVEN_PASSWORD })],
  [
    'a reset by the supervisor',
    true,
    async () => {
      const { id, username } = await operatorOf(t.app, boss)
      await boss.put(`/api/users/operators/${id}`, { password: GIVEN_PASSWORD })
      return { username, password: GIVEN_PASSWORD }
    },
  ],
  [
    'a supervisor whom the administrator creates',
    true,
    async () => {
      const username = unique()
      const console = await administrator(t.app)
      const made = { username, password: GIVEN_PASSWORD, displayName: 'Patio' }
      expect((await console.post('/api/admin/create-supervisor', made)).status).toBe(201)
      return { username, password: GIVEN_PASSWORD }
    },
  ],
  [
    'an own password',
    false,
    async () => {
      const { username } = await operatorOf(t.app, boss)
      return { username, password: PASSWORD }
    },
  ],
  [
    'a recovery by mail',
    false,
    async () => {
      const { id, username } = await invited()
      await boss.put(`/api/users/operators/${id}`, { password: GIVEN_PASSWORD })
      await anonymous(t.app).post('/api/password/reset-request', { username })
      const token = await tokenFor(username, 'Restablecer')
      const reset = await anonymous(t.app).post('/api/password/reset', { token, newPassword: PASSWORD })
      expect(reset.status).toBe(200)
      return { username, password: PASSWORD }
    },
  ],
]

/** A driver of the supervisor with a proven address. */
async function invited(): Promise<{ id: number; username: string }> {
  const { url } = (await boss.post('/api/users/invitations')).body
  const invitation = new URL(url).searchParams.get('invitation')
  const username = unique()
  const { body } = await anonymous(t.app).post('/api/register', { ...registration(username), invitation })
  await anonymous(t.app).post('/api/email/confirm', { token: await tokenFor(username, 'Confirme') })
  return { id: body.id, username }
}

/** The token in the next mail whose subject begins so. */
async function tokenFor(username: string, subject: string): Promise<string> {
  for (;;) {
    const mail = await smtp.next(`${username}@example.com`)
    if (mail.subject?.startsWith(subject)) return tokenIn(mail)
  }
}

it.each(WAYS)('after %s somebody else knows the password: %s', async (_, expected, make) => {
  const { username, password } = await make()
  expect(await mustChange(username, password)).toBe(expected)
})

describe('who logs in with a given password', () => {
  it('may only see who they are, choose an own one, and log out', async () => {
    const rosa = await newcomer()
    expect((await rosa.get('/api/user')).body).toMatchObject({ id: rosa.id, mustChangePassword: true })
    for (const ask of [() => rosa.get('/api/containers/active'), () => rosa.post('/api/live-token')]) {
      expect(await ask()).toMatchObject({
        status: 403,
        body: { code: 'own_password_required', messageCode: 'own_password_required' },
      })
    }
    expect((await choose(rosa, PASSWORD)).status).toBe(200)
    expect((await rosa.get('/api/user')).body.mustChangePassword).toBe(false)
    expect((await rosa.get('/api/containers/active')).status).toBe(200)
    expect((await rosa.post('/api/live-token')).status).toBe(200)
    expect(await mustChange(rosa.username, PASSWORD)).toBe(false)
    expect((await anonymous(t.app).post('/api/login', { ...rosa, password: GIVEN_PASSWORD })).status).toBe(
      401,
    )

    const leaving = await newcomer()
    expect((await leaving.post('/api/logout')).status).toBe(200)
  })

  it.each([
    ['the given one', () => GIVEN_PASSWORD, 'password_unchanged'],
    ['a common one', () => 'contraseña', 'password_common'],
    ['the user name', (name: string) => `${name}12`, 'password_has_username'],
  ])('may not choose %s', async (_, password, messageCode) => {
    const rosa = await login(t.app, await hired(`conductora.${unique()}`), GIVEN_PASSWORD)
    for (const current of [undefined, GIVEN_PASSWORD]) {
      const answer = await choose(rosa, password(rosa.username), current)
      expect(answer.status).toBe(400)
      expect(answer.body.details).toMatchObject([{ path: 'newPassword', messageCode }])
    }
    expect((await rosa.get('/api/user')).body.mustChangePassword).toBe(true)
  })

  it('gives it once more when the login is ten minutes ago', async () => {
    const rosa = await newcomer()
    t.clock.advance(10 * MINUTE)
    expect(await choose(rosa, PASSWORD)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    const wrong = await choose(rosa, PASSWORD, 'otra cosa')
    expect(wrong.body.details).toMatchObject([{ path: 'currentPassword' }])
    expect((await choose(rosa, PASSWORD, GIVEN_PASSWORD)).status).toBe(200)
  })

  it('ends every other session with that password', async () => {
    const rosa = await newcomer()
    const supervisor = await login(t.app, rosa.username, GIVEN_PASSWORD)
    expect((await choose(rosa, PASSWORD)).status).toBe(200)
    expect((await supervisor.get('/api/user')).status).toBe(401)
  })
})

it('who has an own password gives it to change it', async () => {
  const driver = await operatorOf(t.app, boss)
  const answer = await choose(driver, 'otra clave buena')
  expect(answer.status).toBe(400)
  expect(answer.body.details).toMatchObject([{ path: 'currentPassword', messageCode: 'password_required' }])
})

it('the supervisor sees who has not chosen one yet', async () => {
  const rosa = await newcomer()
  const listed = async () => {
    const { body } = await boss.get('/api/users/operators')
    return body.find(({ id }: { id: number }) => id === rosa.id).mustChangePassword
  }
  expect(await listed()).toBe(true)
  await choose(rosa, PASSWORD)
  expect(await listed()).toBe(false)
})
