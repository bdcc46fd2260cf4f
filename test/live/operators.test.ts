import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '#server/db/schema/sign-in'
import { type Actor, login, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'
import { goLive, listen, openSocket, ticket } from '../support/socket.ts'

let t: TestApp
let port: number
let boss: Actor

beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const within = async (milliseconds: number, promise: Promise<number>): Promise<number | 'late'> =>
  Promise.race([promise, new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), milliseconds))])

it.each([
  [
    'a new password',
    (operator: Actor) => boss.put(`/api/users/operators/${operator.id}`, { password: 'nueva1' }),
    'Su contraseña fue cambiada. Inicie sesión con la nueva.',
  ],
  [
    'deletion',
    (operator: Actor) => boss.delete(`/api/users/operators/${operator.id}`),
    'Su cuenta fue eliminada por su supervisor.',
  ],
])('%s closes every phone of that operator within a second, and no other', async (_what, end, message) => {
  const operator = await operatorOf(t.app, boss)
  const phones = [await goLive(port, operator), await goLive(port, await login(t.app, operator.username))]
  const others = [await goLive(port, boss), await goLive(port, await operatorOf(t.app, boss))]
  await end(operator)
  for (const phone of phones) {
    expect((await phone.heard('session_ended')).payload.message).toBe(message)
    expect(await within(1_000, phone.closed)).toBe(1000)
  }
  for (const other of others) {
    expect(other.messages.map((m) => m.type)).toEqual(['hello'])
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    other.close()
  }
})

it('a changed name closes no socket', async () => {
  const operator = await operatorOf(t.app, boss)
  const phone = await goLive(port, operator)
  await boss.put(`/api/users/operators/${operator.id}`, { displayName: 'Otro Nombre' })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(phone.messages.map((m) => m.type)).toEqual(['hello'])
  expect(phone.socket.readyState).toBe(phone.socket.OPEN)
  phone.close()
})

it('a socket that opens while its session ends is closed', async () => {
  const operator = await operatorOf(t.app, boss)
  const token = await ticket(operator)
  const { database } = t.deps
  // The session ends after the guard has let the request in and before the socket listens: when its token is taken.
  await ownerDoes(
    database,
    `create function end_session() returns trigger language plpgsql as $$
    begin delete from session where sess ->> 'userId' = old.user_id::text; return old; end $$`,
  )
  await ownerDoes(
    database,
    'create trigger end_session after delete on live_tokens for each row execute function end_session()',
  )
  const client = openSocket(port, { token, cookie: operator.cookie })
  expect(await client.closed).toBe(4401)
  expect(client.messages).toEqual([])
  await ownerDoes(database, 'drop trigger end_session on live_tokens')
  expect(await database.orm.$count(session, eq(session.sid, operator.cookie?.split('.')[0] ?? ''))).toBe(0)
})
