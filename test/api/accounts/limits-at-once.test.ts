import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, type Answer, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { contractOf } from '../../support/visit.ts'

const AT_ONCE = 50

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

/** The n-th of different days, as the database and the API write it. */
const day = (n: number): string => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)

/** All but a few of the contracts that a supervisor may have: 500 requests would take long. */
const plantContracts = (boss: Actor) =>
  t.deps.database.pool.query(
    `insert into contracts (supervisor_id, name, basis, block_minutes, rates, pauses, valid_from, valid_until, created_at)
     select $1, 'Acuerdo', 'visit', 15, '[]', '[]', date '2020-01-01' + n, date '2020-01-01' + n, now()
     from generate_series(1, 480) n`,
    [boss.id],
  )

interface Limit {
  most: number
  prepare?(boss: Actor): Promise<unknown>
  ask(boss: Actor, n: number): Promise<Answer>
  count: string
}

it.each<[string, Limit]>([
  [
    'alert rules',
    {
      most: 20,
      ask: (boss) =>
        boss.post('/api/alert-rules', {
          ...{ kind: 'stop_long', parameters: { minutes: 30 } },
          ...{ enabled: true, push: false, mail: false },
        }),
      count: 'select count(*) from alert_rules where supervisor_id = $1 and removed_at is null',
    },
  ],
  [
    'browsers that get push messages',
    {
      most: 20,
      ask: (boss, n) =>
        boss.post('/api/push-subscriptions', {
          endpoint: `https://fcm.googleapis.com/fcm/send/${n}`,
          keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        }),
      count: 'select count(*) from push_subscriptions where user_id = $1',
    },
  ],
  [
    'contracts',
    {
      most: 500,
      prepare: plantContracts,
      ask: (boss, n) =>
        boss.post('/api/detention/contracts', contractOf({ validFrom: day(n), validUntil: day(n) })),
      count: 'select count(*) from contracts where supervisor_id = $1',
    },
  ],
])('fifty at once do not exceed the limit of %s', async (_, { most, prepare, ask, count }) => {
  const boss = await register(t.app, 'supervisor')
  // Makes the standard rules, which count.
  await boss.get('/api/alert-rules')
  await prepare?.(boss)
  const counted = async (): Promise<number> =>
    (await t.deps.database.pool.query<{ count: number }>(count, [boss.id])).rows[0]?.count ?? 0
  const before = await counted()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(boss, n)))
  const made = answers.filter(({ status }) => status < 300).length
  expect([made, before + made, await counted()]).toEqual([most - before, most, most])
  expect(new Set(answers.map(({ status }) => status).filter((status) => status >= 300))).toEqual(
    new Set([409]),
  )
})
