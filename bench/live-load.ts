/**
 * From a press to its live message while the product works at half of what it reaches: `npx tsx
 * --conditions=acarreo-source bench/live-load.ts [--connections 32] [--seconds 10] [--source] [--json FILE]`. Ends with 1
 * when the bound is broken, a message is missing, or a press is not answered with 201.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { figuresOf, runLanes } from './events/turn.ts'
import type { Lane } from './load/connection.ts'
import { startLoad } from './load/generator.ts'
import { startListeners } from './load/listeners.ts'
import { dealt, pressesOf } from './load/press.ts'
import { startCrewedProduct } from './load/product.ts'
import { spreadLine, spreadOf } from './percentiles.ts'
import { report } from './report.ts'

const SUPERVISORS = 50
const DRIVERS = 4
const WARM_UP_SECONDS = 2
/** Messages that are still on their way when the last press is answered. */
const SETTLE_MS = 1000

const { values: args } = parseArgs({
  options: {
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '10' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

await report(async () => {
  const { server, crew, stop } = await startCrewedProduct(
    { supervisors: SUPERVISORS, drivers: DRIVERS },
    { fromSource: args.source },
  )
  const load = startLoad()
  const listeners = startListeners()
  try {
    const { host } = new URL(server.origin)
    const cookies = crew.supervisors.map(({ cookie }) => cookie)
    await listeners.open(server.origin, cookies, SUPERVISORS)
    const lanes: Lane[] = crew.drivers.map((driver) => ({ requests: pressesOf(host, driver), at: 0 }))
    const connections = dealt(lanes, Number(args.connections))
    const turn = { warmUpSeconds: WARM_UP_SECONDS, seconds: Number(args.seconds) }
    const reached = await runLanes(load, server.origin, connections, turn)
    await pause(SETTLE_MS)
    await listeners.collect()

    const perSecond = reached.perSecond / 2
    const paced = await runLanes(load, server.origin, connections, { ...turn, perSecond })
    await pause(SETTLE_MS)
    const { arrivals } = await listeners.collect()
    const heard = paced.sent.map(([uuid, at]) => (arrivals[uuid]?.[0] ?? Number.NaN) - at)
    const missing = heard.filter(Number.isNaN).length
    const doubled = paced.sent.filter(([uuid]) => (arrivals[uuid]?.length ?? 0) > 1).length
    const message = spreadOf(heard.filter((ms) => !Number.isNaN(ms)))
    const rate = (figure: number) => figure.toFixed(0)
    console.log(`${rate(reached.perSecond)} presses a second reached, ${rate(perSecond)} sent by the clock`)
    console.log(`press answered: p50 ${paced.p50.toFixed(1)}, p99 ${paced.p99.toFixed(1)} ms`)
    console.log(spreadLine('press to live message', message))
    return {
      figures: {
        reached: reached.perSecond,
        perSecond,
        answered: figuresOf(paced),
        message,
        missing,
        doubled,
      },
      bounds: [
        { what: 'p99 from the press to its live message, ms', figure: message.p99, atMost: 50 },
        { what: 'messages missing or doubled', figure: missing + doubled, atMost: 0 },
      ],
    }
  } finally {
    listeners.stop()
    load.stop()
    await stop()
  }
}, args)
