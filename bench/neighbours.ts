/**
 * A quiet company beside a flooding one and a stranger: `npm run bench -- neighbours [--seconds N] [--only REGEXP] [--quick]
 * [--profile FOLDER]`. Each route of the API is flooded for N seconds (1) by 50 connections with the worst that its schema
 * allows, as much as an account may send in a minute, then all routes together, then a stranger without an account, then
 * both. Ends with 1 when the quiet company waited too long or was refused, or the product took too much memory.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { megabytes } from '../test/support/processes/memory.ts'
import { monotonicMs } from './load/generator.ts'
import { type Flood, startFlood } from './neighbours/flood.ts'
import { answersOf, type FloodPlan, type Shot } from './neighbours/shots.ts'
import { strangersShots } from './neighbours/stranger.ts'
import { startTown, type Town } from './neighbours/town.ts'
import { floodsOf } from './neighbours/worst.ts'
import { rank } from './percentiles.ts'
import { type Bound, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    seconds: { type: 'string' },
    only: { type: 'string', default: '.' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const SIZE = args.quick ? { events: 60_000, visits: 5_000 } : { events: 300_000, visits: 22_000 }
const ROUTE_MS = Number(args.seconds ?? (args.quick ? 0.15 : 1)) * 1000
/** Limits are of a minute; and of fewer than a hundred presses the slowest would be the p99. */
const PART_MS = args.quick ? 3_000 : 60_000
const BASELINE_MS = args.quick ? 2_000 : 10_000
const CONNECTIONS = 50
/** What an account may send in a minute (`REQUESTS_PER_MINUTE`). */
const MOST = 3000
const ONLY = new RegExp(args.only)
const PRESS_MS = 150
const DESK_MS = 500
const MEMORY_MB = 1024
/**
 * Rows that broke a bound by less than this are measured again while there is time, because something else may have used the
 * machine; the second time counts.
 */
const AGAIN_BELOW = 3
const AGAIN_UNTIL_MS = (args.quick ? 60 : 330) * 1000
/** What a flood leaves behind counts as its harm for so long. */
const SETTLED_MS = 10_000

interface Row {
  name: string
  perSecond: number
  statuses: Record<string, number>
  press: number
  desk: number
  presses: number
  reads: number
  faults: string[]
  memoryMb: number
}

/** What a flood leaves behind is still its harm: until neither the database nor the thread has work of it, twice in a row. */
async function untilSettled({ beside, server }: Town): Promise<void> {
  const deadline = monotonicMs() + SETTLED_MS
  for (let idle = 0; idle < (args.quick ? 1 : 2) && monotonicMs() < deadline; ) {
    await pause(100)
    const asked = monotonicMs()
    await fetch(`${server.origin}/healthz`).then((answer) => answer.text())
    const waited = monotonicMs() - asked
    const { rows } = await beside.pool.query<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity
       where state <> 'idle' and application_name = 'acarreo' and pid <> pg_backend_pid()`,
    )
    // The quiet company may itself be asking.
    idle = (rows[0]?.busy ?? 0) <= 1 && waited < 50 ? idle + 1 : 0
  }
}

async function measure(
  town: Town,
  name: string,
  floods: { flood: Flood; plan: Omit<FloodPlan, 'origin'> }[],
  milliseconds = 0,
): Promise<Row> {
  town.freshLimits()
  const from = monotonicMs()
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, megabytes(town.server.pid, 'VmRSS'))
  }, 100)
  const outcomes = await Promise.all(
    floods.map(({ flood, plan }) => flood.run({ ...plan, origin: town.server.origin })),
  )
  const left = milliseconds - (monotonicMs() - from)
  if (left > 0) await pause(left)
  await untilSettled(town)
  const samples = await town.quiet.between(from, monotonicMs())
  clearInterval(watch)
  const times = (kind: 'press' | 'desk') =>
    samples.filter((sample) => sample.kind === kind).map((sample) => sample.milliseconds)
  const statuses: Record<string, number> = {}
  for (const outcome of outcomes) {
    for (const [status, n] of Object.entries(outcome.statuses)) statuses[status] = (statuses[status] ?? 0) + n
  }
  return {
    name,
    perSecond: outcomes.reduce((sum, one) => sum + answersOf(one) / (one.milliseconds / 1000), 0),
    statuses,
    press: rank(times('press'), 99),
    desk: rank(times('desk'), 99),
    presses: times('press').length,
    reads: times('desk').length,
    faults: samples.flatMap(({ kind, fault }) => (fault === null ? [] : [`${kind}: ${fault}`])),
    memoryMb: memory,
  }
}

/** By how much the worst bound is missed or kept. */
const harm = ({ press, desk, faults, memoryMb: memory }: Row): number =>
  Math.max(press / PRESS_MS, desk / DESK_MS, memory / MEMORY_MB, faults.length > 0 ? 1 + faults.length : 0)

const isBroken = (row: Row): boolean => harm(row) > 1

function line({ name, perSecond, statuses, press, desk, faults, memoryMb: memory }: Row): string {
  const answers = Object.entries(statuses).map(([status, n]) => `${status}: ${n}`)
  return [
    name.padEnd(52),
    perSecond.toFixed(0).padStart(7),
    press.toFixed(0).padStart(8),
    desk.toFixed(0).padStart(8),
    String(faults.length).padStart(7),
    memory.toFixed(0).padStart(7),
    ` ${answers.join(', ')}`,
  ].join(' ')
}

const HEAD = `${''.padEnd(52)} flood/s press p99 desk p99  refused  RSS MB  statuses of the flood`

function boundsOf(rows: Row[]): Bound[] {
  const worst = (of: (row: Row) => number) => Math.max(...rows.map(of))
  return [
    { what: 'quiet press, p99 ms of the worst row', figure: worst(({ press }) => press), atMost: PRESS_MS },
    { what: 'quiet desk read, p99 ms of the worst row', figure: worst(({ desk }) => desk), atMost: DESK_MS },
    {
      what: 'quiet requests that failed or were refused',
      figure: rows.reduce((sum, { faults }) => sum + faults.length, 0),
      atMost: 0,
    },
    { what: 'memory of the server, MB', figure: worst(({ memoryMb: memory }) => memory), atMost: MEMORY_MB },
  ]
}

await report(async () => {
  const town = await startTown(SIZE, { profile: args.profile })
  const [flood, stranger] = [startFlood(), startFlood()]
  try {
    const tenant = (shots: Shot[], milliseconds: number, most = Number.MAX_SAFE_INTEGER) => ({
      flood,
      plan: { shots, connections: CONNECTIONS, milliseconds, most },
    })
    const strangers = {
      flood: stranger,
      plan: {
        shots: strangersShots(),
        connections: CONNECTIONS,
        milliseconds: PART_MS,
        most: Number.MAX_SAFE_INTEGER,
        sockets: true,
      },
    }
    const show = (row: Row): Row => {
      console.log(line(row))
      return row
    }
    console.log(HEAD)
    // The first requests of a process compile its code.
    await measure(town, 'warm-up', [], 2_000)
    const healthz = [{ method: 'GET', path: '/healthz', cookie: '' }]
    const baselines = [
      show(await measure(town, 'no flood', [], BASELINE_MS)),
      show(await measure(town, '/healthz alone', [tenant(healthz, BASELINE_MS)])),
    ]

    const floods = floodsOf(town.flooders)
    const wanted = floods.filter(({ route }) => ONLY.test(route))
    const rows: Row[] = []
    const flooded = ({ route, shots }: (typeof floods)[number], milliseconds: number) =>
      measure(town, route, [tenant(shots, milliseconds, MOST)])
    for (const one of wanted) {
      const row = await flooded(one, ROUTE_MS)
      rows.push(isBroken(row) ? show(row) : row)
    }
    for (const row of rows.filter((row) => isBroken(row) && harm(row) < AGAIN_BELOW)) {
      const one = wanted.find(({ route }) => route === row.name)
      if (one && performance.now() < AGAIN_UNTIL_MS) rows[rows.indexOf(row)] = await flooded(one, ROUTE_MS)
    }

    const all = floods.flatMap(({ shots }) => shots)
    // As much of each account as a minute allows.
    const most = MOST * (2 + town.flooders.drivers.length)
    const parts: [string, Parameters<typeof measure>[2]][] = [
      ['all routes together', [tenant(all, PART_MS, most)]],
      ['a stranger', [strangers]],
      ['both', [tenant(all, PART_MS, most), strangers]],
    ]
    for (const [name, plans] of parts) if (ONLY.test(name)) rows.push(await measure(town, name, plans))

    console.log(`\n${HEAD}`)
    rows.sort((a, b) => harm(b) - harm(a))
    for (const row of [...baselines, ...rows]) console.log(line(row))
    const { presses, untold } = await town.quiet.stop()
    const bounds = [
      ...boundsOf(rows),
      { what: `presses of ${presses} that the live channel did not tell`, figure: untold, atMost: 0 },
    ]
    return { figures: { baselines, rows }, bounds }
  } finally {
    flood.stop()
    stranger.stop()
    await town.stop()
  }
})
