/**
 * Memory of one process with many open live channels, and an event to those of one supervisor meanwhile: `npx tsx
 * --conditions=acarreo-source bench/channels.ts [--channels 10000] [--supervisors 200] [--seconds 30] [--source]
 * [--json FILE]`. Ends with 1 when the bound is broken. Product and listeners need a file for each channel: the hard limit
 * of `ulimit -Hn` must be above their number (Node raises the soft one itself).
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { megabytes } from '../test/support/processes/memory.ts'
import { fanOut } from './load/fan-out.ts'
import { startListeners } from './load/listeners.ts'
import { startCrewedProduct } from './load/product.ts'
import { spreadLine } from './percentiles.ts'
import { report } from './report.ts'

/** Files of a process besides the channels. */
const OTHER_FILES = 200

const { values: args } = parseArgs({
  options: {
    channels: { type: 'string', default: '10000' },
    supervisors: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const channels = Number(args.channels)
const supervisors = Number(args.supervisors)

function requireFiles(pid: number): void {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1])
  if (limit < channels + OTHER_FILES) {
    throw new Error(`${channels} channels need ulimit -Hn ${channels + OTHER_FILES}; it is ${limit}`)
  }
}

await report(async () => {
  const { server, crew, stop } = await startCrewedProduct(
    { supervisors, drivers: 1 },
    { fromSource: args.source },
  )
  const listeners = startListeners()
  try {
    requireFiles(server.pid)
    const before = megabytes(server.pid, 'VmRSS')
    const openedMs = await listeners.open(
      server.origin,
      crew.supervisors.map(({ cookie }) => cookie),
      channels,
    )
    // Every socket is pinged meanwhile.
    await pause(Number(args.seconds) * 1000)
    const after = megabytes(server.pid, 'VmRSS')
    const [{ supervisorId } = { supervisorId: 0 }] = crew.drivers
    const heard = await fanOut(
      server.origin,
      crew.drivers.filter((driver) => driver.supervisorId === supervisorId),
      listeners,
      { events: 50, everyMs: 100, listenersOf: channels / supervisors },
    )
    const peak = megabytes(server.pid, 'VmHWM')
    console.log(
      `resident before ${before.toFixed(0)} MB, with ${channels} channels ${after.toFixed(0)} MB, peak ${peak.toFixed(0)} MB`,
    )
    console.log(`each channel ${(((after - before) * 1024) / channels).toFixed(1)} kB`)
    console.log(
      `opened in ${(openedMs / 1000).toFixed(1)} s: ${((channels / openedMs) * 1000).toFixed(0)} a second`,
    )
    console.log(spreadLine(`POST to each of ${channels / supervisors} listeners`, heard.each))
    return {
      figures: { channels, supervisors, before, after, peak, openedMs, ...heard },
      bounds: [{ what: `resident with ${channels} channels, MB`, figure: after, atMost: 600 }],
    }
  } finally {
    listeners.stop()
    await stop()
  }
}, args)
