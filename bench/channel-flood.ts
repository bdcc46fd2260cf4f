/**
 * What half a million messages that clients send on the live channel cost everybody else: `npx tsx
 * --conditions=acarreo-source bench/channel-flood.ts [--channels 500] [--messages 1000] [--rounds 3] [--source] [--json
 * FILE]`. `/api/config` is asked by the clock, before a flood and during it. Ends with 1 when the bound is broken.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFlood } from './load/flood.ts'
import { monotonicMs, startLoad } from './load/generator.ts'
import { startCrewedProduct } from './load/product.ts'
import { requestText } from './load/template.ts'
import { percentile } from './percentiles.ts'
import { report } from './report.ts'

const PER_ACCOUNT = 20
const SECONDS = 2
const PER_SECOND = 200

const { values: args } = parseArgs({
  options: {
    channels: { type: 'string', default: '500' },
    messages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    source: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const channels = Number(args.channels)
const messages = Number(args.messages)

const median = (figures: readonly number[]): number =>
  percentile(
    [...figures].sort((a, b) => a - b),
    50,
  )

await report(async () => {
  const { server, crew, stop } = await startCrewedProduct(
    { supervisors: Math.ceil(channels / PER_ACCOUNT), drivers: 1 },
    { fromSource: args.source, channels: PER_ACCOUNT },
  )
  const load = startLoad()
  try {
    const { host, hostname, port } = new URL(server.origin)
    const cookies = crew.supervisors.map(({ cookie }) => cookie)
    const request = requestText(host, { method: 'GET', path: '/api/config', headers: {} })
    const measured = () =>
      load.run({
        host: hostname,
        port: Number(port),
        connections: Array.from({ length: 4 }, () => [{ requests: [request], at: 0 }]),
        expect: [200],
        warmUpMs: 500,
        measureMs: SECONDS * 1000,
        perSecond: PER_SECOND,
      })
    const rounds: { quiet: number; flooded: number; floodedP99: number }[] = []
    for (let round = 0; round < Number(args.rounds); round++) {
      const quiet = await measured()
      const flood = await startFlood(server.origin, cookies, channels)
      const under = measured()
      // The warm-up.
      await pause(500)
      const began = monotonicMs()
      await flood.send(messages)
      const took = (monotonicMs() - began) / 1000
      const flooded = await under
      flood.stop()
      rounds.push({ quiet: quiet.p50, flooded: flooded.p50, floodedP99: flooded.p99 })
      console.log(
        `/api/config p50 ${quiet.p50.toFixed(2)} ms; during ${channels * messages} messages in ${took.toFixed(1)} s p50 ${flooded.p50.toFixed(2)}, p99 ${flooded.p99.toFixed(1)} ms`,
      )
    }
    // What an earlier flood has left behind would count as quiet.
    const ratio = median(rounds.map(({ flooded }) => flooded)) / (rounds[0]?.quiet ?? Number.NaN)
    return {
      figures: { channels, messages: channels * messages, rounds, ratio },
      bounds: [
        {
          what: 'p50 of /api/config during the flood, of that before the first one',
          figure: ratio,
          atMost: 3,
        },
      ],
    }
  } finally {
    load.stop()
    await stop()
  }
}, args)
