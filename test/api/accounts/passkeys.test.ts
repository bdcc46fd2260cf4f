import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import { readConfig } from '#server/config'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { type Actor, anonymous, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { doorLines, lines } from '../../support/audit.ts'
import { type Authenticator, authenticator, ORIGIN, type Tampering } from '../../support/authenticator.ts'
import { catchMail, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'

const MINUTE = 60_000
const NEW_PASSWORD = 'otra clave mejor'

let smtp: SmtpCatcher
let t: TestApp
let boss: Actor

beforeAll(async () => {
  smtp = await catchMail()
  t = await createTestApp({
    mailer: smtpMailer({ url: smtp.url, from: 'Acarreo <avisos@acarreo.example>' }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, recoveryOfAddress: 10_000 }),
  })
  boss = await register(t.app, 'supervisor')
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const page = { origin: ORIGIN, host: new URL(ORIGIN).host }
const ask = (who: Actor, path: string) => who.post(path, undefined, page)
const options = async (who: Actor, path: string) => {
  const answer = await ask(who, path)
  expect(answer.status).toBe(200)
  return answer.body
}
const send = (who: Actor, made: object) => who.post('/api/account/passkeys', made, page)

/** Adds a passkey of this phone to the account. */
async function add(who: Actor, phone: Authenticator = authenticator()): Promise<Authenticator> {
  const answer = await send(who, phone.create(await options(who, '/api/account/passkeys/options')))
  expect(answer.status).toBe(201)
  return phone
}

/** Whoever holds the phone signs in. */
async function enter(phone: Authenticator, tampering?: Tampering) {
  const who = anonymous(t.app)
  const assertion = phone.get(await options(who, '/api/login/passkey/options'), tampering)
  return { who, assertion, answer: await who.post('/api/login/passkey', assertion, page) }
}

const listOf = async (who: Actor) => (await who.get('/api/account/passkeys')).body.passkeys
const driver = () => register(t.app, 'operator')

describe('a passkey', () => {
  it('signs a driver in without a name or a password, as a login that says how', async () => {
    const who = await driver()
    const phone = await add(who)
    const { who: there, answer } = await enter(phone)
    expect(answer).toMatchObject({ status: 200, body: { id: who.id, username: who.username } })
    expect((await there.get('/api/user')).body.id).toBe(who.id)
    expect((await doorLines(t)).at(-1)).toMatchObject({
      action: 'login',
      actorId: who.id,
      after: { passkey: true },
    })
    // A login is a proof, too.
    expect((await ask(there, '/api/account/passkeys/options')).status).toBe(200)
    expect(await listOf(who)).toEqual([
      {
        id: expect.any(Number),
        name: 'Acarreo',
        backedUp: false,
        createdAt: new Date(t.clock.now()).toISOString(),
        lastUsedAt: new Date(t.clock.now()).toISOString(),
      },
    ])
  })

  it('asks for a person, for any account, and tells nothing about one', async () => {
    const asked = await options(anonymous(t.app), '/api/login/passkey/options')
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const made = await options(await driver(), '/api/account/passkeys/options')
    expect(made).toMatchObject({
      rp: { id: 'localhost', name: 'Acarreo' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('replaces the session of the browser, so that none can be planted', async () => {
    const phone = await add(await driver())
    const planted = await login(t.app, boss.username)
    const before = planted.cookie
    const assertion = phone.get(await options(planted, '/api/login/passkey/options'))
    expect((await planted.post('/api/login/passkey', assertion, page)).status).toBe(200)
    expect(planted.cookie).not.toBe(before)
    const old = { ...planted, cookie: before }
    const headers = { cookie: `${SESSION_COOKIE}=${old.cookie}` }
    expect((await t.app.inject({ url: '/api/user', headers })).statusCode).toBe(401)
  })

  it('that does not count its signatures is good again and again', async () => {
    const phone = await add(await driver(), authenticator({ counts: false }))
    for (let i = 0; i < 2; i++) expect((await enter(phone)).answer.status).toBe(200)
  })
})

describe('a login is refused', () => {
  const wrongChallenge = async () => (await options(boss, '/api/account/proof/passkey/options')).challenge
  const others = async () => (await options(await driver(), '/api/account/passkeys/options')).user.id

  it.each<[string, () => Tampering | Promise<Tampering>]>([
    ['for another site', () => ({ origin: 'https://acarreo.example.org' })],
    ['without a person', () => ({ unverified: true })],
    ['with an invented challenge', () => ({ challenge: 'AAAA' })],
    ['with a challenge for something else', async () => ({ challenge: await wrongChallenge() })],
    ['under the handle of another account', async () => ({ userHandle: await others() })],
    ['without a handle', () => ({ userHandle: undefined })],
  ])('%s', async (_, tampering) => {
    const who = await driver()
    const { answer } = await enter(await add(who), await tampering())
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', messageCode: 'passkey_not_accepted' },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await doorLines(t)).at(-1)).toMatchObject({
      action: 'login_failed',
      actorKind: 'visitor',
      targetId: who.id,
      after: { passkey: true },
    })
    await t.deps.trail.flush()
  })

  it('with another passkey’s signature', async () => {
    const [first, second] = [await add(await driver()), await add(await driver())]
    const asked = await options(anonymous(t.app), '/api/login/passkey/options')
    const { id, rawId } = first.get(asked)
    const stolen = { ...second.get(asked), id, rawId }
    expect((await anonymous(t.app).post('/api/login/passkey', stolen, page)).status).toBe(401)
  })

  it('with an altered signature, or an unknown passkey', async () => {
    const phone = await add(await driver())
    const who = anonymous(t.app)
    const right = phone.get(await options(who, '/api/login/passkey/options'))
    const data = Buffer.from((right.response as { authenticatorData: string }).authenticatorData, 'base64url')
    data[36] = 99
    const response = { ...right.response, authenticatorData: data.toString('base64url') }
    expect((await who.post('/api/login/passkey', { ...right, response }, page)).status).toBe(401)
    expect((await enter(authenticator())).answer.status).toBe(401)
    // What failed has not used the challenge up.
    expect((await who.post('/api/login/passkey', right, page)).status).toBe(200)
  })

  it('a second time, also at once, and after five minutes', async () => {
    const phone = await add(await driver(), authenticator({ counts: false }))
    const asked = await options(boss, '/api/login/passkey/options')
    const right = phone.get(asked)
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => anonymous(t.app).post('/api/login/passkey', right, page)),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const late = phone.get(await options(boss, '/api/login/passkey/options'))
    t.clock.advance(5 * MINUTE)
    expect((await anonymous(t.app).post('/api/login/passkey', late, page)).status).toBe(401)
  })

  it('when the counter goes backwards: somebody has a copy', async () => {
    const who = await driver()
    const phone = await add(who)
    expect((await enter(phone)).answer.status).toBe(200)
    phone.rewind()
    expect((await enter(phone)).answer.status).toBe(401)
    expect((await doorLines(t)).at(-1)).toMatchObject({
      action: 'login_failed',
      targetId: who.id,
      after: { passkey: true, copied: true },
    })
  })

  it('to a deactivated account, with the same words as after its password', async () => {
    const who = await driver()
    const phone = await add(who)
    await (await administrator(t.app)).post(`/api/admin/users/${who.id}/status`, { active: false })
    expect((await enter(phone)).answer).toMatchObject({
      status: 403,
      body: { code: 'usuario_desactivado', messageCode: 'account_deactivated' },
    })
    expect((await doorLines(t)).at(-1)).toMatchObject({ after: { passkey: true, deactivated: true } })
  })

  it('a hundred times a minute at most, and that keeps no password out', async () => {
    const narrow = await createTestApp({
      database: t.deps.database,
      rateLimits: createRateLimits({ failedPasskeyOfAddress: 3 }),
    })
    try {
      const stranger = anonymous(narrow.app)
      const tries = []
      for (let i = 0; i < 5; i++) {
        const asked = await ask(stranger, '/api/login/passkey/options')
        tries.push(await stranger.post('/api/login/passkey', authenticator().get(asked.body), page))
      }
      expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429])
      expect((await login(narrow.app, boss.username)).id).toBe(boss.id)
    } finally {
      await narrow.close()
    }
  })
})

describe('the own passkeys', () => {
  it('are added and removed with a recent proof, listed, renamed, and told by mail', async () => {
    const rosa = await register(t.app, 'supervisor')
    const address = `${rosa.username}@example.com`
    await anonymous(t.app).post('/api/email/confirm', { token: tokenIn(await smtp.next(address)) })
    const android = {
      ...page,
      'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    }
    const made = authenticator().create(await options(rosa, '/api/account/passkeys/options'))
    const added = await rosa.post('/api/account/passkeys', made, android)
    expect(added.body).toMatchObject({ name: 'Chrome, Android', lastUsedAt: null })
    const mail = await smtp.next(address)
    expect(mail.subject).toBe('Se agregó una llave de acceso en Acarreo')
    expect(mail.text).toContain('Chrome en Android')
    const path = `/api/account/passkeys/${added.body.id}`
    expect((await rosa.put(path, { name: ' ' })).status).toBe(400)
    expect((await rosa.put(path, { name: ' Mi teléfono ' })).body.name).toBe('Mi teléfono')
    expect((await rosa.delete(path)).status).toBe(204)
    expect((await smtp.next(address)).text).toContain('Mi teléfono')
    expect(await listOf(rosa)).toEqual([])
    for (const answer of [await rosa.delete(path), await rosa.put(path, { name: 'Otra' })])
      expect(answer.body.messageCode).toBe('passkey_not_found')
    const told = (await lines(t)).filter(({ targetId }) => targetId === rosa.id).slice(-3)
    expect(told.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['passkey_added', null, { passkeyName: 'Chrome, Android' }],
      ['passkey_renamed', { passkeyName: 'Chrome, Android' }, { passkeyName: 'Mi teléfono' }],
      ['passkey_removed', { passkeyName: 'Mi teléfono' }, null],
    ])
  })

  it('need a proof of the last ten minutes, which another passkey gives as well', async () => {
    const who = await driver()
    const phone = await add(who)
    const [{ id }] = await listOf(who)
    t.clock.advance(10 * MINUTE)
    expect((await ask(who, '/api/account/passkeys/options')).body.code).toBe('proof_required')
    const headers = { cookie: `${SESSION_COOKIE}=${who.cookie}` }
    const url = `/api/account/passkeys/${id}`
    const remove = async () => (await t.app.inject({ method: 'DELETE', url, headers })).statusCode
    expect(await remove()).toBe(403)
    const asked = await options(who, '/api/account/proof/passkey/options')
    expect(asked.allowCredentials).toEqual([
      { id: phone.credentialId, type: 'public-key', transports: ['internal'] },
    ])
    const stranger = await add(await driver())
    const foreign = await who.post('/api/account/proof/passkey', stranger.get(asked), page)
    expect(foreign).toMatchObject({ status: 400, body: { messageCode: 'passkey_not_accepted' } })
    expect(await remove()).toBe(403)
    const proof = phone.get(asked, { userHandle: '' })
    expect((await who.post('/api/account/proof/passkey', proof, page)).body.messageCode).toBe('proof_given')
    expect(await remove()).toBe(204)
  })

  it('of another account are neither listed, renamed nor removed', async () => {
    const [who, other] = [await driver(), await driver()]
    await add(who)
    const [{ id }] = await listOf(who)
    expect(await listOf(other)).toEqual([])
    expect((await other.put(`/api/account/passkeys/${id}`, { name: 'Mía' })).status).toBe(404)
    expect((await other.delete(`/api/account/passkeys/${id}`)).status).toBe(404)
    expect(await listOf(who)).toHaveLength(1)
  })

  it.each<[string, () => Promise<Tampering>]>([
    ['made for another site', async () => ({ origin: 'https://acarreo.example.org' })],
    ['made without a person', async () => ({ unverified: true })],
    [
      'made for another account',
      async () => ({ challenge: (await options(await driver(), '/api/account/passkeys/options')).challenge }),
    ],
  ])('are not added when %s', async (_, tampering) => {
    const who = await driver()
    const asked = await options(who, '/api/account/passkeys/options')
    const answer = await send(who, authenticator().create(asked, await tampering()))
    expect(answer).toMatchObject({ status: 400, body: { messageCode: 'passkey_invalid' } })
    expect(await listOf(who)).toEqual([])
  })

  it('are added once, and belong to one account', async () => {
    const [who, other] = [await driver(), await driver()]
    const phone = authenticator()
    const made = phone.create(await options(who, '/api/account/passkeys/options'))
    const answers = await Promise.all([send(who, made), send(who, made)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    const again = phone.create(await options(other, '/api/account/passkeys/options'))
    expect(await send(other, again)).toMatchObject({ status: 409, body: { messageCode: 'passkey_known' } })
    expect((await options(who, '/api/account/passkeys/options')).excludeCredentials).toHaveLength(1)
  })

  it('are ten at most, however many come at once', async () => {
    const who = await driver()
    for (let i = 0; i < 8; i++) await add(who)
    const made = []
    for (let i = 0; i < 4; i++)
      made.push(authenticator().create(await options(who, '/api/account/passkeys/options')))
    const answers = await Promise.all(made.map((one) => send(who, one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect((await ask(who, '/api/account/passkeys/options')).body).toMatchObject({
      code: 'passkey_refused',
      messageCode: 'passkey_limit',
      params: { limit: 10 },
    })
  })
})

describe('when an account is taken back', () => {
  it('by its supervisor, its passkeys end, and one that is being made comes too late', async () => {
    const who = await operatorOf(t.app, boss)
    const phone = await add(who)
    const made = authenticator().create(await options(who, '/api/account/passkeys/options'))
    expect((await boss.put(`/api/users/operators/${who.id}`, { password: NEW_PASSWORD })).status).toBe(200)
    expect((await send(who, made)).status).toBe(401)
    expect((await enter(phone)).answer.status).toBe(401)
    const back = await login(t.app, who.username, NEW_PASSWORD)
    expect((await back.put('/api/account/password', { newPassword: PASSWORD })).status).toBe(200)
    expect(await listOf(back)).toEqual([])
  })

  it('while a passkey is being stored, that one is not', async () => {
    const who = await operatorOf(t.app, boss)
    const made = authenticator().create(await options(who, '/api/account/passkeys/options'))
    const { pool } = t.deps.database
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select from users where id = $1 for update', [who.id])
      const answer = send(who, made)
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
      await other.query(`delete from session where sess ->> 'userId' = $1`, [String(who.id)])
      await other.query('commit')
      expect((await answer).status).toBe(401)
    } finally {
      other.release()
    }
    expect(await listOf(await login(t.app, who.username))).toEqual([])
  })

  it('by a mail, its passkeys end; with an own new password they stay', async () => {
    const rosa = await register(t.app, 'supervisor')
    const address = `${rosa.username}@example.com`
    await anonymous(t.app).post('/api/email/confirm', { token: tokenIn(await smtp.next(address)) })
    const phone = await add(rosa)
    await smtp.next(address)
    await rosa.put('/api/account/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    await smtp.next(address)
    expect((await enter(phone)).answer.status).toBe(200)
    await smtp.next(address)
    await anonymous(t.app).post('/api/password/reset-request', { username: rosa.username })
    const token = tokenIn(await smtp.next(address))
    await anonymous(t.app).post('/api/password/reset', { token, newPassword: 'tercera clave buena' })
    expect((await enter(phone)).answer.status).toBe(401)
  })
})

describe('an address', () => {
  const publicly = (PUBLIC_URL: string) =>
    createTestApp({
      database: t.deps.database,
      config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: t.deps.config.dataDir, PUBLIC_URL }),
    })
  const optionsAt = (app: TestApp, origin: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/login/passkey/options',
      headers: { origin, host: new URL(origin).host },
    })

  it('has passkeys under the https name of PUBLIC_URL, and on localhost', async () => {
    const named = await publicly('https://acarreo.example')
    try {
      expect((await optionsAt(named, 'https://acarreo.example')).json().rpId).toBe('acarreo.example')
      expect((await optionsAt(named, 'http://localhost:3000')).json().rpId).toBe('localhost')
    } finally {
      await named.close()
    }
  })

  it.each([
    ['http://acarreo.example', 'http://acarreo.example'],
    ['https://192.0.2.7', 'https://192.0.2.7'],
    ['', 'https://acarreo.example'],
    ['', 'http://127.0.0.1:3000'],
  ])('without a name of ours under https has none: PUBLIC_URL=%s, page %s', async (publicUrl, origin) => {
    const named = await publicly(publicUrl)
    try {
      const answer = await optionsAt(named, origin)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'passkeys_unavailable'])
    } finally {
      await named.close()
    }
  })
})

it('used challenges go once they are over', async () => {
  await enter(await add(await driver()))
  const left = async () =>
    (await t.deps.database.pool.query('select count(*)::int as n from used_challenges')).rows[0].n
  expect(await left()).toBeGreaterThan(0)
  t.clock.advance(5 * MINUTE)
  const job = productJobs(t.deps.config).find(({ name }) => name === 'session_cleanup')
  if (job) await runJob(job, t.deps)
  expect(await left()).toBe(0)
})
