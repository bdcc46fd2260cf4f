/**
 * Durable events a second over HTTP, beside pgbench with the same statement on the same PostgreSQL: `npx tsx
 * --conditions=acarreo-source bench/events.ts [--connections 1,32,128] [--seconds 5] [--rounds 3] [--warm-up 1]
 * [--no-pgbench] [--source] [--profile FOLDER] [--json FILE]`. Ends with 1 when a bound is broken, an answer is not 201, or
 * an answered event is not on the record.
 */
import { parseArgs } from 'node:util'
import { pgbenchContender } from './events/pgbench.ts'
import { startPostgres } from './events/postgres.ts'
import { productContender } from './events/product.ts'
import type { Contender, Figures } from './events/turn.ts'
import { startLoad } from './load/generator.ts'
import { median } from './percentiles.ts'
import { largestIn, printTop } from './profile-top.ts'
import { type Bound, report } from './report.ts'

const SUPERVISORS = 50
const DRIVERS = 4

const { values: args } = parseArgs({
  allowNegative: true,
  options: {
    connections: { type: 'string', default: '1,32,128' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '1' },
    pgbench: { type: 'boolean', default: true },
    // Parse Server is no contender any more. The option stays, because commands that are written down pass `--no-parse`.
    parse: { type: 'boolean', default: false },
    source: { type: 'boolean', default: false },
    profile: { type: 'string' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, warmUpSeconds] = [args.seconds, args.rounds, args['warm-up']].map(Number) as [
  number,
  number,
  number,
]

/** The rounds of one contender at one number of connections. */
interface Row {
  contender: Contender['name']
  connections: number
  rounds: Figures[]
}

const middle = (row: Row, of: 'perSecond' | 'p50' | 'p95' | 'p99' | 'max'): number =>
  median(row.rounds.map((figures) => figures[of]))

function line(row: Row): string {
  const ms = (of: 'p50' | 'p95' | 'p99' | 'max') => middle(row, of).toFixed(1).padStart(8)
  const spent = row.rounds.flatMap(({ loadCpuPercent }) => loadCpuPercent ?? [])
  return [
    String(row.connections).padStart(11),
    row.contender.padEnd(13),
    middle(row, 'perSecond').toFixed(0).padStart(9),
    ms('p50'),
    ms('p95'),
    ms('p99'),
    ms('max'),
    spent.length > 0 ? `${median(spent).toFixed(0)}%`.padStart(9) : '',
  ].join(' ')
}

const HEAD = 'connections contender      events/s   p50 ms   p95 ms   p99 ms   max ms  load CPU'

/** Medians of the ratios of neighbouring rounds, which share what else the machine did. */
function ratio(
  rows: Row[],
  connections: number,
  other: Contender['name'],
  of: 'perSecond' | 'p50',
  one: Contender['name'] = 'product',
) {
  const [own, theirs] = [one, other].map((name) =>
    rows.find((row) => row.contender === name && row.connections === connections),
  )
  if (!own || !theirs) return null
  return median(own.rounds.map((figures, i) => figures[of] / (theirs.rounds[i]?.[of] ?? Number.NaN)))
}

function boundsOf(rows: Row[]): Bound[] {
  const bound = (what: string, figure: number | null, limit: { atLeast: number } | { atMost: number }) =>
    figure === null ? [] : [{ what, figure, ...limit }]
  return [
    ...bound('1 connection, p50 as a multiple of pgbench', ratio(rows, 1, 'pgbench', 'p50'), { atMost: 2 }),
    ...bound('32 connections, of pgbench', ratio(rows, 32, 'pgbench', 'perSecond'), { atLeast: 1 }),
    ...bound('128 connections, of pgbench', ratio(rows, 128, 'pgbench', 'perSecond'), { atLeast: 1.6 }),
    ...bound(
      '32 connections, pgbench beside the product of pgbench',
      ratio(rows, 32, 'pgbench', 'perSecond', 'pgbench beside'),
      { atLeast: 0.8 },
    ),
  ]
}

await report(async () => {
  const postgres = await startPostgres()
  const load = startLoad()
  const contenders: Contender[] = []
  try {
    const options = { supervisors: SUPERVISORS, drivers: DRIVERS, fromSource: args.source }
    contenders.push(await productContender(postgres, load, { ...options, profile: args.profile }))
    const crew = { operations: SUPERVISORS * DRIVERS, supervisors: SUPERVISORS }
    if (args.pgbench) {
      contenders.push(await pgbenchContender(postgres, crew))
      contenders.push(await pgbenchContender(postgres, { ...crew, beside: true }))
    }
    // A server that has just started compiles what it runs: of a day, that is the first seconds.
    const warmUp = { connections: SUPERVISORS, warmUpSeconds: 0, seconds: 2 * seconds }
    for (const contender of contenders) await contender.run(warmUp)
    const rows: Row[] = []
    console.log(HEAD)
    for (const connections of args.connections.split(',').map(Number)) {
      const these = contenders.map(
        (contender): Row => ({ contender: contender.name, connections, rounds: [] }),
      )
      for (let round = 0; round < rounds; round++) {
        for (const [i, contender] of contenders.entries()) {
          these[i]?.rounds.push(await contender.run({ connections, warmUpSeconds, seconds }))
        }
      }
      for (const row of these) console.log(line(row))
      rows.push(...these)
    }
    return { figures: { seconds, rows }, bounds: boundsOf(rows) }
  } finally {
    load.stop()
    for (const contender of contenders) await contender.stop()
    await postgres.stop()
    if (args.profile) printTop(largestIn(args.profile))
  }
}, args)
