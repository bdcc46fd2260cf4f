import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/accounts'
import { session } from '#server/db/schema/sign-in'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { anonymous, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const registration = (extra: object = {}) => ({
  username: 'nuevo',
  password: PASSWORD,
  displayName: 'Nuevo Supervisor',
  email: 'nuevo@example.com',
  acceptedTerms: true,
  ...extra,
})

describe('registering', () => {
  it('makes a supervisor by default, signed in, with the trial running', async () => {
    const actor = anonymous(t.app)
    const answer = await actor.post('/api/register', registration())
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      username: 'nuevo',
      role: 'supervisor',
      displayName: 'Nuevo Supervisor',
      supervisorId: null,
      email: 'nuevo@example.com',
      emailConfirmed: false,
      phone: null,
      acceptedTerms: true,
      isActive: true,
      passwordGiven: false,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    })
    expect((await actor.get('/api/user')).body.username).toBe('nuevo')
    const { features } = (await actor.get('/api/user/features')).body
    expect(features).toMatchObject({ realTimeInfo: true, premiumActivated: true, operatorLimit: '20' })
    expect(Date.parse(features.premiumExpirationDate) - t.clock.now()).toBe(30 * 24 * 3600 * 1000)
  })

  it('stores argon2id, never the password', async () => {
    const actor = await register(t.app, 'operator', 'hashed')
    const [row] = await t.deps.database.orm.select().from(users).where(eq(users.id, actor.id))
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  })

  it('suggests free names when the name is taken, case-insensitively', async () => {
    await register(t.app, 'operator', 'repetido')
    await register(t.app, 'operator', 'repetido26')
    const answer = await anonymous(t.app).post('/api/register', registration({ username: 'Repetido' }))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'username_taken',
      error: 'El nombre de usuario ya existe',
      message: 'Por favor, intente con otro nombre de usuario',
    })
    expect(answer.body.suggestions.length).toBeGreaterThan(1)
    expect(answer.body.suggestions).not.toContain('Repetido26')
    for (const username of answer.body.suggestions) {
      expect((await anonymous(t.app).post('/api/register', registration({ username }))).status).toBe(201)
    }
  })

  it('of ten concurrent registrations with one name one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        anonymous(t.app).post('/api/register', registration({ username: 'carrera' })),
      ),
    )
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
  })

  it.each([
    ['email', { email: '' }, 'El correo electrónico es obligatorio para recuperar su contraseña'],
    ['email', { email: undefined }, 'El correo electrónico es obligatorio para recuperar su contraseña'],
    ['email', { email: 'nadie' }, 'Por favor ingrese un correo electrónico válido'],
    ['phone', { phone: '123' }, 'Por favor ingrese un número de teléfono válido'],
    ['acceptedTerms', { acceptedTerms: false }, 'You must accept the terms and conditions'],
    ['displayName', { displayName: ' ' }, 'El nombre completo es obligatorio'],
    ['username', { username: 'a\u0000b' }, undefined],
    ['displayName', { displayName: 'a\u0000b' }, undefined],
    ['role', { role: 'admin' }, undefined],
    ['username', { username: 7 }, undefined],
  ])('refuses a wrong %s: %j', async (path, extra, message) => {
    const answer = await anonymous(t.app).post('/api/register', registration(extra))
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toBe(path)
    if (message) expect(answer.body.message).toBe(message)
  })
})

describe('signing in', () => {
  it('gives a session under a new id', async () => {
    const first = await register(t.app, 'supervisor', 'sesiones')
    const planted = first.cookie
    await first.post('/api/login', { username: 'SESIONES', password: PASSWORD })
    expect(first.cookie).not.toBe(planted)
    const old = anonymous(t.app)
    old.cookie = planted
    expect((await old.get('/api/user')).status).toBe(401)
    expect((await first.get('/api/user')).status).toBe(200)
  })

  it('sets an HttpOnly, SameSite cookie', async () => {
    await register(t.app, 'operator', 'galleta')
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'galleta', password: PASSWORD },
    })
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  it('answers a wrong password and a missing account alike', async () => {
    await register(t.app, 'operator', 'existe')
    const wrong = await anonymous(t.app).post('/api/login', { username: 'existe', password: 'otra' })
    const missing = await anonymous(t.app).post('/api/login', { username: 'nadie', password: 'otra' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual(missing.body)
    expect(wrong.body.error).toBe('Credenciales inválidas')
  })

  it('says that an account is deactivated only with the right password', async () => {
    const actor = await register(t.app, 'supervisor', 'inactivo')
    await t.deps.database.orm.update(users).set({ isActive: false }).where(eq(users.id, actor.id))
    const right = await anonymous(t.app).post('/api/login', { username: 'inactivo', password: PASSWORD })
    expect(right.status).toBe(403)
    expect(right.body).toMatchObject({ error: 'usuario_desactivado', supportEmail: 'soporte@acarreo.mx' })
    expect(right.body.message).toContain('30 días')
    const wrong = await anonymous(t.app).post('/api/login', { username: 'inactivo', password: 'otra' })
    expect(wrong.status).toBe(401)
    // The open session is invalid from the next request on.
    expect((await actor.get('/api/user')).status).toBe(401)
  })

  it('limits failures only: ten a minute for an account', async () => {
    const limited = await createTestApp()
    await register(limited.app, 'operator', 'probado')
    for (let i = 0; i < 30; i++) await login(limited.app, 'probado')
    const tries = []
    for (let i = 0; i < 11; i++) {
      tries.push(await anonymous(limited.app).post('/api/login', { username: 'probado', password: 'no' }))
    }
    await limited.close()
    expect(tries.map((a) => a.status)).toEqual([...Array(10).fill(401), 429])
    expect(Number(tries[10]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('limits registrations to twenty a minute for an address', async () => {
    const limited = await createTestApp({ rateLimits: createRateLimits() })
    const statuses = []
    for (let i = 0; i < 21; i++) {
      statuses.push(
        (await anonymous(limited.app).post('/api/register', registration({ username: `m${i}xx` }))).status,
      )
    }
    await limited.close()
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })

  it('logging out ends the session on the server', async () => {
    const actor = await register(t.app, 'operator', 'saliente')
    const cookie = actor.cookie
    expect((await actor.post('/api/logout')).status).toBe(200)
    const again = anonymous(t.app)
    again.cookie = cookie
    expect((await again.get('/api/user')).status).toBe(401)
    const rows = await t.deps.database.orm.select().from(session)
    expect(rows.some((row) => (row.sess as { userId?: number }).userId === actor.id)).toBe(false)
  })
})

describe('operators of a supervisor', () => {
  it('belong to that supervisor and are invisible to others', async () => {
    const [one, two] = [await register(t.app, 'supervisor'), await register(t.app, 'supervisor')]
    const operator = await operatorOf(t.app, one)
    expect((await operator.get('/api/user')).body.supervisorId).toBe(one.id)
    expect((await one.get('/api/users/operators')).body).toHaveLength(1)
    expect((await two.get('/api/users/operators')).body).toEqual([])
    expect((await operator.get('/api/users/operators')).status).toBe(403)
  })

  it('the limit holds for fifty concurrent requests', async () => {
    const boss = await register(t.app, 'supervisor')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        boss.post('/api/users/operators', {
          username: `lleno${i}`,
          displayName: `Chofer ${i}`,
          password: 'una secreta',
        }),
      ),
    )
    expect(answers.filter((a) => a.status === 201)).toHaveLength(20)
    expect(answers.find((a) => a.status === 409)?.body).toMatchObject({
      code: 'operator_limit',
      error: 'Has alcanzado el límite de 20 operadores. No puedes crear más.',
    })
  })
})
