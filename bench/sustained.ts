/**
 * Minutes of presses without a pause, because a short run hides what grows: rows that cannot be cleaned, memory, lists.
 * `npx tsx --conditions=acarreo-source bench/sustained.ts [--minutes 10] [--connections 128] [--source]`. Ends with 1 when a
 * bound is broken, an answer is not 201, or an answered event is not on the record.
 */
import { parseArgs } from 'node:util'
import { connect, type Database } from '#server/db/connect'
import { type BenchPostgres, startPostgres } from './events/postgres.ts'
import { type ProductOptions, productContender } from './events/product.ts'
import type { Contender, Figures } from './events/turn.ts'
import { type Load, startLoad } from './load/generator.ts'
import { report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '128' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const [minutes, connections] = [args.minutes, args.connections].map(Number) as [number, number]

const HOT = ['containers', 'events', 'event_counters']

interface Minute extends Figures {
  /** Dead rows of the hot tables that no vacuum has removed, beyond a fifth of the live ones. */
  surplusDead: number
  /** Transactions that have begun since the oldest snapshot of a session that rests in a transaction; 0: there is none. */
  restingSnapshot: number
  heapMb: number
}

async function stateOf({ pool }: Database): Promise<Pick<Minute, 'surplusDead' | 'restingSnapshot'>> {
  const { rows } = await pool.query<Pick<Minute, 'surplusDead' | 'restingSnapshot'>>(
    `select (select max(greatest(0, n_dead_tup - greatest(10000, n_live_tup / 5)))::float8
         from pg_stat_user_tables where relname = any($1)) as "surplusDead",
       coalesce((select max(age(backend_xmin)) from pg_stat_activity where state = 'idle in transaction'), 0)::float8
         as "restingSnapshot"`,
    [HOT],
  )
  return rows[0] ?? { surplusDead: Number.NaN, restingSnapshot: Number.NaN }
}

async function heapMbOf(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes\S* (\S+)/m.exec(text)?.[1]) / 2 ** 20
}

const line = (minute: number, { perSecond, p50, p99, max, surplusDead, restingSnapshot, heapMb }: Minute) =>
  [minute, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), max.toFixed(0), surplusDead, restingSnapshot]
    .concat(heapMb.toFixed(0))
    .map((text) => String(text).padStart(9))
    .join('')

const PAIRS = 6

/**
 * Presses a second of the product that has worked for minutes, of one that has just begun in an empty database of the same
 * cluster: by turns of ten seconds, because a shared machine wanders by a fifth within minutes. The two take turns at being
 * first, or a machine that gets faster from turn to turn is the second one's gain. Both records are counted after the last
 * turn: a count of millions puts what presses need out of the memory that both share.
 */
async function ofJustBegun(worked: Contender, postgres: BenchPostgres, load: Load, crew: ProductOptions) {
  const database = 'acarreo_just_begun'
  await postgres.createDatabase(database)
  const fresh = await productContender({ ...postgres, database }, load, crew)
  try {
    await fresh.run({ connections, warmUpSeconds: 10, seconds: 1 })
    const both = { worked, fresh }
    const sums = { worked: 0, fresh: 0 }
    for (let pair = 0; pair < PAIRS; pair++) {
      const turn = { connections, warmUpSeconds: 1, seconds: 10, counted: false }
      const order = ['worked', 'fresh'] as const
      for (const name of pair % 2 === 0 ? order : order.toReversed()) {
        sums[name] += (await both[name].run(turn)).perSecond
      }
    }
    for (const each of [worked, fresh]) await each.run({ connections, warmUpSeconds: 0, seconds: 1 })
    return sums.worked / sums.fresh
  } finally {
    await fresh.stop()
  }
}

await report(async () => {
  const postgres = await startPostgres()
  const load = startLoad()
  const crew = { supervisors: 50, drivers: 4, fromSource: args.source, profile: undefined }
  const product = await productContender(postgres, load, crew)
  const { host, port, user, database: name } = postgres
  const database = connect({ host, port, user, database: name }, { max: 1 })
  try {
    const found: Minute[] = []
    console.log('   minute events/s   p50 ms   p99 ms   max ms  dead+20% snapshot  heap MB')
    for (let minute = 1; minute <= minutes; minute++) {
      const figures = await product.run({
        connections,
        warmUpSeconds: minute === 1 ? 10 : 0,
        seconds: 60,
      })
      const measured = {
        ...figures,
        ...(await stateOf(database)),
        heapMb: await heapMbOf(product.origin),
      }
      console.log(line(minute, measured))
      found.push(measured)
    }
    const byTurns = await ofJustBegun(product, postgres, load, crew)
    const [first, last] = [found[0], found.at(-1)] as [Minute, Minute]
    const most = (of: (minute: Minute) => number): number => Math.max(...found.map(of))
    return {
      figures: { minutes: found, lastOfFirst: last.perSecond / first.perSecond },
      bounds: [
        { what: 'by turns, of one that has just begun', figure: byTurns, atLeast: 0.95 },
        { what: 'p99 of the worst minute, ms', figure: most(({ p99 }) => p99), atMost: 120 },
        {
          what: 'dead rows beyond a fifth of the live ones and 10,000',
          figure: last.surplusDead,
          atMost: 0,
        },
        {
          what: 'oldest resting snapshot',
          figure: most(({ restingSnapshot }) => restingSnapshot),
          atMost: 0,
        },
        { what: 'heap at the end, of the first minute', figure: last.heapMb / first.heapMb, atMost: 2 },
      ],
    }
  } finally {
    load.stop()
    await database.close()
    await product.stop()
    await postgres.stop()
  }
}, args)
