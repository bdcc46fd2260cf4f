/**
 * Presses and polls a second with one process and with a cluster of workers, each on its own embedded PostgreSQL:
 * `npx tsx --conditions=acarreo-source bench/processes.ts [--workers 2] [--connections 32] [--seconds 4] [--rounds 3]
 * [--source] [--json FILE]`. A comparison without a bound: on a machine with few cores, the workers, the database and the
 * load take the cores from each other.
 */
import { parseArgs } from 'node:util'
import { type Figures, figuresOf, runLanes } from './events/turn.ts'
import type { Lane } from './load/connection.ts'
import { startLoad } from './load/generator.ts'
import { dealt, headersOf, pressesOf } from './load/press.ts'
import { type CrewedProduct, startCrewedProduct } from './load/product.ts'
import { requestText } from './load/template.ts'
import { percentile } from './percentiles.ts'
import { report } from './report.ts'

const SIZE = { supervisors: 50, drivers: 4 }

const { values: args } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const connections = Number(args.connections)
const turn = { warmUpSeconds: 1, seconds: Number(args.seconds) }

/** One kind of request to one product. */
interface Row {
  what: 'presses' | 'polls'
  processes: number
  origin: string
  lanes: Lane[][]
  status: number
  rounds: Figures[]
}

function rowsOf(processes: number, { server: { origin }, crew }: CrewedProduct): Row[] {
  const { host } = new URL(origin)
  const presses = crew.drivers.map((driver): Lane => ({ requests: pressesOf(host, driver), at: 0 }))
  const polls = crew.drivers.map(({ cookie }): Lane => {
    const headers = headersOf(host, cookie)
    return {
      requests: [requestText(host, { method: 'GET', path: '/api/containers/active', headers })],
      at: 0,
    }
  })
  const common = { processes, origin }
  return [
    { ...common, what: 'presses', lanes: dealt(presses, connections), status: 201, rounds: [] },
    { ...common, what: 'polls', lanes: dealt(polls, connections), status: 200, rounds: [] },
  ]
}

const median = (figures: readonly number[]): number =>
  percentile(
    [...figures].sort((a, b) => a - b),
    50,
  )

await report(async () => {
  const load = startLoad()
  const products: CrewedProduct[] = []
  try {
    const rows: Row[] = []
    for (const processes of [1, Number(args.workers)]) {
      const product = await startCrewedProduct(SIZE, { fromSource: args.source, processes })
      products.push(product)
      rows.push(...rowsOf(processes, product))
    }
    for (let round = 0; round < Number(args.rounds); round++) {
      for (const row of rows)
        row.rounds.push(figuresOf(await runLanes(load, row.origin, row.lanes, turn, row.status)))
    }
    console.log('what     processes   per s  of one   p50 ms   p99 ms  load CPU')
    for (const row of rows) {
      const alone = rows.find(({ what, processes }) => what === row.what && processes === 1)
      const middle = (of: 'perSecond' | 'p50' | 'p99' | 'loadCpuPercent') =>
        median(row.rounds.map((figures) => figures[of] ?? Number.NaN))
      const ratios = row.rounds.map(
        ({ perSecond }, i) => perSecond / (alone?.rounds[i]?.perSecond ?? Number.NaN),
      )
      console.log(
        [
          row.what.padEnd(8),
          String(row.processes).padStart(9),
          middle('perSecond').toFixed(0).padStart(7),
          median(ratios).toFixed(2).padStart(7),
          middle('p50').toFixed(2).padStart(8),
          middle('p99').toFixed(2).padStart(8),
          `${middle('loadCpuPercent').toFixed(0)}%`.padStart(9),
        ].join(' '),
      )
    }
    const figures = rows.map(({ what, processes, rounds }) => ({ what, processes, rounds }))
    return { figures: { connections, rows: figures }, bounds: [] }
  } finally {
    load.stop()
    for (const product of products) await product.stop()
  }
}, args)
