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
import { lines } from '../../support/audit.ts'
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

/** `asked`: what the call says about an own password besides the specification's fields. */
async function hired(asked: object = {}, username = unique()): Promise<string> {
  const driver = { username, displayName: 'Rosa Nava', password: GIVEN_PASSWORD, phone: '3312345678' }
  expect((await boss.post('/api/users/operators', { ...driver, ...asked })).status).toBe(201)
  return username
}

const ASKED = { mustChangePassword: true }

/** Signed in with a given password that has to be replaced. */
const newcomer = async (): Promise<Actor> => login(t.app, await hired(ASKED), GIVEN_PASSWORD)
const choose = (who: Actor, newPassword: string, currentPassword?: string) =>
  who.put('/api/account/password', { newPassword, ...(currentPassword && { currentPassword }) })

/** What a login says of the password. */
async function stateOf(username: string, password: string): Promise<State> {
  const { body } = await anonymous(t.app).post('/api/login', { username, password })
  if (body.mustChangePassword) return body.passwordGiven ? 'to be replaced' : 'odd'
  return body.passwordGiven ? 'given' : 'own'
}

const registration = (username: string) => ({
  ...{ username, password: PASSWORD, displayName: 'Rosa Nava', email: `${username}@example.com` },
  acceptedTerms: true,
})

async function reset(asked: object): Promise<{ username: string; password: string }> {
  const { id, username } = await operatorOf(t.app, boss)
  const answer = await boss.put(`/api/users/operators/${id}`, { password: GIVEN_PASSWORD, ...asked })
  expect(answer.status).toBe(200)
  return { username, password: GIVEN_PASSWORD }
}

async function named(asked: object): Promise<{ username: string; password: string }> {
  const username = unique()
  const made = { username, password: GIVEN_PASSWORD, displayName: 'Patio', ...asked }
  const answer = await (await administrator(t.app)).post('/api/admin/create-supervisor', made)
  expect(answer.status).toBe(201)
  return { username, password: GIVEN_PASSWORD }
}

type State = 'own' | 'given' | 'to be replaced' | 'odd'

/** Each way to a password, and what it is then. */
const WAYS: [string, State, () => Promise<{ username: string; password: string }>][] = [
  [
    'a registration',
    'own',
    async () => ({ username: (await register(t.app, 'supervisor')).username, password: PASSWORD }),
  ],
  [
    'an invited registration',
    'own',
    async () => {
      const { url } = (await boss.post('/api/users/invitations')).body
      const invitation = new URL(url).searchParams.get('invitation')
      const username = unique()
      await anonymous(t.app).post('/api/register', { ...registration(username), invitation })
      return { username, password: PASSWORD }
    },
  ],
  ['a new driver', 'given', async () => ({ username: await hired(), password: GIVEN_PASSWORD })],
  [
    'a new driver who is asked for an own one',
    'to be replaced',
    async () => ({ username: await hired(ASKED), password: GIVEN_PASSWORD }),
  ],
  ['a reset by the supervisor', 'given', () => reset({})],
  ['a reset that asks for an own one', 'to be replaced', () => reset(ASKED)],
  ['a supervisor whom the administrator creates', 'given', () => named({})],
  ['a supervisor who is asked for an own one', 'to be replaced', () => named(ASKED)],
  [
    'an own password',
    'own',
    async () => {
      const { username } = await operatorOf(t.app, boss)
      return { username, password: PASSWORD }
    },
  ],
  [
    'a recovery by mail',
    'own',
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

it.each(WAYS)('after %s the password is: %s', async (_, expected, make) => {
  const { username, password } = await make()
  expect(await stateOf(username, password)).toBe(expected)
})

describe('who logs in with a given password', () => {
  it('works at once where nobody asked for more, and may replace it', async () => {
    const rosa = await login(t.app, await hired(), GIVEN_PASSWORD)
    expect((await rosa.get('/api/containers/active')).status).toBe(200)
    expect((await rosa.post('/api/live-token')).status).toBe(200)
    const trip = { containerId: 'CSQU3054383', operationType: 'load' }
    expect((await rosa.post('/api/containers', trip)).status).toBe(201)
    expect((await choose(rosa, PASSWORD)).status).toBe(200)
    expect((await rosa.get('/api/user')).body).toMatchObject({
      mustChangePassword: false,
      passwordGiven: false,
    })
    expect(await stateOf(rosa.username, PASSWORD)).toBe('own')
    const patio = await login(t.app, (await named({})).username, GIVEN_PASSWORD)
    expect((await patio.get('/api/supervisor/operations')).status).toBe(200)
  })
})

describe('who has to replace a given password', () => {
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
    expect(await stateOf(rosa.username, PASSWORD)).toBe('own')
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
    const rosa = await login(t.app, await hired(ASKED, `conductora.${unique()}`), GIVEN_PASSWORD)
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

it('the supervisor sees who has not chosen one yet, and the audit log whether one was asked for', async () => {
  for (const asked of [{}, ASKED]) {
    const rosa = await login(t.app, await hired(asked), GIVEN_PASSWORD)
    const listed = async () => {
      const { body } = await boss.get('/api/users/operators')
      return body.find(({ id }: { id: number }) => id === rosa.id).passwordGiven
    }
    expect(await listed()).toBe(true)
    await choose(rosa, PASSWORD)
    expect(await listed()).toBe(false)
    await boss.put(`/api/users/operators/${rosa.id}`, { password: GIVEN_PASSWORD, ...asked })
    const mustChangePassword = asked === ASKED
    const told = (await lines(t)).filter(({ targetId }) => targetId === rosa.id)
    expect(told.filter(({ actorKind }) => actorKind === 'supervisor')).toMatchObject([
      { action: 'operator_created', after: { mustChangePassword } },
      { action: 'operator_password_changed', after: { mustChangePassword } },
    ])
  }
})

it.each([[{ mustChangePassword: 'true' }], [{ mustChangePassword: null }]])(
  '%j is refused',
  async (wrong) => {
    const driver = { username: unique(), displayName: 'Rosa Nava', password: GIVEN_PASSWORD }
    expect((await boss.post('/api/users/operators', { ...driver, ...wrong })).status).toBe(400)
    const { id } = await operatorOf(t.app, boss)
    const reset = await boss.put(`/api/users/operators/${id}`, { password: GIVEN_PASSWORD, ...wrong })
    expect(reset.status).toBe(400)
  },
)
