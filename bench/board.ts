// Measures the operation board: polls answered from memory against polls answered by the database, in the same run, and
// how long all active operations take to load. See bench/README.md.
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { argon2Passwords } from '#server/adapters/passwords'
import type { Bus } from '#server/live/bus/bus'
import { memoryBus } from '#server/live/bus/memory'
import { activeReads } from '#server/record/read/operations'
import { benchDatabase } from './database.ts'
import { benchApp, signIn } from './measure.ts'
import { rank } from './percentiles.ts'
import { report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    supervisors: { type: 'string', default: '200' },
    trucks: { type: 'string', default: '200' },
    polls: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '16' },
  },
})
const [SUPERVISORS, TRUCKS, POLLS, ROUNDS, CLIENTS] = (
  ['supervisors', 'trucks', 'polls', 'rounds', 'clients'] as const
).map((name) => Number(args[name])) as [number, number, number, number, number]
const PASSWORD = 'una clave de medición'

/** A bus that is away: every poll is then answered by the database. */
const awayBus = (): Bus => ({ ...memoryBus(), healthy: () => false })

interface Figures {
  perSecond: number
  p95: number
}

async function poll(app: FastifyInstance, cookies: string[], url: string, known: boolean): Promise<Figures> {
  const times: number[] = []
  const tags = new Map<string, string>()
  let asked = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (asked < POLLS) {
        const cookie = cookies[asked++ % cookies.length] ?? ''
        const tag = known ? tags.get(cookie) : undefined
        const start = performance.now()
        const answer = await app.inject({
          url,
          headers: { cookie, ...(tag ? { 'if-none-match': tag } : {}) },
        })
        times.push(performance.now() - start)
        if (answer.statusCode !== 200 && answer.statusCode !== 304) throw new Error(answer.body)
        if (answer.headers.etag) tags.set(cookie, String(answer.headers.etag))
      }
    }),
  )
  return { perSecond: (POLLS / (performance.now() - began)) * 1000, p95: rank(times, 95) }
}

await report(async () => {
  const database = await benchDatabase()
  try {
    const figures: object[] = []
    const hash = await argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 }).hash(PASSWORD)
    const { pool } = database
    await pool.query('set statement_timeout = 0')
    // Whole by the rules that a poll reads: accounts, operations under way with a first event each, numbers without holes.
    await pool.query(
      `with bosses as (
       insert into users (username, password_hash, role, display_name)
       select 'jefe' || s, $1, 'supervisor', 'Jefe ' || s from generate_series(1, $2::int) s returning id
     ), flags as (insert into feature_flags (user_id) select id from bosses), drivers as (
       insert into users (username, password_hash, role, display_name, supervisor_id)
       select 'chofer' || id || '.' || n, $1, 'operator', 'Chofer ' || n, id
       from bosses, generate_series(1, $3::int) n returning id, username, display_name, supervisor_id
     ), trips as (
       insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
         operation_type, current_status, last_completed_status, last_completed_time, start_time, last_updated, version,
         lat, lng, location)
       select 'MSKU' || lpad(id::text, 7, '0') || '_' || id, 'MSKU' || lpad(id::text, 7, '0'), id, username, display_name,
         supervisor_id, 'load', 'start_trip', 'start_trip', now(), now() - id * interval '1 second', now(), 1,
         19.05, -104.31, 'Manzanillo' from drivers
     )
     insert into event_counters (tenant_id, last_seq) select id, $3::int from bosses`,
      [hash, SUPERVISORS, TRUCKS],
    )
    await pool.query('vacuum (analyze) containers, users, event_counters')

    const source = activeReads(database.orm)
    const loads: number[] = []
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      await source.all()
      loads.push(performance.now() - began)
    }
    console.log(
      `${SUPERVISORS * TRUCKS} active operations of ${SUPERVISORS} supervisors: read in ${rank(loads, 50).toFixed(0)} ms (p50), ${Math.max(...loads).toFixed(0)} ms (max)`,
    )

    const memory = await benchApp(database)
    const direct = await benchApp(database, { bus: awayBus() })
    const names = await pool.query<{ username: string; role: string }>(
      `select username, role from users where role = 'supervisor' or id % 97 = 0 order by id limit 400`,
    )
    const cookies = { supervisor: [] as string[], operator: [] as string[] }
    for (const { username, role } of names.rows) {
      const list = cookies[role as keyof typeof cookies]
      if (list.length < 40) list.push(await signIn(memory, username, PASSWORD))
    }
    const questions = [
      ['driver, whole answer', '/api/containers/active', cookies.operator, false],
      ['driver, 304', '/api/containers/active', cookies.operator, true],
      [`supervisor, ${TRUCKS} trucks`, '/api/supervisor/operations', cookies.supervisor, false],
    ] as const
    for (const [label, url, who, known] of questions) {
      const found = { memory: [] as Figures[], direct: [] as Figures[] }
      // By turns, so that what else the machine does meets both.
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [name, app] of Object.entries({ memory, direct }) as [
          'memory' | 'direct',
          FastifyInstance,
        ][]) {
          const figures = await poll(app, who as string[], url, known)
          if (round > 0) found[name].push(figures)
        }
      }
      const middle = (list: Figures[], of: keyof Figures) =>
        rank(
          list.map((f) => f[of]),
          50,
        )
      const [m, d] = [found.memory, found.direct]
      figures.push({ poll: label, ...found })
      console.log(
        `${label}: ${middle(m, 'perSecond').toFixed(0)} polls/s from memory, ${middle(d, 'perSecond').toFixed(0)} from the database, ratio ${(middle(m, 'perSecond') / middle(d, 'perSecond')).toFixed(2)}; p95 ${middle(m, 'p95').toFixed(1)} and ${middle(d, 'p95').toFixed(1)} ms`,
      )
    }
    await memory.close()
    await direct.close()
    // A comparison: nothing is promised.
    return { figures, bounds: [] }
  } finally {
    await database.close()
  }
})
