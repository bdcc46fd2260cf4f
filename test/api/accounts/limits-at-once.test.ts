import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS, type LimitName } from '#domain/account/limits'
import { type Actor, type Answer, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { authenticator, ORIGIN } from '../../support/authenticator.ts'
import { nextContainerNumber } from '../../support/history.ts'
import { contractOf, parkOf, visit } from '../../support/visit.ts'

const AT_ONCE = 50

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const page = { origin: ORIGIN, host: new URL(ORIGIN).host }

/** The n-th of different days, as the database and the API write it. */
const day = (n: number): string => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)

const sql = (text: string, ...values: unknown[]) => t.deps.database.pool.query(text, values)

/** Places that are as many as may be, but a few: 1,000 requests would take long. */
const plantPlaces = (boss: Actor, most: number, retiredAt: string | null) =>
  sql(
    `insert into places (supervisor_id, name, kind, shape, time_zone, created_at, retired_at)
     select $1, 'Lugar ' || n, 'park', '{"type":"circle","center":{"lat":20,"lng":-103},"radius":100}',
       'America/Mexico_City', now(), $3
     from generate_series(1, $2::integer) n`,
    boss.id,
    most,
    retiredAt,
  )

interface Limit {
  /** What is to be there before; returns what the requests are about. */
  prepare?(boss: Actor): Promise<unknown>
  ask(boss: Actor, n: number, about: string): Promise<Answer>
  /** Of `$1`: the supervisor. */
  count: string
  /** The oldest goes, and nobody is refused. */
  forgets?: true
}

/** The request that makes one more, for every limit there is. */
const ROWS = {
  operators: {
    ask: (boss, n) =>
      boss.post('/api/users/operators', {
        ...{ username: `de${boss.id}n${n}`, displayName: `Operador ${n}`, password: PASSWORD },
      }),
    count: 'select count(*) from users where supervisor_id = $1',
  },
  alertRules: {
    // Makes the standard rules, which count.
    prepare: (boss) => boss.get('/api/alert-rules'),
    ask: (boss) =>
      boss.post('/api/alert-rules', {
        ...{ kind: 'stop_long', parameters: { minutes: 30 } },
        ...{ enabled: true, push: false, mail: false },
      }),
    count: 'select count(*) from alert_rules where supervisor_id = $1 and removed_at is null',
  },
  pushBrowsers: {
    ask: (boss, n) =>
      boss.post('/api/push-subscriptions', {
        endpoint: `https://fcm.googleapis.com/fcm/send/${n}`,
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      }),
    count: 'select count(*) from push_subscriptions where user_id = $1',
  },
  contracts: {
    prepare: (boss) =>
      sql(
        `insert into contracts (supervisor_id, name, basis, block_minutes, rates, pauses, valid_from, valid_until, created_at)
         select $1, 'Acuerdo', 'visit', 15, '[]', '[]', date '2020-01-01' + n, date '2020-01-01' + n, now()
         from generate_series(1, $2::integer) n`,
        boss.id,
        LIMITS.contracts - 20,
      ),
    ask: (boss, n) =>
      boss.post('/api/detention/contracts', contractOf({ validFrom: day(n), validUntil: day(n) })),
    count: 'select count(*) from contracts where supervisor_id = $1',
  },
  placesInUse: {
    prepare: (boss) => plantPlaces(boss, LIMITS.placesInUse - 20, null),
    ask: (boss, n) => boss.post('/api/supervisor/places', parkOf(`Parque ${n}`)),
    count: 'select count(*) from places where supervisor_id = $1 and retired_at is null',
  },
  placesEver: {
    prepare: (boss) => plantPlaces(boss, LIMITS.placesEver - 20, '2026-01-01T00:00:00Z'),
    ask: (boss, n) => boss.post('/api/supervisor/places', parkOf(`Parque ${n}`)),
    count: 'select count(*) from places where supervisor_id = $1',
  },
  clients: {
    prepare: (boss) =>
      sql(
        `insert into clients (supervisor_id, name, created_at)
         select $1, 'Empresa ' || n, now() from generate_series(1, $2::integer) n`,
        boss.id,
        LIMITS.clients - 20,
      ),
    ask: (boss, n) => boss.post('/api/supervisor/places', parkOf(`Parque ${n}`, { client: `Cliente ${n}` })),
    count: 'select count(*) from clients where supervisor_id = $1',
  },
  linksOfOperation: {
    async prepare(boss) {
      const driver = await operatorOf(t.app, boss)
      const trip = { containerId: nextContainerNumber(), operationType: 'load' }
      const key = (await driver.post('/api/containers', trip)).body.containerId
      for (let n = 0; n < 20; n++) await ROWS.linksOfOperation.ask(boss, n, key)
      return key
    },
    ask: (boss, n, key) =>
      boss.post(`/api/containers/${key}/links`, { name: `Cliente ${n}`, level: 'status', days: 1 }),
    count: 'select count(*) from shared_links where supervisor_id = $1 and not is_default',
  },
  linksOfPack: {
    async prepare(boss) {
      const { key } = await visit(t, boss)
      const { hash } = (await boss.post('/api/evidence', { containerId: key })).body
      for (let n = 0; n < 20; n++) await ROWS.linksOfPack.ask(boss, n, hash)
      return hash
    },
    ask: (boss, n, hash) => boss.post(`/api/evidence/${hash}/links`, { name: `Cliente ${n}`, days: 1 }),
    count: 'select count(*) from shared_links where supervisor_id = $1 and not is_default',
  },
  passkeys: {
    async ask(boss) {
      const { status, body } = await boss.post('/api/account/passkeys/options', undefined, page)
      if (status !== 200) return { status, body, headers: {} }
      return boss.post('/api/account/passkeys', authenticator().create(body), page)
    },
    count: 'select count(*) from passkeys where user_id = $1',
  },
  knownDevices: {
    // From as many networks: tries are limited for each.
    ask: (boss, n) =>
      anonymous(t.app, `198.51.${n}.4`).post('/api/login', { username: boss.username, password: PASSWORD }),
    count: 'select count(*) from known_devices where user_id = $1',
    forgets: true,
  },
} satisfies Record<LimitName, Limit>

it.each(Object.entries(ROWS) as [LimitName, Limit][])(
  'fifty at once do not exceed the limit of %s',
  { timeout: 60_000 },
  async (name, { prepare, ask, count, forgets }) => {
    const most = LIMITS[name]
    const boss = await register(t.app, 'supervisor')
    const about = String(await prepare?.(boss))
    const counted = async (): Promise<number> => Number((await sql(count, boss.id)).rows[0]?.count)
    const before = await counted()
    expect(before + AT_ONCE).toBeGreaterThan(most)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(boss, 100 + n, about)))
    const made = answers.filter(({ status }) => status < 300).length
    expect([made, await counted()]).toEqual([forgets ? AT_ONCE : most - before, most])
    // 429: dear requests beyond those that one tenant may have waiting (ADR 60).
    const refused = new Set(answers.map(({ status }) => status).filter((status) => status >= 300))
    refused.delete(429)
    expect(refused).toEqual(new Set(forgets ? [] : [409]))
  },
)

it('all of them at once: nobody waits for ever, and nothing fails', { timeout: 60_000 }, async () => {
  const boss = await register(t.app, 'supervisor')
  const rows = Object.entries(ROWS) as [LimitName, Limit][]
  const prepared = new Map<LimitName, string>()
  for (const name of ['linksOfOperation', 'linksOfPack'] as const)
    prepared.set(name, String(await ROWS[name].prepare(boss)))
  // The visit took hours.
  await boss.post('/api/account/proof', { currentPassword: PASSWORD })
  const answers = await Promise.all(
    rows.flatMap(([name, { ask }]) =>
      Array.from({ length: 5 }, (_, n) => ask(boss, 200 + n + name.length * 10, prepared.get(name) ?? '')),
    ),
  )
  expect(answers.filter(({ status }) => status >= 300 && status !== 409)).toEqual([])
})
