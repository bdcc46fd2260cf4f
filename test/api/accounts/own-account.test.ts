import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { allSent } from '../../support/mails.ts'
import { catchMail, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'
import { goLive, listen } from '../../support/socket.ts'

const NEW_PASSWORD = 'otra clave mejor'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36'

let smtp: SmtpCatcher
let t: TestApp
let port: number

beforeAll(async () => {
  smtp = await catchMail()
  t = await createTestApp({
    mailer: smtpMailer({ url: smtp.url, from: 'Acarreo <avisos@acarreo.example>' }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, recoveryOfAddress: 10_000 }),
  })
  port = (await listen(t.app)).port
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const mailOf = (actor: Actor): string => `${actor.username}@example.com`
const confirm = (token: string) => anonymous(t.app).post('/api/email/confirm', { token })

/** A supervisor with a proven address. */
async function proven(): Promise<Actor> {
  const rosa = await register(t.app, 'supervisor')
  expect((await confirm(tokenIn(await smtp.next(mailOf(rosa))))).status).toBe(200)
  return rosa
}

const accountOf = async (who: Actor) => (await who.get('/api/account')).body

it('the own telephone is given, changed and removed, with a line each', async () => {
  const rosa = await register(t.app, 'supervisor')
  for (const phone of ['33 1234 5678', '33 8765 4321', '']) await rosa.put('/api/account/phone', { phone })
  expect((await accountOf(rosa)).phone).toBeNull()
  const change = (before: string | null, after: string | null) => ({
    action: 'phone_changed',
    actorId: rosa.id,
    before: { phone: before },
    after: { phone: after },
  })
  expect((await lines(t)).slice(-3)).toMatchObject([
    change(null, '33 1234 5678'),
    change('33 1234 5678', '33 8765 4321'),
    change('33 8765 4321', null),
  ])
})

describe('the own password', () => {
  const change = (who: Actor, newPassword: string, currentPassword = PASSWORD) =>
    who.put('/api/account/password', { currentPassword, newPassword })

  it('is changed with the current one: other sessions and sockets end, this one goes on, and a mail tells', async () => {
    const rosa = await proven()
    const phone = await login(t.app, rosa.username)
    expect((await smtp.next(mailOf(rosa))).subject).toContain('dispositivo nuevo')
    const [here, there] = [await goLive(port, rosa), await goLive(port, phone)]
    expect((await change(rosa, NEW_PASSWORD)).body.messageCode).toBe('own_password_changed')
    expect((await there.heard('session_ended')).payload.message).toContain('contraseña')
    await there.closed
    expect(here.socket.readyState).toBe(here.socket.OPEN)
    here.close()
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await rosa.get('/api/user')).status).toBe(200)
    expect((await login(t.app, rosa.username, NEW_PASSWORD)).id).toBe(rosa.id)
    await expect(login(t.app, rosa.username)).rejects.toThrow('Credenciales inválidas')
    const mail = await smtp.next(mailOf(rosa))
    expect(mail.subject).toBe('Se cambió la contraseña en Acarreo')
    expect(mail.text).toContain(rosa.username)
    expect((await lines(t)).slice(-1)).toMatchObject([
      { action: 'own_password_changed', actorId: rosa.id, before: null, after: null },
    ])
  })

  it('ends open recovery links', async () => {
    const rosa = await proven()
    await anonymous(t.app).post('/api/password/reset-request', { username: rosa.username })
    const token = tokenIn(await smtp.next(mailOf(rosa)))
    expect((await change(rosa, NEW_PASSWORD)).status).toBe(200)
    expect((await anonymous(t.app).get(`/api/password/validate-token?token=${token}`)).status).toBe(400)
  })

  it('stays with a wrong current one, or the same again', async () => {
    const rosa = await register(t.app, 'supervisor')
    expect(await change(rosa, NEW_PASSWORD, 'no es esta')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'currentPassword', messageCode: 'current_password_wrong' }] },
    })
    expect(await change(rosa, PASSWORD)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'newPassword', messageCode: 'password_unchanged' }] },
    })
    expect((await login(t.app, rosa.username)).id).toBe(rosa.id)
  })

  it('is judged ten times a minute at most, and that is no lock-out of the login', async () => {
    const rosa = await register(t.app, 'supervisor')
    const answers = await Promise.all(Array.from({ length: 30 }, () => change(rosa, NEW_PASSWORD, 'no')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await login(t.app, rosa.username)).id).toBe(rosa.id)
  })

  it('is changed by exactly one of two concurrent calls', async () => {
    const rosa = await register(t.app, 'supervisor')
    const answers = await Promise.all(['primera clave', 'segunda clave'].map((next) => change(rosa, next)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

describe('the own e-mail', () => {
  it('is replaced when the link sent to the new one is opened; the old one gets a notice', async () => {
    const rosa = await proven()
    const wanted = `nueva.${mailOf(rosa)}`
    const body = { currentPassword: PASSWORD, email: wanted }
    expect((await rosa.put('/api/account/email', { ...body, currentPassword: 'no' })).status).toBe(400)
    expect((await rosa.put('/api/account/email', body)).status).toBe(200)
    expect((await smtp.next(mailOf(rosa))).subject).toBe('Se pidió cambiar el correo en Acarreo')
    const token = tokenIn(await smtp.next(wanted))
    expect(await accountOf(rosa)).toMatchObject({
      email: mailOf(rosa),
      emailConfirmed: true,
      pendingEmail: wanted,
    })
    // Until then the old one recovers, and what it recovers with ends with the change.
    await anonymous(t.app).post('/api/password/reset-request', { username: rosa.username })
    const recovery = tokenIn(await smtp.next(mailOf(rosa)))
    expect((await confirm(token)).status).toBe(200)
    expect(await accountOf(rosa)).toMatchObject({ email: wanted, emailConfirmed: true, pendingEmail: null })
    expect((await anonymous(t.app).get(`/api/password/validate-token?token=${recovery}`)).status).toBe(400)
  })

  it('that is wanted last is the only one that can be proven', async () => {
    const rosa = await proven()
    const [first, second] = [`una.${mailOf(rosa)}`, `dos.${mailOf(rosa)}`]
    await rosa.put('/api/account/email', { currentPassword: PASSWORD, email: first })
    const early = tokenIn(await smtp.next(first))
    await rosa.put('/api/account/email', { currentPassword: PASSWORD, email: second })
    const late = tokenIn(await smtp.next(second))
    expect((await confirm(early)).status).toBe(400)
    expect((await confirm(late)).status).toBe(200)
  })

  it('can be given by a driver whom the supervisor created without one', async () => {
    const driver = await operatorOf(t.app, await register(t.app, 'supervisor'))
    expect(await accountOf(driver)).toMatchObject({ email: null, emailConfirmed: false, pendingEmail: null })
    await driver.put('/api/account/email', { currentPassword: PASSWORD, email: mailOf(driver) })
    expect((await confirm(tokenIn(await smtp.next(mailOf(driver))))).status).toBe(200)
    expect(await accountOf(driver)).toMatchObject({ email: mailOf(driver), emailConfirmed: true })
  })
})

describe('the sessions', () => {
  it('are listed with device, address and times, and without what opens them', async () => {
    const rosa = await register(t.app, 'supervisor')
    const phone = anonymous(t.app)
    t.clock.advance(MINUTE)
    await phone.post('/api/login', { username: rosa.username, password: PASSWORD }, { 'user-agent': ANDROID })
    const startedAt = new Date(t.clock.now()).toISOString()
    t.clock.advance(HOUR)
    const { sessions } = await accountOf(phone)
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{22}$/),
        browser: 'Chrome',
        system: 'Android',
        address: '127.0.0.1',
        startedAt,
        seenAt: new Date(t.clock.now()).toISOString(),
        current: true,
      },
      expect.objectContaining({ browser: null, system: null, current: false }),
    ])
    const { rows } = await t.deps.database.pool.query<{ sid: string }>('select sid from session')
    expect(rows.filter(({ sid }) => JSON.stringify(sessions).includes(sid))).toEqual([])
  })

  it('end one by one, or all but this one; another account’s do not', async () => {
    const [rosa, luis] = [await register(t.app, 'supervisor'), await register(t.app, 'supervisor')]
    const others = [await login(t.app, rosa.username), await login(t.app, rosa.username)]
    const socket = await goLive(port, others[0] as Actor)
    const [{ id }] = (await accountOf(others[0] as Actor)).sessions.filter(
      ({ current }: { current: boolean }) => current,
    )
    expect((await luis.delete(`/api/account/sessions/${id}`)).status).toBe(404)
    expect((await rosa.delete(`/api/account/sessions/${id}`)).status).toBe(204)
    expect((await socket.heard('session_ended')).payload.messageCode).toBe('ended_by_owner')
    expect((await rosa.delete(`/api/account/sessions/${id}`)).status).toBe(404)
    expect((await others[0]?.get('/api/user'))?.status).toBe(401)
    expect((await others[1]?.get('/api/user'))?.status).toBe(200)
    expect((await rosa.delete('/api/account/sessions')).status).toBe(200)
    expect((await others[1]?.get('/api/user'))?.status).toBe(401)
    for (const who of [rosa, luis]) expect((await who.get('/api/user')).status).toBe(200)
  })
})

describe('what cannot be undone', () => {
  it('needs the password again ten minutes after it was given', async () => {
    const boss = await register(t.app, 'supervisor')
    const drivers = [
      await operatorOf(t.app, boss),
      await operatorOf(t.app, boss),
      await operatorOf(t.app, boss),
    ]
    const remove = async (index: number) => {
      const url = `/api/users/operators/${drivers[index]?.id}`
      const headers = { cookie: `${SESSION_COOKIE}=${boss.cookie}` }
      const answer = await t.app.inject({ method: 'DELETE', url, headers })
      return { status: answer.statusCode, body: answer.body && answer.json() }
    }
    expect((await remove(0)).status).toBe(204)
    t.clock.advance(10 * MINUTE)
    expect(await remove(1)).toMatchObject({
      status: 403,
      body: { code: 'proof_required', messageCode: 'proof_required' },
    })
    expect((await boss.post('/api/account/proof', { currentPassword: 'no' })).status).toBe(400)
    expect((await remove(1)).status).toBe(403)
    expect((await boss.post('/api/account/proof', { currentPassword: PASSWORD })).status).toBe(200)
    expect((await remove(1)).status).toBe(204)
    t.clock.advance(10 * MINUTE)
    expect((await remove(2)).status).toBe(403)
  })

  it('needs the administrator’s key again, or in the call', async () => {
    const console = await administrator(t.app)
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => register(t.app, 'supervisor')))
    const path = (who: Actor | undefined) => `/api/admin/supervisors/${who?.id}`
    expect((await console.delete(path(first))).status).toBe(200)
    t.clock.advance(10 * MINUTE)
    expect((await console.get('/api/admin/users')).status).toBe(200)
    expect(await console.delete(path(second))).toMatchObject({
      status: 403,
      body: { code: 'proof_required', messageCode: 'admin_proof_required' },
    })
    expect((await console.delete(path(second), { 'x-admin-key': ADMIN_KEY })).status).toBe(200)
    await console.login()
    expect((await console.delete(path(third))).status).toBe(200)
  })
})

it('a session of an earlier version is listed, and goes on', async () => {
  const rosa = await register(t.app, 'supervisor')
  await t.deps.database.pool.query(
    `update session set sess = json_build_object('userId', sess -> 'userId', 'passwordStamp', sess -> 'passwordStamp',
     'renewedAt', sess -> 'seenAt') where sess ->> 'userId' = $1`,
    [String(rosa.id)],
  )
  t.deps.bus.publish({ kind: 'account_changed', userIds: [rosa.id] })
  expect((await accountOf(rosa)).sessions).toMatchObject([{ browser: null, address: null, current: true }])
})

describe('a login', () => {
  const enter = (who: Actor) =>
    who.post('/api/login', { username: who.username, password: PASSWORD }, { 'user-agent': ANDROID })

  it('from a new device is told to the proven address, from a known one it is not', async () => {
    const rosa = await proven()
    const phone = Object.assign(anonymous(t.app), { username: rosa.username })
    expect((await enter(phone)).status).toBe(200)
    const mail = await smtp.next(mailOf(rosa))
    expect(mail.subject).toBe('Inicio de sesión desde un dispositivo nuevo en Acarreo')
    expect(mail.text).toContain('Chrome en Android')
    expect(mail.text).toContain('127.0.0.1')
    const before = smtp.caught.length
    for (const who of [phone, rosa]) expect((await enter(who)).status).toBe(200)
    await allSent(t)
    expect(smtp.caught.slice(before).flatMap(({ to }) => to)).not.toContain(mailOf(rosa))
  })

  it('of many new devices is told three times an hour', async () => {
    const rosa = await proven()
    const before = smtp.caught.length
    for (let i = 0; i < 6; i++) await enter(Object.assign(anonymous(t.app), { username: rosa.username }))
    await allSent(t)
    expect(smtp.caught.slice(before).filter(({ to }) => to.includes(mailOf(rosa)))).toHaveLength(3)
  })
})
