/**
 * One event to many listeners of one supervisor, from the POST to the last of them: `npx tsx
 * --conditions=acarreo-source bench/fan-out.ts [--listeners 1000] [--events 100] [--every 100] [--source] [--json FILE]`.
 * Ends with 1 when the bound is broken or a listener misses an event.
 */
import { parseArgs } from 'node:util'
import { fanOut } from './load/fan-out.ts'
import { startListeners } from './load/listeners.ts'
import { startCrewedProduct } from './load/product.ts'
import { spreadLine } from './percentiles.ts'
import { report } from './report.ts'

const WARM_UP_EVENTS = 16

const { values: args } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    events: { type: 'string', default: '100' },
    every: { type: 'string', default: '100' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const listenersOf = Number(args.listeners)
const everyMs = Number(args.every)

await report(async () => {
  const { server, crew, stop } = await startCrewedProduct(
    { supervisors: 1, drivers: 8 },
    { fromSource: args.source },
  )
  const listeners = startListeners()
  try {
    const cookies = crew.supervisors.map(({ cookie }) => cookie)
    await listeners.open(server.origin, cookies, listenersOf)
    await fanOut(server.origin, crew.drivers, listeners, { events: WARM_UP_EVENTS, everyMs, listenersOf })
    const figures = await fanOut(server.origin, crew.drivers, listeners, {
      events: Number(args.events),
      everyMs,
      listenersOf,
    })
    console.log(spreadLine(`POST to each of ${listenersOf} listeners`, figures.each))
    console.log(spreadLine('POST to the last of them', figures.last))
    return {
      figures: { listeners: listenersOf, everyMs, ...figures },
      bounds: [
        {
          what: `p99 from the POST to each of ${listenersOf} listeners, ms`,
          figure: figures.each.p99,
          atMost: 50,
        },
      ],
    }
  } finally {
    listeners.stop()
    await stop()
  }
}, args)
