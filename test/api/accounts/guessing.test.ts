import { expect, it, onTestFinished } from 'vitest'
import { argon2Passwords, type Passwords } from '#server/adapters/passwords'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { anonymous, login, register } from '../../support/actors.ts'
import { createTestApp } from '../../support/app.ts'

const cheap = argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

async function counting() {
  let judged = 0
  const passwords: Passwords = {
    ...cheap,
    verify(stored, password) {
      judged++
      return cheap.verify(stored, password)
    },
  }
  const t = await createTestApp({ passwords })
  onTestFinished(() => t.close())
  return { app: t.app, judged: () => judged }
}

it('judges at most ten of 300 guesses that come at once', async () => {
  const { app, judged } = await counting()
  const { username } = await register(app, 'operator')
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) =>
      anonymous(app).post('/api/login', { username, password: `clave${i}` }),
    ),
  )
  expect(judged()).toBeLessThanOrEqual(10)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(290)
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
})

it('gives the try back when the password was right', async () => {
  const { app, judged } = await counting()
  const { username } = await register(app, 'operator')
  for (let i = 0; i < 30; i++) await login(app, username)
  expect(judged()).toBe(30)
})

it('answers 503 when too many passwords are hashed, and does not count that try', async () => {
  const slow = argon2Passwords({ memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  const t = await createTestApp({
    passwords: slow,
    rateLimits: createRateLimits({ failedLoginOfAddress: 10_000 }),
  })
  onTestFinished(() => t.close())
  const guess = (username: string) =>
    anonymous(t.app).post('/api/login', { username, password: 'no es esta' })
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => guess(`nadie${i}`)))
  const busy = answers.findIndex(({ status }) => status === 503)
  expect(busy).toBeGreaterThan(0)
  expect(answers[busy]?.body).toMatchObject({ code: 'unavailable', messageCode: 'busy' })
  expect(Number(answers[busy]?.headers['retry-after'])).toBeGreaterThan(0)
  const again = await Promise.all(Array.from({ length: 11 }, () => guess(`nadie${busy}`)))
  expect(again.filter(({ status }) => status === 401)).toHaveLength(10)
})
