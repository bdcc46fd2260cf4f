import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import { recoveryCodes, secondFactors } from '#server/db/schema/sign-in'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { doorLines, lines } from '../../support/audit.ts'
import { codeAt, switchOn } from '../../support/second-factor.ts'
import { catchMail, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'

const PATH = '/api/account/second-factor'
const PERIOD = 30_000

let smtp: SmtpCatcher
let t: TestApp

beforeAll(async () => {
  smtp = await catchMail()
  t = await createTestApp({
    mailer: smtpMailer({ url: smtp.url, from: 'Acarreo <avisos@acarreo.example>' }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, failedLoginOfAddress: 10_000 }),
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const mailOf = (actor: Actor): string => `${actor.username}@example.com`
const code = (secret: string, periods = 0) => codeAt(secret, t.clock.now() + periods * PERIOD)
const enter = (who: Actor, given?: string, from = anonymous(t.app)) =>
  from.post('/api/login', { username: who.username, password: PASSWORD, code: given })

/** A supervisor whose second factor is on; the code of now is unused. */
async function guarded() {
  const rosa = await register(t.app, 'supervisor')
  return { rosa, ...(await guard(rosa)) }
}

async function guard(rosa: Actor) {
  const on = await switchOn(rosa, t.clock.now())
  t.clock.advance(2 * PERIOD)
  return on
}

/** With a proven address. */
async function guardedWithMail() {
  const rosa = await register(t.app, 'supervisor')
  const token = tokenIn(await smtp.next(mailOf(rosa)))
  await anonymous(t.app).post('/api/email/confirm', { token })
  const on = await guard(rosa)
  expect((await smtp.next(mailOf(rosa))).subject).toContain('activó la verificación en dos pasos')
  return { rosa, ...on }
}

describe('switching on', () => {
  it('counts from the first right code, and gives ten recovery codes', async () => {
    const rosa = await register(t.app, 'supervisor')
    const { secret, uri } = (await rosa.post(PATH)).body
    expect(uri).toContain(`otpauth://totp/Acarreo:${rosa.username}?issuer=Acarreo&secret=${secret}`)
    expect((await enter(rosa)).status).toBe(200)
    const wrong = await rosa.post(`${PATH}/confirm`, { code: '000000' })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'code'])
    expect((await rosa.get(PATH)).body).toEqual({ on: false, recoveryCodesLeft: 0 })
    const { body } = await rosa.post(`${PATH}/confirm`, { code: code(secret) })
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect(body.recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await rosa.get(PATH)).body).toEqual({ on: true, recoveryCodesLeft: 10 })
    expect((await rosa.post(PATH)).status).toBe(400)
    expect((await enter(rosa)).body.code).toBe('second_factor_required')
  })

  it('needs the password again, and is for supervisors', async () => {
    const rosa = await register(t.app, 'supervisor')
    t.clock.advance(11 * 60_000)
    expect((await rosa.post(PATH)).body.code).toBe('proof_required')
    const driver = await operatorOf(t.app, await register(t.app, 'supervisor'))
    expect((await driver.post(PATH)).status).toBe(403)
  })

  it('stores neither the secret nor a recovery code', async () => {
    const { rosa, secret, recoveryCodes: codes } = await guarded()
    const { orm } = t.deps.database
    const [row] = await orm.select().from(secondFactors).where(eq(secondFactors.userId, rosa.id))
    const hashes = await orm.select().from(recoveryCodes)
    const stored = JSON.stringify([row, hashes])
    for (const plain of [secret, ...codes, ...codes.map((one) => one.replaceAll('-', ''))]) {
      expect(stored).not.toContain(plain)
    }
  })
})

describe('a login', () => {
  it('learns of the second factor only by the right password', async () => {
    const { rosa, secret } = await guarded()
    const guess = (body: object) => anonymous(t.app).post('/api/login', { username: rosa.username, ...body })
    expect((await guess({ password: 'no es esta' })).body.code).toBe('invalid_credentials')
    expect((await guess({ password: 'no es esta', code: code(secret) })).body.code).toBe(
      'invalid_credentials',
    )
    const asked = await enter(rosa)
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required'])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const wrong = await enter(rosa, '000000')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'second_factor_wrong'])
    expect((await enter(rosa, code(secret))).body).toMatchObject({ id: rosa.id })
    const failed = (await doorLines(t)).filter((line) => line.targetId === rosa.id)
    expect(failed.map(({ action, after }) => [action, after])).toEqual([
      ['login_failed', {}],
      ['login_failed', {}],
      ['login_failed', { codeMissing: true }],
      ['login_failed', { codeWrong: true }],
    ])
  })

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('with the code of %i periods from now answers %i', async (periods, status) => {
    const { rosa, secret } = await guarded()
    t.clock.advance(PERIOD)
    expect((await enter(rosa, code(secret, periods))).status).toBe(status)
  })

  it('takes each code once, and none of an earlier period after it', async () => {
    const { rosa, secret } = await guarded()
    expect((await enter(rosa, code(secret))).status).toBe(200)
    expect((await enter(rosa, code(secret))).body.code).toBe('second_factor_wrong')
    expect((await enter(rosa, code(secret, -1))).status).toBe(401)
    expect((await enter(rosa, code(secret, 1))).status).toBe(200)
  })

  it.each(['an app', 'a list'])(
    'opens one session of nine that come at once with one code of %s',
    async (from) => {
      const { rosa, secret, recoveryCodes: codes } = await guarded()
      const one = from === 'an app' ? code(secret) : codes[0]
      const answers = await Promise.all(Array.from({ length: 9 }, () => enter(rosa, one)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(8).fill(401)])
    },
  )

  it('judges ten wrong codes that come at once from anywhere; a known device goes on', async () => {
    const { rosa, secret } = await guarded()
    const phone = anonymous(t.app)
    expect((await enter(rosa, code(secret), phone)).status).toBe(200)
    t.clock.advance(PERIOD)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        enter(rosa, String(i).padStart(6, '0'), anonymous(t.app, `198.51.100.${i}`)),
      ),
    )
    const judged = answers.filter(({ status }) => status === 401)
    expect(judged.length).toBeLessThanOrEqual(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - judged.length)
    expect((await enter(rosa, code(secret))).status).toBe(429)
    expect((await enter(rosa, code(secret), phone)).status).toBe(200)
  })

  it('with a recovery code works once, in any spelling, and tells', async () => {
    const { rosa, recoveryCodes: codes } = await guardedWithMail()
    const [first = '', second = ''] = codes
    const spelled = first.toLowerCase().replaceAll('-', ' ')
    expect((await enter(rosa, spelled)).body).toMatchObject({ id: rosa.id, recoveryCodesLeft: 9 })
    expect((await smtp.next(mailOf(rosa))).text).toContain('Códigos que quedan: 9')
    expect((await enter(rosa, first)).status).toBe(401)
    expect((await enter(rosa, second)).body.recoveryCodesLeft).toBe(8)
    const used = (await lines(t)).filter(
      ({ action, actorId }) => action === 'recovery_code_used' && actorId === rosa.id,
    )
    expect(used.map(({ after }) => after)).toEqual([{ recoveryCodesLeft: 9 }, { recoveryCodesLeft: 8 }])
  })

  it('still asks after a new password by mail', async () => {
    const { rosa } = await guardedWithMail()
    await anonymous(t.app).post('/api/password/reset-request', { email: mailOf(rosa) })
    const token = tokenIn(await smtp.next(mailOf(rosa)))
    const password = 'otra clave mejor'
    expect(
      (await anonymous(t.app).post('/api/password/reset', { token, newPassword: password })).status,
    ).toBe(200)
    const { body } = await anonymous(t.app).post('/api/login', { username: rosa.username, password })
    expect(body.code).toBe('second_factor_required')
  })

  it('takes recovery codes alone once the secret of the product is another', async () => {
    const { rosa, secret, recoveryCodes: codes } = await guarded()
    const moved = await createTestApp({
      database: t.deps.database,
      sessionSecrets: ['another secret, as after a restore'],
    })
    const there = (given?: string) => enter(rosa, given, anonymous(moved.app))
    expect((await there(codeAt(secret, moved.clock.now()))).status).toBe(401)
    expect((await there(codes[0])).status).toBe(200)
    await moved.close()
  })
})

describe('switching off', () => {
  it('needs a code, leaves a line and tells', async () => {
    const { rosa, secret } = await guardedWithMail()
    expect((await rosa.post(`${PATH}/off`, { code: '000000' })).body.details[0].path).toBe('code')
    expect((await rosa.post(`${PATH}/off`, { code: code(secret) })).status).toBe(200)
    expect((await smtp.next(mailOf(rosa))).subject).toContain('desactivó la verificación en dos pasos')
    expect((await rosa.get(PATH)).body.on).toBe(false)
    expect((await enter(rosa)).status).toBe(200)
    expect((await rosa.post(`${PATH}/off`, { code: code(secret) })).status).toBe(404)
    const own = (await lines(t)).filter(({ actorId }) => actorId === rosa.id)
    expect(own.map(({ action }) => action)).toEqual([
      'email_confirmed',
      'second_factor_on',
      'second_factor_off',
    ])
  })

  it('new recovery codes end the old ones', async () => {
    const { rosa, secret, recoveryCodes: codes } = await guarded()
    const { body } = await rosa.post(`${PATH}/recovery-codes`, { code: code(secret) })
    expect((await enter(rosa, codes[0])).status).toBe(401)
    expect((await enter(rosa, body.recoveryCodes[0])).status).toBe(200)
  })

  it('is done by the administrator for who has lost phone and codes', async () => {
    const { rosa } = await guardedWithMail()
    const admin = await administrator(t.app)
    const row = async () =>
      (await admin.get('/api/admin/users')).body.supervisors.find(({ id }: Actor) => id === rosa.id)
    expect((await row()).secondFactor).toBe(true)
    expect((await admin.delete(`/api/admin/users/${rosa.id}/second-factor`)).status).toBe(200)
    expect((await row()).secondFactor).toBe(false)
    expect((await enter(rosa)).status).toBe(200)
    expect((await smtp.next(mailOf(rosa))).subject).toContain('desactivó')
    expect((await admin.delete(`/api/admin/users/${rosa.id}/second-factor`)).status).toBe(404)
    const removed = (await lines(t)).filter(({ action }) => action === 'second_factor_removed')
    expect(removed).toMatchObject([{ actorKind: 'admin', targetId: rosa.id, target: rosa.username }])
  })
})
