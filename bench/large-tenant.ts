/**
 * What a company of 200 trucks asks that is computed and not read: places to suggest, a month of estadía, the visits under
 * way, over 22,000 visits of four weeks, 200 polygons of 500 points and an agreement with five pauses. Time of each answer,
 * and the longest time that it held the thread: `npx tsx --conditions=acarreo-source bench/large-tenant.ts [--visits 22000]
 * [--rounds 5] [--zone America/Tijuana]`. Ends with 1 when a bound is broken.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { monthOf, monthPeriod } from '#domain/time/zone'
import { readConfig } from '#server/config'
import { benchDatabase } from './database.ts'
import { generate } from './generate.ts'
import { AGREEMENT, addLargeMonth } from './large-rows.ts'
import { benchApp, signIn, timed } from './measure.ts'
import { rank } from './percentiles.ts'
import { type Bound, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    visits: { type: 'string', default: '22000' },
    rounds: { type: 'string', default: '5' },
    zone: { type: 'string', default: 'America/Tijuana' },
  },
})
const VISITS = Number(args.visits)
const TRUCKS = 200
const BOUND_MS = 1000
const STRETCH_MS = 250
const RESOLUTION_MS = 5

await report(async () => {
  const database = await benchDatabase()
  try {
    const { timezone } = readConfig({})
    const month = monthOf(monthPeriod(monthOf(Date.now(), timezone), timezone).from - 1, timezone)
    const { supervisors, password } = await generate(database, {
      events: TRUCKS * 10,
      supervisors: 1,
      operators: TRUCKS,
    })
    const [supervisor] = supervisors
    if (!supervisor) throw new Error('nobody to ask')
    const client = await database.pool.connect()
    await addLargeMonth(client, {
      supervisorId: supervisor.id,
      from: monthPeriod(month, timezone).from,
      visits: VISITS,
      timeZone: args.zone,
    })
    client.release()

    const app = await benchApp(database)
    const cookie = await signIn(app, supervisor.username, password)
    const made = await app.inject({
      method: 'POST',
      url: '/api/detention/contracts',
      headers: { cookie },
      payload: AGREEMENT,
    })
    if (made.statusCode !== 201) throw new Error(`contract: ${made.body}`)

    const bounds: Bound[] = []
    const figures: Record<string, { milliseconds: number; stretch: number; bytes: number }> = {}
    console.log('answer                                  ms  longest stretch, ms      kB')
    for (const url of [
      '/api/supervisor/places/suggested',
      `/api/detention?month=${month}`,
      '/api/detention/now',
    ]) {
      const times: number[] = []
      const stretches: number[] = []
      let bytes = 0
      for (let round = 0; round < Number(args.rounds); round++) {
        const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
        delay.enable()
        const { milliseconds, body } = await timed(app, cookie, url)
        // The last stretch is known once the timer of the histogram has fired.
        await pause(4 * RESOLUTION_MS)
        delay.disable()
        times.push(milliseconds)
        stretches.push(delay.max / 1e6 - RESOLUTION_MS)
        bytes = body.length
      }
      const name = url.split('?', 1)[0] ?? url
      const [milliseconds, stretch] = [rank(times, 50), rank(stretches, 50)]
      figures[name] = { milliseconds, stretch, bytes }
      console.log(
        `${name.padEnd(34)} ${milliseconds.toFixed(0).padStart(7)} ${stretch.toFixed(0).padStart(20)} ${(bytes / 1000).toFixed(0).padStart(7)}`,
      )
      bounds.push({ what: `${name}, p50 ms`, figure: milliseconds, atMost: BOUND_MS })
      bounds.push({ what: `${name}, longest stretch ms`, figure: stretch, atMost: STRETCH_MS })
    }
    await app.close()
    return { figures, bounds }
  } finally {
    await database.close()
  }
})
