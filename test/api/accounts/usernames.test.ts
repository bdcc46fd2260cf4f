import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/db/schema/accounts'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { anonymous, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ rateLimits: createRateLimits({ registrationOfAddress: 10_000 }) })
})
afterAll(() => t.close())

const tryToRegister = (username: string) =>
  anonymous(t.app).post('/api/register', {
    username,
    password: PASSWORD,
    displayName: 'Una persona',
    email: 'persona@example.com',
    acceptedTerms: true,
  })

it.each(['...', '___', 'pаul', 'İİİ', 'juan林', 'abc٣'])('refuses %j for a new account', async (username) => {
  const answer = await tryToRegister(username)
  expect(answer.status).toBe(400)
  expect(answer.body.messageCode).toBe('username_unclear')
  const boss = await register(t.app, 'supervisor')
  const operator = { username, displayName: 'Chofer', password: PASSWORD }
  expect((await boss.post('/api/users/operators', operator)).status).toBe(400)
})

it('stores the plain spelling, and lets it in by any', async () => {
  const { body: rosa } = await tryToRegister('Ｒｏｓａ')
  expect(rosa.username).toBe('Rosa')
  for (const typed of ['rosa', 'ROSA', 'Ｒｏｓａ', ' rosa ']) {
    expect((await login(t.app, typed)).id).toBe(rosa.id)
  }
  for (const typed of ['rosa', 'ＲＯＳＡ']) expect((await tryToRegister(typed)).status).toBe(409)
  expect((await tryToRegister('Jose\u0301')).status).toBe(201)
  expect((await tryToRegister('JOSÉ')).status).toBe(409)
})

it('still lets in those whose name would be refused today, by their own spelling', async () => {
  const boss = await register(t.app, 'supervisor', 'patron')
  for (const username of ['İİİ', 'ｐａｔｒｏｎ', '...']) {
    const { passwordHash } = (await t.deps.database.orm.select().from(users)).find(
      ({ id }) => id === boss.id,
    ) as { passwordHash: string }
    const [row] = await t.deps.database.orm
      .insert(users)
      .values({ username, passwordHash, role: 'operator', displayName: 'De antes', supervisorId: boss.id })
      .returning()
    expect((await login(t.app, username)).id).toBe(row?.id)
  }
  expect((await login(t.app, 'PATRON')).id).toBe(boss.id)
})

it('counts wrong passwords of every spelling together', async () => {
  const boss = await register(t.app, 'supervisor')
  const { username } = await operatorOf(t.app, boss, 'lupita')
  const wide = (text: string) => text.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  const spellings = [username, wide(username), username.toUpperCase(), `${wide('lup')}ita`]
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const typed = spellings[i % spellings.length]
    statuses.push((await anonymous(t.app).post('/api/login', { username: typed, password: 'otra' })).status)
  }
  expect(statuses.at(-1)).toBe(429)
})
