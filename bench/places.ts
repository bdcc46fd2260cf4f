/**
 * What places cost a press: presses a second, and the CPU of the product's process for each, where supervisors keep none,
 * and where they keep 200 polygons each and every operation has one of them. Each product has its own embedded PostgreSQL;
 * they run by turns: `npx tsx --conditions=acarreo-source bench/places.ts [--beside CHECKOUT ...] [--connections 32]
 * [--seconds 4] [--rounds 3] [--source] [--json FILE]`. `--beside`: other built working trees, without places. Then
 * arrivals that find their place in memory. A comparison without a bound.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { nearestPlace } from '#domain/place/nearest'
import type { Polygon } from '#domain/place/shape'
import { connectBeside } from '../test/support/processes/server-process.ts'
import { type Figures, figuresOf, runLanes } from './events/turn.ts'
import type { Lane } from './load/connection.ts'
import { type Load, startLoad } from './load/generator.ts'
import { dealt, pressesOf } from './load/press.ts'
import { type CrewedProduct, startCrewedProduct } from './load/product.ts'
import { percentile } from './percentiles.ts'
import { report } from './report.ts'

const SIZE = { supervisors: 50, drivers: 4 }
const PLACES = 200
const CORNERS = 30
const ARRIVALS = 20_000
const MICROSECONDS_PER_TICK = 10_000

const { values: args } = parseArgs({
  options: {
    beside: { type: 'string', multiple: true, default: [] },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const turn = { warmUpSeconds: 1, seconds: Number(args.seconds) }

/** A yard of 300 m, some 11 km from the next. */
function polygon(n: number): Polygon {
  const points = Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS
    return {
      lat: 19 + (n % 20) / 10 + 0.0027 * Math.cos(angle),
      lng: -104 + n / 200 + 0.0027 * Math.sin(angle),
    }
  })
  return { type: 'polygon', points }
}
const SHAPES = Array.from({ length: PLACES }, (_, n) => polygon(n))

/** Written beside the product, which reads its places again within five seconds. */
async function keepPlaces({ dataDir }: CrewedProduct): Promise<void> {
  const beside = connectBeside(dataDir)
  await beside.pool.query(
    `insert into places (supervisor_id, name, kind, shape, time_zone, created_at)
     select u.id, 'Patio ' || s.n, 'yard', s.shape, 'America/Mexico_City', now()
     from users u, jsonb_array_elements($1::jsonb) with ordinality s (shape, n) where u.role = 'supervisor'`,
    [JSON.stringify(SHAPES)],
  )
  await beside.pool.query(
    `update containers c set place_given = true,
       place_id = (select min(p.id) from places p where p.supervisor_id = c.supervisor_id)`,
  )
  await beside.close()
}

interface Row {
  name: string
  origin: string
  lanes: Lane[][]
  pid: number
  rounds: (Figures & { cpuMicroseconds: number })[]
}

const rowOf = (name: string, { server: { origin, pid }, crew }: CrewedProduct): Row => {
  const { host } = new URL(origin)
  const lanes = crew.drivers.map((driver): Lane => ({ requests: pressesOf(host, driver), at: 0 }))
  return { name, origin, pid, lanes: dealt(lanes, Number(args.connections)), rounds: [] }
}

/** Of the product's process, without its database, in microseconds: what other programs do moves it least. */
function cpuOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * MICROSECONDS_PER_TICK
}

async function playRound(load: Load, row: Row): Promise<void> {
  const pressed = () => row.lanes.flat().reduce((sum, { at }) => sum + at, 0)
  const before = { cpu: cpuOf(row.pid), pressed: pressed() }
  const figures = figuresOf(await runLanes(load, row.origin, row.lanes, turn, 201))
  const cpuMicroseconds = (cpuOf(row.pid) - before.cpu) / (pressed() - before.pressed)
  row.rounds.push({ ...figures, cpuMicroseconds })
}

const median = (figures: readonly number[]): number =>
  percentile(
    [...figures].sort((a, b) => a - b),
    50,
  )

/** Microseconds to find the place of an arrival among all of a supervisor's. */
function microsecondsOfArrival(): number {
  const places = SHAPES.map((shape) => ({ shape }))
  const began = performance.now()
  for (let i = 0; i < ARRIVALS; i++) {
    const at = SHAPES[i % PLACES]?.points[0]
    if (!at || nearestPlace(places, at, 10) === null) throw new Error('an arrival found no place')
  }
  return ((performance.now() - began) * 1000) / ARRIVALS
}

await report(async () => {
  const load = startLoad()
  const products: CrewedProduct[] = []
  const start = async (checkout?: string) => {
    const product = await startCrewedProduct(SIZE, { fromSource: args.source, checkout })
    products.push(product)
    return product
  }
  try {
    const rows: Row[] = []
    for (const checkout of args.beside) rows.push(rowOf(checkout, await start(checkout)))
    rows.push(rowOf('no place', await start()))
    const keeping = await start()
    await keepPlaces(keeping)
    rows.push(rowOf(`${PLACES} places`, keeping))
    for (let round = 0; round < Number(args.rounds); round++)
      for (const row of rows) await playRound(load, row)
    console.log('presses                     per s   p50 ms   CPU µs  of first')
    for (const { name, rounds } of rows) {
      const first = rows[0]?.rounds
      const ratios = rounds.map(
        ({ cpuMicroseconds }, i) => cpuMicroseconds / (first?.[i]?.cpuMicroseconds ?? Number.NaN),
      )
      const middle = (of: 'perSecond' | 'p50' | 'cpuMicroseconds') =>
        median(rounds.map((figures) => figures[of]))
      console.log(
        [
          name.slice(-24).padEnd(24),
          middle('perSecond').toFixed(0).padStart(8),
          middle('p50').toFixed(2).padStart(8),
          middle('cpuMicroseconds').toFixed(0).padStart(8),
          median(ratios).toFixed(2).padStart(9),
        ].join(' '),
      )
    }
    const arrivalMicroseconds = microsecondsOfArrival()
    console.log(
      `an arrival among ${PLACES} polygons of ${CORNERS} corners: ${arrivalMicroseconds.toFixed(1)} µs`,
    )
    const figures = rows.map(({ name, rounds }) => ({ name, rounds }))
    return { figures: { rows: figures, arrivalMicroseconds }, bounds: [] }
  } finally {
    load.stop()
    for (const product of products) await product.stop()
  }
}, args)
