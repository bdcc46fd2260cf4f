import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { featureFlags, invitations, users } from '#server/db/schema/accounts'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
let boss: Actor

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const DAY_MS = 86_400_000

async function invite(who: Actor = boss): Promise<string> {
  const answer = await who.post('/api/users/invitations')
  expect(answer.status).toBe(201)
  return new URL(answer.body.url).searchParams.get('invitation') ?? ''
}

let drivers = 0
const registration = (invitation: unknown, extra: object = {}) => ({
  username: `invitado${++drivers}`,
  password: PASSWORD,
  displayName: 'Chofer Invitado',
  email: 'chofer@example.com',
  acceptedTerms: true,
  invitation,
  ...extra,
})

const accept = (invitation: unknown, extra: object = {}) =>
  anonymous(t.app).post('/api/register', registration(invitation, extra))

const limitTo = (who: Actor, operatorLimit: number) =>
  t.deps.database.orm.update(featureFlags).set({ operatorLimit }).where(eq(featureFlags.userId, who.id))

describe('an invitation', () => {
  it('is a link to this product, valid for seven days; its token is stored hashed', async () => {
    const answer = await boss.post('/api/users/invitations')
    expect(answer.status).toBe(201)
    expect(answer.body.url).toMatch(/^http:\/\/[^/]+\/auth\?invitation=[\w-]{43}$/)
    expect(answer.body.expiresAt).toBe(new Date(t.clock.now() + 7 * DAY_MS).toISOString())
    const token = answer.body.url.split('=')[1]
    const stored = JSON.stringify(await t.deps.database.orm.select().from(invitations))
    expect(stored).not.toContain(token)
  })

  it('uses the public origin when there is one', async () => {
    const own = await createTestApp({
      config: readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://acarreo.example/app' }),
    })
    const answer = await (await register(own.app, 'supervisor')).post('/api/users/invitations')
    await own.close()
    expect(answer.body.url).toMatch(/^https:\/\/acarreo\.example\/auth\?invitation=/)
  })

  it("reveals the supervisor's name only", async () => {
    const answer = await anonymous(t.app).get(`/api/public/invitations/${await invite()}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ supervisorName: `Nombre de ${boss.username}` })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('makes any number of drivers operators of that supervisor, whatever role they request', async () => {
    const token = await invite()
    for (const role of ['operator', 'supervisor', undefined]) {
      const driver = anonymous(t.app)
      const answer = await driver.post('/api/register', registration(token, { role, phone: '3312345678' }))
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        role: 'operator',
        supervisorId: boss.id,
        email: 'chofer@example.com',
        phone: '3312345678',
        acceptedTerms: true,
        isActive: true,
      })
      expect((await driver.get('/api/user')).body.id).toBe(answer.body.id)
      expect((await boss.get('/api/users/operators')).body).toContainEqual(
        expect.objectContaining({ id: answer.body.id, displayName: 'Chofer Invitado' }),
      )
      // Without a trial.
      expect(await t.deps.database.orm.$count(featureFlags, eq(featureFlags.userId, answer.body.id))).toBe(0)
    }
  })

  it('still requires a free name and the terms', async () => {
    const token = await invite()
    const taken = await accept(token, { username: boss.username })
    expect(taken.status).toBe(409)
    expect(taken.body.code).toBe('username_taken')
    expect((await accept(token, { acceptedTerms: false })).status).toBe(400)
  })

  it('ends after seven days', async () => {
    const token = await invite()
    t.clock.advance(7 * DAY_MS - 1)
    expect((await accept(token)).status).toBe(201)
    t.clock.advance(1)
    const late = await accept(token)
    expect(late.status).toBe(404)
    expect(late.body.error).toBe(
      'La invitación no es válida o ya venció. Pida a su supervisor un enlace nuevo.',
    )
    expect((await anonymous(t.app).get(`/api/public/invitations/${token}`)).status).toBe(404)
  })

  it('of a deactivated supervisor is invalid', async () => {
    const gone = await register(t.app, 'supervisor')
    const token = await invite(gone)
    await t.deps.database.orm.update(users).set({ isActive: false }).where(eq(users.id, gone.id))
    expect((await accept(token)).status).toBe(404)
    expect((await anonymous(t.app).get(`/api/public/invitations/${token}`)).status).toBe(404)
  })

  it.each(['', 'x', 'A'.repeat(43), "' or true --", '🚚'])(
    'that nobody made (%j) makes nobody: not even a supervisor',
    async (token) => {
      const before = await t.deps.database.orm.$count(users)
      expect((await accept(token)).status).toBe(404)
      expect(await t.deps.database.orm.$count(users)).toBe(before)
    },
  )

  it.each([7, {}, [], true, null, 'x'.repeat(101), '\u0000'])(
    'of a wrong type (%j) is refused',
    async (token) => {
      expect((await accept(token)).status).toBe(400)
    },
  )

  it('has the rate limit of public pages', async () => {
    const limited = await createTestApp({ rateLimits: createRateLimits({ publicPageOfAddress: 2 }) })
    const statuses = []
    for (let i = 0; i < 3; i++) {
      statuses.push((await anonymous(limited.app).get('/api/public/invitations/x')).status)
    }
    await limited.close()
    expect(statuses).toEqual([404, 404, 429])
  })
})

describe('revoking', () => {
  it('revokes all invitations of that supervisor only', async () => {
    const other = await register(t.app, 'supervisor')
    const [mine, alsoMine, theirs] = [await invite(), await invite(), await invite(other)]
    expect((await boss.delete('/api/users/invitations')).status).toBe(204)
    expect((await accept(mine)).status).toBe(404)
    expect((await accept(alsoMine)).status).toBe(404)
    expect((await accept(theirs)).body.supervisorId).toBe(other.id)
  })

  it('waits for a registration in progress, and allows none after it', async () => {
    const token = await invite()
    const { orm } = t.deps.database
    let revoked = false
    let revoking: Promise<unknown> = Promise.resolve()
    await orm.transaction(async (tx) => {
      await tx.select().from(invitations).where(eq(invitations.supervisorId, boss.id)).for('key share')
      revoking = boss.delete('/api/users/invitations').then(() => {
        revoked = true
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(revoked).toBe(false)
    })
    await revoking
    expect((await accept(token)).status).toBe(404)
  })
})

describe('the limit', () => {
  it('is explained to the driver as the supervisor’s limit', async () => {
    const full = await register(t.app, 'supervisor')
    await limitTo(full, 1)
    const token = await invite(full)
    expect((await accept(token)).status).toBe(201)
    const refused = await accept(token)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'operator_limit',
      error: 'Su supervisor ya tiene el máximo de 1 operadores.',
    })
  })

  it('holds for fifty concurrent registrations', async () => {
    const full = await register(t.app, 'supervisor')
    await limitTo(full, 5)
    const token = await invite(full)
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept(token)))
    expect(answers.filter((a) => a.status === 201)).toHaveLength(5)
    expect(answers.filter((a) => a.status === 409)).toHaveLength(45)
    expect((await full.get('/api/users/operators')).body).toHaveLength(5)
  })

  it('holds for concurrent registrations and creations, and a freed place can be taken', async () => {
    const full = await register(t.app, 'supervisor')
    await limitTo(full, 7)
    const [token, second] = [await invite(full), await invite(full)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0
          ? accept(i % 4 === 0 ? token : second)
          : full.post('/api/users/operators', {
              username: `mixto${i}`,
              displayName: `Chofer ${i}`,
              password: PASSWORD,
            }),
      ),
    )
    expect(answers.filter((a) => a.status === 201)).toHaveLength(7)
    expect(answers.every((a) => a.status === 201 || a.body.code === 'operator_limit')).toBe(true)
    const [first] = (await full.get('/api/users/operators')).body
    expect((await full.delete(`/api/users/operators/${first.id}`)).status).toBe(204)
    expect((await accept(token)).status).toBe(201)
    expect((await accept(token)).status).toBe(409)
  })
})

describe('who may invite', () => {
  it('supervisors only', async () => {
    const operator = await operatorOf(t.app, await register(t.app, 'supervisor'))
    for (const [who, status] of [
      [operator, 403],
      [anonymous(t.app), 401],
    ] as const) {
      expect((await who.post('/api/users/invitations')).status).toBe(status)
      expect((await who.delete('/api/users/invitations')).status).toBe(status)
    }
  })
})
