import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#server/adapters/ids'
import { readConfig } from '#server/config'
import { users } from '#server/db/schema/accounts'
import { recoveryTokens, session } from '#server/db/schema/sign-in'
import { type Actor, type Answer, anonymous, operatorOf, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'

let t: TestApp
let dataDir: string
let boss: Actor

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-sessions-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  await register(t.app, 'supervisor')
  boss = await register(t.app, 'supervisor')
  await ownerDoes(
    t.deps.database,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
  )
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const key = { 'x-admin-key': ADMIN_KEY }
const rowOf = async ({ id }: Actor) =>
  (await t.deps.database.orm.select().from(users).where(eq(users.id, id)))[0]
const sessionsOf = async ({ id }: Actor) =>
  (
    await t.deps.database.orm
      .select()
      .from(session)
      .where(sql`(${session.sess} ->> 'userId')::integer = ${id}`)
  ).length
const token = async ({ id }: Actor, text: string) => {
  const expiresAt = new Date(t.clock.now() + 60_000)
  await t.deps.database.orm.insert(recoveryTokens).values({ tokenHash: sha256(text), userId: id, expiresAt })
}
const tokensOf = async ({ id }: Actor) =>
  (await t.deps.database.orm.select().from(recoveryTokens).where(eq(recoveryTokens.userId, id))).length

/** Each way in which sessions are ended. */
const WAYS: [string, (whom: Actor) => Promise<Answer>, 'driver' | 'supervisor'][] = [
  [
    'being deactivated',
    (whom) => anonymous(t.app).post(`/api/admin/users/${whom.id}/status`, { active: false }, key),
    'driver',
  ],
  ['being deleted by the supervisor', (whom) => boss.delete(`/api/users/operators/${whom.id}`), 'driver'],
  [
    'a password that the supervisor changes',
    (whom) => boss.put(`/api/users/operators/${whom.id}`, { password: 'otra clave nueva' }),
    'driver',
  ],
  [
    'a password that was forgotten',
    (whom) =>
      anonymous(t.app).post('/api/password/reset', {
        token: `de ${whom.id}`,
        newPassword: 'otra clave nueva',
      }),
    // With an address: nobody else has such a link.
    'supervisor',
  ],
  [
    'being deleted by the administrator',
    async (whom) => {
      const response = await t.app.inject({
        method: 'DELETE',
        url: `/api/admin/supervisors/${whom.id}`,
        headers: key,
      })
      return { status: response.statusCode, body: response.json(), headers: response.headers }
    },
    'supervisor',
  ],
]

describe.each(WAYS)('%s', (_, end, kind) => {
  it('ends the sessions in the transaction of the change', async () => {
    const whom = kind === 'driver' ? await operatorOf(t.app, boss) : await register(t.app, 'supervisor')
    await token(whom, `de ${whom.id}`)
    const before = await rowOf(whom)
    await ownerDoes(
      t.deps.database,
      'create trigger refused before delete on session for each row execute function refuse()',
    )
    try {
      expect((await end(whom)).status).toBe(500)
      expect(await rowOf(whom)).toEqual(before)
      expect((await whom.get('/api/user')).status).toBe(200)
    } finally {
      await ownerDoes(t.deps.database, 'drop trigger refused on session')
    }
    expect((await end(whom)).status).toBeLessThan(300)
    expect(await rowOf(whom)).not.toEqual(before)
    expect(await sessionsOf(whom)).toBe(0)
    expect((await whom.get('/api/user')).status).toBe(401)
  })
})

it('a password change by the supervisor revokes open recovery links', async () => {
  const [driver, colleague] = [await operatorOf(t.app, boss), await operatorOf(t.app, boss)]
  await token(driver, 'enlace del chofer')
  await token(colleague, 'enlace de otro')
  await boss.put(`/api/users/operators/${driver.id}`, { password: 'otra clave nueva' })
  expect([await tokensOf(driver), await tokensOf(colleague)]).toEqual([0, 1])
})
