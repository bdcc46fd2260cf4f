import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import { readConfig } from '#server/config'
import { users } from '#server/db/schema/accounts'
import { auditLog } from '#server/db/schema/console'
import { recoveryRequests, recoveryTokens, session } from '#server/db/schema/sign-in'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { say } from '#server/text/messages'
import {
  type Actor,
  type Answer,
  anonymous,
  login,
  operatorOf,
  PASSWORD,
  register,
} from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'
import { allSent } from '../../support/mails.ts'
import { catchMail, linkIn, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'
import { goLive, listen } from '../../support/socket.ts'

const NEW_PASSWORD = 'otra clave mejor'
const FROM = 'Acarreo <avisos@acarreo.example>'
const MINUTE = 60_000
const generous = () => createRateLimits({ registrationOfAddress: 10_000, recoveryOfAddress: 10_000 })

let smtp: SmtpCatcher
let t: TestApp
let visitor: Actor

beforeAll(async () => {
  smtp = await catchMail({ login: { user: 'acarreo', password: 'clave del correo' } })
  t = await createTestApp({ mailer: smtpMailer({ url: smtp.url, from: FROM }), rateLimits: generous() })
  visitor = anonymous(t.app)
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const restore of unwatch.splice(0)) restore()
})

const unwatch: (() => void)[] = []

const ask = (body: object, who = visitor): Promise<Answer> => who.post('/api/password/reset-request', body)
const validate = (token: string): Promise<Answer> =>
  visitor.get(`/api/password/validate-token?token=${encodeURIComponent(token)}`)
const reset = (token: string, newPassword = NEW_PASSWORD): Promise<Answer> =>
  visitor.post('/api/password/reset', { token, newPassword })
const mailOf = (actor: Actor): string => `${actor.username}@example.com`

/** A supervisor whose address is proven; one who has just registered has yet to open the link. */
async function withEmail(where = t): Promise<Actor> {
  const actor = await register(where.app, 'supervisor')
  const token = tokenIn(await smtp.next(mailOf(actor)))
  expect((await anonymous(where.app).post('/api/email/confirm', { token })).status).toBe(200)
  return actor
}

/** A token as its owner gets it: by mail. */
async function tokenOf(actor: Actor): Promise<string> {
  const mail = smtp.next(mailOf(actor))
  expect((await ask({ username: actor.username })).status).toBe(200)
  return tokenIn(await mail)
}

function expectInvalid(answer: Answer): void {
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    error: 'El token no es válido o ha expirado. Solicita uno nuevo.',
    code: 'invalid_token',
    messageCode: 'reset_token_invalid',
  })
}

describe('asking for a link', () => {
  it('sends a mail with the account, the validity, and what to do if it was not requested', async () => {
    const rosa = await withEmail()
    const answer = await ask({ username: ` ${rosa.username.toUpperCase()} ` })
    expect(answer).toMatchObject({ status: 200, body: say('reset_requested') })
    expect(answer.headers['cache-control']).toBe('no-store')
    const mail = await smtp.next(mailOf(rosa))
    expect(mail.subject).toBe('Restablecer su contraseña de Acarreo')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(rosa.username)
      expect(part).toContain('60 minutos')
      expect(part).toContain('Si usted no lo pidió, no haga nada')
      expect(part).toContain(linkIn(mail).href)
      expect(part).toContain('soporte@acarreo.mx')
      // The display name is free text of an unproven person: it must not be mailed under our name.
      expect(part).not.toContain('Nombre de')
    }
    expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/)
  })

  it('stores the token hashed only', async () => {
    const token = await tokenOf(await withEmail())
    const rows = await t.deps.database.orm.select().from(recoveryTokens)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('finds by e-mail too: one mail with a link for each account that shares it, at most five', async () => {
    const shared = 'familia@example.com'
    const family: Actor[] = []
    for (let i = 0; i < 6; i++) family.push(await withEmail())
    for (const { id } of family) {
      await t.deps.database.orm.update(users).set({ email: shared }).where(eq(users.id, id))
    }
    await ask({ email: 'FAMILIA@example.com' })
    const mail = await smtp.next(shared)
    const named = family.map(({ username }) => mail.text?.includes(`usuario ${username} en`))
    expect(named).toEqual([true, true, true, true, true, false])
    const links = mail.text?.match(/https?:\/\/\S+/g) ?? []
    expect(new Set(links).size).toBe(5)
    for (const link of links) {
      expect((await validate(new URL(link).searchParams.get('token') ?? '')).status).toBe(200)
    }

    const [, two] = family
    await ask({ username: two?.username, email: shared })
    const own = await smtp.next(shared)
    expect(own.text?.match(/usuario (\S+) en/g)).toEqual([`usuario ${two?.username} en`])
  })

  it('requires a name or a valid e-mail', async () => {
    for (const body of [{}, { username: '  ', email: '' }, { username: null }]) {
      expect(await ask(body)).toMatchObject({
        status: 400,
        body: { message: 'Debe proporcionar al menos un nombre de usuario o correo electrónico' },
      })
    }
    expect((await ask({ email: 'rosa' })).body.message).toBe('Por favor ingrese un correo electrónico válido')
    expect((await ask({ username: ['a'] })).status).toBe(400)
  })

  it('gives the same answer for every account, and reads none before the answer', async () => {
    const known = await withEmail()
    const calls: string[] = []
    const { pool } = t.deps.database
    const watch = (object: object, name: string, label: string) => {
      const original = Reflect.get(object, name) as (...args: unknown[]) => unknown
      Reflect.set(object, name, (...args: unknown[]) => {
        calls.push(label)
        return original.apply(object, args)
      })
      unwatch.push(() => Reflect.set(object, name, original))
    }
    watch(pool, 'query', 'database')
    watch(pool, 'connect', 'database')
    watch(t.deps.passwords, 'hash', 'hash')
    watch(t.deps.mailer, 'send', 'mail')
    watch(t.deps.rateLimits.recoveryOfAddress, 'spend', 'limit of address')

    const seen: { calls: string[]; answer: unknown }[] = []
    for (const username of [known.username, 'nobody.of.this.name']) {
      calls.length = 0
      const { status, body, headers } = await ask({ username })
      const { date: _, ...rest } = headers
      seen.push({ calls: [...calls], answer: { status, body, rest } })
    }
    expect(seen[0]).toEqual(seen[1])
    // The request itself is stored, whoever it is about: one statement, which takes a connection.
    expect(seen[0]?.calls).toEqual(['limit of address', 'database', 'database'])
    // The work happens nevertheless.
    calls.length = 0
    await smtp.next(mailOf(known))
    expect(calls).toEqual(expect.arrayContaining(['database', 'mail']))
  })

  it('leads to this machine and ignores the Host header', async () => {
    const rosa = await withEmail()
    const send = async (host: string) => {
      const mail = smtp.next(mailOf(rosa))
      const answer = await visitor.post(
        '/api/password/reset-request',
        { username: rosa.username },
        { host, 'x-forwarded-host': host },
      )
      expect(answer.status).toBe(200)
      return linkIn(await mail).origin
    }
    expect(await send('evil.example')).toBe('http://localhost')
    expect(await send('localhost@evil.example')).toBe('http://localhost')
    expect(await send('localhost:1234')).toBe('http://localhost')
    // Three mails an hour reach one mailbox.
    t.clock.advance(60 * MINUTE)
    expect(await send('127.0.0.1')).toBe('http://127.0.0.1')
  })
})

describe('who gets no mail', () => {
  it('gets the same answer, and queued mails are sent before the process ends', async () => {
    const own = await createTestApp({
      mailer: smtpMailer({ url: smtp.url, from: FROM }),
      rateLimits: generous(),
    })
    const boss = await withEmail(own)
    const driver = await operatorOf(own.app, boss)
    const away = await withEmail(own)
    await own.deps.database.orm.update(users).set({ isActive: false }).where(eq(users.id, away.id))
    const other = await withEmail(own)
    const before = smtp.caught.length
    for (const body of [
      { username: driver.username },
      { username: away.username },
      { email: mailOf(away) },
      { username: boss.username, email: mailOf(other) },
      { username: 'nobody' },
      { username: other.username },
    ]) {
      expect(await ask(body, anonymous(own.app))).toMatchObject({
        status: 200,
        body: say('reset_requested'),
      })
    }
    await own.close()
    expect(smtp.caught.slice(before).flatMap(({ to }) => to)).toEqual([mailOf(other)])
  })
})

describe('an address that is not proven yet', () => {
  /** Registered; the link of that first mail is not opened. */
  async function newcomer(): Promise<Actor> {
    const actor = await register(t.app, 'supervisor')
    expect((await smtp.next(mailOf(actor))).subject).toBe('Confirme su correo en Acarreo')
    return actor
  }
  const rowOf = async ({ id }: Actor) =>
    (await t.deps.database.orm.select().from(users).where(eq(users.id, id)))[0]
  const linesOf = ({ id }: Actor) =>
    t.deps.database.orm.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)

  it.each([
    ['username', ({ username }: Actor) => ({ username })],
    ['address', (actor: Actor) => ({ email: mailOf(actor) })],
  ])('gets a link by %s, and the reset proves it', async (_, named) => {
    const rosa = await newcomer()
    await ask(named(rosa))
    const mail = await smtp.next(mailOf(rosa))
    expect(mail.subject).toBe('Restablecer su contraseña de Acarreo')
    expect(mail.text).toContain('Este correo no estaba confirmado')
    // Opening the link alone proves nothing: scanners of mails open it too.
    expect((await validate(tokenIn(mail))).status).toBe(200)
    expect((await rowOf(rosa))?.emailConfirmedAt).toBeNull()
    expect((await reset(tokenIn(mail))).status).toBe(200)
    expect((await rowOf(rosa))?.emailConfirmedAt?.getTime()).toBe(t.clock.now())
    expect((await linesOf(rosa)).slice(-2)).toMatchObject([
      { action: 'password_reset', actorId: rosa.id },
      {
        action: 'email_confirmed',
        actorId: rosa.id,
        address: '127.0.0.1',
        before: { email: null },
        after: { email: mailOf(rosa) },
      },
    ])
    expect((await smtp.next(mailOf(rosa))).subject).toBe('Se cambió la contraseña en Acarreo')
    const again = await tokenOf(rosa)
    await reset(again)
    expect((await linesOf(rosa)).filter(({ action }) => action === 'email_confirmed')).toHaveLength(1)
  })

  it('stays unproven when the reset rolls back', async () => {
    const rosa = await newcomer()
    const token = await tokenOf(rosa)
    const { database } = t.deps
    const only = `ALTER TABLE audit_log ADD CONSTRAINT no_proof CHECK (action <> 'email_confirmed') NOT VALID`
    await ownerDoes(database, only)
    expect((await reset(token)).status).toBe(500)
    await ownerDoes(database, 'ALTER TABLE audit_log DROP CONSTRAINT no_proof')
    expect((await rowOf(rosa))?.emailConfirmedAt).toBeNull()
    expect((await login(t.app, rosa.username)).id).toBe(rosa.id)
    expect((await reset(token)).status).toBe(200)
  })

  it('goes to its owner alone: a reset ends what waits for another address', async () => {
    // Somebody registers with an address of Rosa's, and asks for a change to their own.
    const thief = await newcomer()
    const own = `ladron.${thief.username}@example.com`
    const wanted = { currentPassword: PASSWORD, email: own }
    expect((await thief.put('/api/account/email', wanted)).status).toBe(200)
    const change = tokenIn(await smtp.next(own))
    expect((await reset(await tokenOf(thief))).status).toBe(200)
    const confirmed = await visitor.post('/api/email/confirm', { token: change })
    expect(confirmed.body.code).toBe('invalid_token')
    expect((await rowOf(thief))?.email).toBe(mailOf(thief))
  })

  it('is not proven by a link that went to another one', async () => {
    const rosa = await newcomer()
    const token = await tokenOf(rosa)
    const other = `otra.${rosa.username}@example.com`
    await rosa.put('/api/account/email', { currentPassword: PASSWORD, email: other })
    await visitor.post('/api/email/confirm', { token: tokenIn(await smtp.next(other)) })
    expectInvalid(await reset(token))
    expect((await rowOf(rosa))?.email).toBe(other)
  })

  it('comes after proven ones in a mail for several accounts', async () => {
    const strangers = [
      await newcomer(),
      await newcomer(),
      await newcomer(),
      await newcomer(),
      await newcomer(),
    ]
    const owner = await withEmail()
    for (const { id } of strangers) {
      await t.deps.database.orm
        .update(users)
        .set({ email: mailOf(owner) })
        .where(eq(users.id, id))
    }
    await ask({ email: mailOf(owner) })
    const { text = '' } = await smtp.next(mailOf(owner))
    const named = [...text.matchAll(/usuario (\S+) en Acarreo/g)].map(([, name]) => name)
    expect(named).toEqual([owner, ...strangers.slice(0, 4)].map(({ username }) => username))
    expect(text.match(/Este correo no estaba confirmado/g)).toHaveLength(4)
  })

  it('is not flooded by strangers who register with it, and they use up no link of a proven account', async () => {
    const own = await createTestApp({
      mailer: smtpMailer({ url: smtp.url, from: FROM }),
      rateLimits: generous(),
    })
    const mailbox = `buzon${Date.now()}@example.com`
    const accounts = Array.from({ length: 4 }, (_, i) => `extrano.${i}`)
    const stranger = anonymous(own.app)
    const mails = () => smtp.caught.filter(({ to }) => to.includes(mailbox)).length
    const register = (username: string, who: Actor) =>
      who.post('/api/register', {
        ...{ username, password: PASSWORD, displayName: 'x', email: mailbox, acceptedTerms: true },
      })
    for (const username of accounts) expect((await register(username, stranger)).status).toBe(201)
    for (let i = 0; i < 20; i++) await ask({ username: accounts[i % 4] }, stranger)
    await allSent(own)
    expect(mails()).toBe(3)
    own.clock.advance(60 * MINUTE)
    for (let i = 0; i < 20; i++) await ask({ email: mailbox }, stranger)
    await allSent(own)
    expect(mails()).toBe(5)

    await own.deps.database.orm
      .update(users)
      .set({ emailConfirmedAt: new Date() })
      .where(eq(users.username, accounts[0] as string))
    await ask({ username: accounts[0] }, anonymous(own.app, '203.0.113.9'))
    await allSent(own)
    expect(mails()).toBe(6)
    await own.close()
  })
})

describe('a link', () => {
  it('is validated without being used up', async () => {
    const token = await tokenOf(await withEmail())
    for (let i = 0; i < 2; i++) {
      const answer = await validate(token)
      expect(answer).toMatchObject({ status: 200, body: { valid: true } })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    for (const wrong of ['', 'x', `${token}x`, token.toLowerCase()]) expectInvalid(await validate(wrong))
    expect((await validate('x'.repeat(201))).status).toBe(400)
  })

  it('sets the password once', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    expect((await reset(token)).status).toBe(200)
    expect((await smtp.next(mailOf(rosa))).subject).toBe('Se cambió la contraseña en Acarreo')
    expect((await login(t.app, rosa.username, NEW_PASSWORD)).id).toBe(rosa.id)
    await expect(login(t.app, rosa.username, PASSWORD)).rejects.toThrow('Credenciales inválidas')
    expectInvalid(await reset(token))
    expectInvalid(await validate(token))
  })

  it('lets its owner in where strangers have locked the account: at its address alone', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    const enter = (address: string, password: string) =>
      anonymous(t.app, address).post('/api/login', { username: rosa.username, password })
    for (const address of ['127.0.0.1', '203.0.113.7']) {
      for (let i = 0; i < 11; i++) await enter(address, `clave${i}`)
      expect((await enter(address, PASSWORD)).status).toBe(429)
    }
    expect((await reset(token)).status).toBe(200)
    expect((await enter('203.0.113.7', NEW_PASSWORD)).status).toBe(429)
    expect((await enter('127.0.0.1', NEW_PASSWORD)).status).toBe(200)
  })

  it('is valid for sixty minutes', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    t.clock.advance(60 * MINUTE - 1)
    expect((await validate(token)).status).toBe(200)
    t.clock.advance(1)
    expectInvalid(await validate(token))
    expectInvalid(await reset(token))
  })

  it('stays good until it or another of its account is used, whatever others ask for', async () => {
    const [rosa, luis] = [await withEmail(), await withEmail()]
    const kept = await tokenOf(luis)
    const own = await tokenOf(rosa)
    for (let i = 0; i < 9; i++) {
      expect((await ask({ username: rosa.username })).status).toBe(200)
      t.clock.advance(1000)
    }
    const others = [tokenIn(await smtp.next(mailOf(rosa))), tokenIn(await smtp.next(mailOf(rosa)))]
    for (const token of [own, ...others]) expect((await validate(token)).status).toBe(200)
    expect((await reset(own)).status).toBe(200)
    for (const token of [own, ...others]) expectInvalid(await validate(token))
    expect((await validate(kept)).status).toBe(200)
  })

  it('is invalid once the account is deactivated', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    await t.deps.database.orm.update(users).set({ isActive: false }).where(eq(users.id, rosa.id))
    expectInvalid(await validate(token))
    expectInvalid(await reset(token))
  })

  it('requires eight characters that are not guessed early, and is not used up by others', async () => {
    const token = await tokenOf(await withEmail())
    expect(await reset(token, '1234567')).toMatchObject({
      status: 400,
      body: { message: 'La contraseña debe tener al menos 8 caracteres' },
    })
    const common = await reset(token, 'password1')
    expect(common.body.details).toMatchObject([{ path: 'newPassword', messageCode: 'password_common' }])
    expect((await reset(token, '1234567 ñ')).status).toBe(200)
  })

  it('works for exactly one of many concurrent requests', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    const passwords = Array.from({ length: 8 }, (_, i) => `clave numero ${i}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    const winners = passwords.filter((_, i) => answers[i]?.status === 200)
    expect(winners).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expectInvalid(answer)
    expect((await login(t.app, rosa.username, winners[0])).id).toBe(rosa.id)
  })

  it('works for exactly one of two links used concurrently, without a deadlock', async () => {
    for (let round = 0; round < 3; round++) {
      const rosa = await withEmail()
      const tokens = [await tokenOf(rosa), await tokenOf(rosa)]
      const answers = await Promise.all(tokens.map((token) => reset(token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })
})

describe('after a reset', () => {
  it('every session and socket of the account ends within a second, and of no other', async () => {
    const { port } = await listen(t.app)
    const [rosa, luis] = [await withEmail(), await withEmail()]
    const elsewhere = await login(t.app, rosa.username)
    expect((await smtp.next(mailOf(rosa))).subject).toContain('dispositivo nuevo')
    const [phone, desk, other] = [
      await goLive(port, rosa),
      await goLive(port, elsewhere),
      await goLive(port, luis),
    ]
    const token = await tokenOf(rosa)
    const begun = performance.now()
    expect((await reset(token)).status).toBe(200)
    for (const client of [phone, desk]) {
      expect((await client.heard('session_ended')).payload.message).toContain('contraseña')
      await client.closed
    }
    expect(performance.now() - begun).toBeLessThan(1_000)
    for (const actor of [rosa, elsewhere]) expect((await actor.get('/api/user')).status).toBe(401)
    expect((await luis.get('/api/user')).status).toBe(200)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    other.close()
    const left = await t.deps.database.orm.select().from(session)
    expect(left.some(({ sess }) => (sess as { userId?: number }).userId === rosa.id)).toBe(false)
  })

  it('the audit log has account and address, and neither token nor password', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    await reset(token)
    const lines = await t.deps.database.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, rosa.id))
      .orderBy(asc(auditLog.id))
    expect(lines.slice(-1)).toMatchObject([
      {
        action: 'password_reset',
        actorKind: 'supervisor',
        actorId: rosa.id,
        actorName: rosa.username,
        address: '127.0.0.1',
        target: rosa.username,
        before: null,
        after: null,
      },
    ])
  })

  it('a reset rolls back without its audit line', async () => {
    const rosa = await withEmail()
    const token = await tokenOf(rosa)
    await ownerDoes(t.deps.database, 'ALTER TABLE audit_log ADD CONSTRAINT full_log CHECK (false) NOT VALID')
    expect((await reset(token)).status).toBe(500)
    await ownerDoes(t.deps.database, 'ALTER TABLE audit_log DROP CONSTRAINT full_log')
    expect((await login(t.app, rosa.username)).id).toBe(rosa.id)
    expect((await validate(token)).status).toBe(200)
  })
})

describe('limits', () => {
  it('thirty a minute for an IP address', async () => {
    const own = await createTestApp()
    const who = anonymous(own.app)
    for (let i = 0; i < 15; i++) expect((await ask({ username: 'rosa' }, who)).status).toBe(200)
    for (let i = 0; i < 15; i++) {
      const answer = await who.post('/api/password/reset', { token: `t${i}`, newPassword: NEW_PASSWORD })
      expect(answer.status).toBe(400)
    }
    const refused = await ask({ username: 'rosa' }, who)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await who.get('/api/password/validate-token?token=x')).status).toBe(429)
    await own.close()
  })

  it('a mailbox gets three mails an hour and ten a day, five of them from one IP address', async () => {
    const own = await createTestApp({
      mailer: smtpMailer({ url: smtp.url, from: FROM }),
      rateLimits: generous(),
    })
    const rosa = await withEmail(own)
    const mails = () => smtp.caught.filter(({ to }) => to.includes(mailOf(rosa))).length
    const before = mails()
    /** Forty a minute, of every kind, written in every way. */
    const flood = async (addresses: string[]) => {
      const kinds = [{ username: rosa.username }, { email: mailOf(rosa).toUpperCase() }]
      for (let i = 0; i < 40; i++) {
        const answer = await own.app.inject({
          method: 'POST',
          url: '/api/password/reset-request',
          remoteAddress: addresses[i % addresses.length] as string,
          payload: kinds[i % 2] as object,
        })
        expect(answer.statusCode).toBe(200)
      }
      await allSent(own)
    }
    await flood(['10.0.0.1'])
    expect(mails() - before).toBe(3)
    own.clock.advance(60 * MINUTE)
    await flood(['10.0.0.1'])
    expect(mails() - before).toBe(5)
    for (let hour = 0; hour < 4; hour++) {
      await flood(['10.0.0.2', '10.0.0.3'])
      own.clock.advance(60 * MINUTE)
    }
    expect(mails() - before).toBe(10)
    own.clock.advance(20 * 60 * MINUTE)
    await flood(['10.0.0.1'])
    expect(mails() - before).toBe(13)
    await own.close()
  })
})

/** How many mails have been tried in vain. */
const tried = (own: TestApp) => async () =>
  (await own.deps.database.pool.query('select from mails where cause is not null')).rowCount

describe('a failing mail server', () => {
  it.each([
    [
      'refuses a mail',
      { refuse: true },
      { code: 'MAIL_NOT_SENT', cause: 'content', answer: expect.stringContaining('554 5.7.1') },
      // The mail of the registration, and the one that was asked for.
      2,
    ],
    ['hangs', { hang: true }, { code: 'MAIL_REFUSED', cause: 'timeout' }, 1],
  ])('%s: the answer is the same, and the log says why without the link', async (_, how, why, lines) => {
    const bad = await catchMail(how)
    const own = await createTestApp({
      mailer: smtpMailer({ url: bad.url, from: FROM, timeouts: { connectMs: 300, wholeMs: 600 } }),
    })
    const logged: unknown[] = []
    for (const level of ['warn', 'error'] as const) {
      vi.spyOn(own.app.log, level).mockImplementation((entry) => void logged.push(entry))
    }
    const rosa = await register(own.app, 'supervisor')
    await own.deps.afterAnswer.drain(5_000)
    await own.deps.database.orm.update(users).set({ emailConfirmedAt: new Date() })
    await expect.poll(tried(own)).toBe(1)
    expect(await ask({ username: rosa.username }, anonymous(own.app))).toMatchObject({
      status: 200,
      body: say('reset_requested'),
    })
    await own.close()
    await bad.close()
    const one = expect.objectContaining({ host: new URL(bad.url).host, ...why })
    expect(logged).toEqual(Array(lines).fill(one))
    expect(JSON.stringify(logged)).not.toMatch(/token=|reset-password|example\.com/)
  })
})

it('a request outlives the process that took it', async () => {
  const rosa = await withEmail()
  const old = new Date(t.clock.now() - 15_000)
  await t.deps.database.orm.insert(recoveryRequests).values([
    { username: rosa.username, origin: 'http://localhost', address: '127.0.0.1', createdAt: old },
    { email: 'nadie@example.com', origin: 'http://localhost', address: '127.0.0.1', createdAt: old },
  ])
  const job = productJobs(t.deps.config).find(({ name }) => name === 'recovery_requests')
  expect(job && (await runJob(job, t.deps))).toEqual({ kind: 'ran' })
  const mail = await smtp.next(mailOf(rosa))
  expect((await validate(tokenIn(mail))).status).toBe(200)
  expect(await t.deps.database.orm.select().from(recoveryRequests)).toEqual([])
})

it('a request that cannot be stored is not said to be taken', async () => {
  const own = await createTestApp({ rateLimits: generous() })
  await ownerDoes(own.deps.database, 'drop table recovery_requests')
  expect((await ask({ username: 'rosa' }, anonymous(own.app))).status).toBe(500)
  await own.close()
})

it('PUBLIC_URL is the origin of every link, for any request', async () => {
  const own = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://acarreo.example/app' }),
    mailer: smtpMailer({ url: smtp.url, from: FROM }),
  })
  const rosa = await withEmail(own)
  await ask({ username: rosa.username }, anonymous(own.app))
  const mail = await smtp.next(mailOf(rosa))
  expect(linkIn(mail).origin).toBe('https://acarreo.example')
  await own.close()
})
