/**
 * Polls a second over HTTP beside `/healthz` of the same process: `npx tsx --conditions=acarreo-source bench/polls.ts
 * [--trucks 200] [--supervisors 4] [--connections 16] [--seconds 2] [--rounds 5] [--source] [--profile FOLDER]
 * [--json FILE]`. Ends with 1 when a bound is broken or an answer has another status.
 */
import { parseArgs } from 'node:util'
import type { Lane } from './load/connection.ts'
import { type Outcome, startLoad } from './load/generator.ts'
import { dealt, headersOf } from './load/press.ts'
import { startCrewedProduct } from './load/product.ts'
import { requestText } from './load/template.ts'
import { median } from './percentiles.ts'
import { largestIn, printTop } from './profile-top.ts'
import { report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    trucks: { type: 'string', default: '200' },
    supervisors: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    source: { type: 'boolean', default: false },
    profile: { type: 'string' },
    json: { type: 'string' },
  },
})
const trucks = Number(args.trucks)
const connections = Number(args.connections)

/** A poll that is measured, by the connections that send it. */
interface Poll {
  name: string
  status: number
  connections: Lane[][]
  rounds: Outcome[]
}

async function etagOf(origin: string, path: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}${path}`, { headers: { cookie } })
  const etag = answer.headers.get('etag')
  if (answer.status !== 200 || etag === null) throw new Error(`${path}: ${answer.status}, ETag ${etag}`)
  await answer.arrayBuffer()
  return etag
}

async function pollsOf(
  origin: string,
  path: string,
  who: readonly { cookie: string }[],
  label: string,
): Promise<Poll[]> {
  const { host } = new URL(origin)
  const lanes: { plain: Lane; tagged: Lane }[] = []
  for (const { cookie } of who) {
    const headers = headersOf(host, cookie)
    const lane = (extra: Record<string, string>): Lane => ({
      requests: [requestText(host, { method: 'GET', path, headers: { ...headers, ...extra } })],
      at: 0,
    })
    lanes.push({ plain: lane({}), tagged: lane({ 'if-none-match': await etagOf(origin, path, cookie) }) })
  }
  // Fewer people than connections: a desk polls on several.
  const spread = (kind: 'plain' | 'tagged') => {
    const all = lanes.map((lane) => lane[kind])
    return all.length < connections ? Array.from({ length: connections }, () => all) : dealt(all, connections)
  }
  return [
    { name: `${label}, unchanged`, status: 304, connections: spread('tagged'), rounds: [] },
    { name: `${label}, whole answer`, status: 200, connections: spread('plain'), rounds: [] },
  ]
}

await report(async () => {
  const { server, crew, stop } = await startCrewedProduct(
    { supervisors: Number(args.supervisors), drivers: trucks },
    { fromSource: args.source, profile: args.profile },
  )
  const load = startLoad()
  try {
    const { host, hostname, port } = new URL(server.origin)
    const health: Lane = {
      requests: [requestText(host, { method: 'GET', path: '/healthz', headers: headersOf(host, 'a=b') })],
      at: 0,
    }
    const polls: [Poll, ...Poll[]] = [
      {
        name: '/healthz',
        status: 200,
        connections: Array.from({ length: connections }, () => [health]),
        rounds: [],
      },
      ...(await pollsOf(server.origin, '/api/containers/active', crew.drivers, 'driver')),
      ...(await pollsOf(
        server.origin,
        '/api/supervisor/operations',
        crew.supervisors,
        `desk, ${trucks} trucks`,
      )),
    ]
    // By turns, so that what else the machine does meets all of them.
    for (let round = 0; round < Number(args.rounds); round++) {
      for (const poll of polls) {
        poll.rounds.push(
          await load.run({
            host: hostname,
            port: Number(port),
            connections: poll.connections,
            expect: [poll.status],
            warmUpMs: 300,
            measureMs: Number(args.seconds) * 1000,
          }),
        )
      }
    }
    const ratio = ({ rounds }: Poll): number =>
      median(rounds.map(({ perSecond }, i) => perSecond / (polls[0].rounds[i]?.perSecond ?? Number.NaN)))
    console.log('poll                          polls/s  of /healthz   p50 ms   p99 ms  load CPU')
    for (const poll of polls) {
      const middle = (of: 'perSecond' | 'p50' | 'p99' | 'cpuPercent') => median(poll.rounds.map((r) => r[of]))
      console.log(
        [
          poll.name.padEnd(28),
          middle('perSecond').toFixed(0).padStart(8),
          ratio(poll).toFixed(2).padStart(12),
          middle('p50').toFixed(2).padStart(8),
          middle('p99').toFixed(2).padStart(8),
          `${middle('cpuPercent').toFixed(0)}%`.padStart(9),
        ].join(' '),
      )
    }
    const [, driver, , desk] = polls
    if (!driver || !desk) throw new Error('no polls')
    return {
      figures: { connections, trucks, polls: polls.map(({ name, rounds }) => ({ name, rounds })) },
      bounds: [
        { what: "driver's unchanged poll, of /healthz", figure: ratio(driver), atLeast: 0.6 },
        {
          what: `desk's unchanged poll with ${trucks} trucks, of /healthz`,
          figure: ratio(desk),
          atLeast: 0.4,
        },
      ],
    }
  } finally {
    load.stop()
    await stop()
    if (args.profile) printTop(largestIn(args.profile))
  }
}, args)
