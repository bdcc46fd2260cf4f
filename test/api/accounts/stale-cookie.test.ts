import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#server/db/schema/sign-in'
import { type Actor, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
let boss: Actor

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const sessionsOf = ({ id }: Actor) =>
  t.deps.database.orm.$count(session, sql`(${session.sess} ->> 'userId')::integer = ${id}`)

describe('a cookie whose session began with an older password', () => {
  const stale = async (): Promise<Actor> => {
    const driver = await operatorOf(t.app, boss)
    // As after a login that was concurrent with the change of the password.
    await t.deps.database.orm.execute(
      sql`update session set sess = jsonb_set(sess::jsonb, '{passwordStamp}', '"old"')::json
          where sess ->> 'userId' = ${String(driver.id)}`,
    )
    return driver
  }

  it('does not prevent a login', async () => {
    const driver = await stale()
    const answer = await driver.post('/api/login', { username: driver.username, password: PASSWORD })
    expect(answer.status).toBe(200)
    expect((await driver.get('/api/user')).status).toBe(200)
    expect(await sessionsOf(driver)).toBe(1)
  })

  it('does not prevent a logout, and gives no access', async () => {
    const driver = await stale()
    const { cookie } = driver
    expect((await driver.post('/api/logout')).status).toBe(200)
    expect((await Object.assign(driver, { cookie }).get('/api/user')).status).toBe(401)
  })

  it('leaves no row in the session table', async () => {
    const driver = await stale()
    const count = () => t.deps.database.orm.$count(session)
    const before = await count()
    expect((await driver.get('/api/user')).status).toBe(401)
    expect(await count()).toBe(before - 1)
    expect(driver.cookie).toBeNull()
  })
})
