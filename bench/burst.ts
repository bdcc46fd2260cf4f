// 200 phones come back after an outage of six hours, at three speeds, while the product is killed twice. What it raises
// must be what the same trips would have open had each step come on time.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { backoffMs } from '#domain/outbox/backoff'
import { containerNumber } from '../scripts/demo/container-numbers.mjs'
import {
  connectBeside,
  FROM_BUILD,
  FROM_SOURCE,
  startServer,
} from '../test/support/processes/server-process.ts'
import { type SignedIn, signInCrew } from './load/crew.ts'
import { report } from './report.ts'

const { values: args } = parseArgs({
  options: { phones: { type: 'string', default: '200' }, seed: { type: 'string', default: '7' } },
})
/** Few enough that no step of a supervisor has a usual time, which would depend on what was delivered when. */
const DRIVERS = 10
const SUPERVISORS = Math.ceil(Number(args.phones) / DRIVERS)
/** Milliseconds between two steps of a phone. */
const SPEEDS_MS = [0, 2_000, 12_000]
const KILLS_MS = [5_000, 40_000]
const OUTAGE_MINUTES = 360
const MINUTE_MS = 60_000
const MOST_WAIT_MS = 90_000

let state = Number(args.seed)
/** In [0, 1), the same in every run. */
function chance(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

interface Step {
  eventType: string
  at: number
}
const IN_PARK = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete']

/** A trip that began in the outage and is somewhere now; some are over. */
function trip(began: number): Step[] {
  const stops = chance() < 0.5 ? ['stop_rest', 'resume_route'] : []
  const types = ['start_trip', 'en_route', ...stops, ...IN_PARK, 'exit_park', 'end_trip']
  const pace = 5 + 60 * chance()
  const steps: Step[] = []
  let at = began + 100 * MINUTE_MS * chance()
  for (const eventType of types) {
    if (at > began + OUTAGE_MINUTES * MINUTE_MS - MINUTE_MS) break
    steps.push({ eventType, at: Math.round(at) })
    at += pace * MINUTE_MS * (0.5 + 2 * chance() ** 2)
  }
  return steps
}

/** What the standard rules find in the trip now: `kind level`. Calculated without the product's code. */
function expectedOf(steps: readonly Step[], now: number): string[] {
  const last = steps.at(-1)
  if (!last || last.eventType === 'end_trip') return []
  const lasting = (kind: string, since: number, minutes: number): string[] => {
    const level = [1, 1.5, 2].filter((multiple) => now >= since + minutes * MINUTE_MS * multiple).length
    return level > 0 ? [`${kind} ${level}`] : []
  }
  const arrived = steps.find(({ eventType }) => eventType === 'arrived_at_park')
  const isOut = last.eventType === 'exit_park'
  const isStop = last.eventType.startsWith('stop_')
  return [
    ...(isStop ? lasting('stop_long', last.at, 45) : lasting('step_long', last.at, 90)),
    ...lasting('silent', last.at, 360),
    ...(arrived && !isOut && now >= arrived.at + 120 * MINUTE_MS ? ['free_time 3'] : []),
  ]
}

interface Phone extends SignedIn {
  steps: Step[]
  pauseMs: number
  retries: number
}

/** As the outbox does: in order, one at a time, again with backoff until it is answered. */
async function deliver(phone: Phone): Promise<void> {
  let containerId = ''
  for (const { eventType, at } of phone.steps) {
    const time = { eventId: randomUUID(), occurredAt: new Date(at).toISOString(), clockOffsetMs: 0 }
    for (let failures = 0; ; ) {
      const answer = await (eventType === 'start_trip'
        ? phone.client.post('/api/containers', { containerId: containerNumber(phone.id), ...time })
        : phone.client.post('/api/events', { containerId, eventType, ...time })
      ).catch(() => ({ status: 503, body: null }))
      if (answer.status < 300) {
        if (eventType === 'start_trip') containerId = answer.body.containerId
        break
      }
      if (answer.status < 500 && answer.status !== 429) throw new Error(JSON.stringify(answer))
      phone.retries++
      await pause(backoffMs(++failures, Math.random()))
    }
    await pause(phone.pauseMs)
  }
}

/** `user kind level` of all that was ever raised. */
async function raised(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ alert: string }>(
    `select c.user_id || ' ' || a.kind || ' ' || a.level as alert
     from alerts a join containers c using (container_id) order by 1`,
  )
  return rows.map(({ alert }) => alert)
}

await report(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-burst-'))
  const program = FROM_BUILD.every((file) => existsSync(file)) ? FROM_BUILD : FROM_SOURCE
  let server = await startServer(dataDir, program)
  const { port } = new URL(server.origin)
  const { pool, close } = connectBeside(dataDir)
  try {
    const crew = await signInCrew(pool, server, { supervisors: SUPERVISORS, drivers: DRIVERS })
    const began = Date.now() - OUTAGE_MINUTES * MINUTE_MS
    const phones = crew
      .filter(({ supervisorId }) => supervisorId !== null)
      .map(
        (each, i): Phone => ({
          ...each,
          steps: trip(began),
          pauseMs: SPEEDS_MS[i % SPEEDS_MS.length] ?? 0,
          retries: 0,
        }),
      )

    const from = Date.now()
    const delivering = Promise.all(phones.map(deliver))
    for (const at of KILLS_MS) {
      await pause(Math.max(0, from + at - Date.now()))
      await server.kill()
      server = await startServer(dataDir, program, { port: Number(port) })
    }
    await delivering
    const deliveredAt = Date.now()

    const expected = () =>
      phones.flatMap(({ id, steps }) => expectedOf(steps, Date.now()).map((one) => `${id} ${one}`)).sort()
    let seen = await raised(pool)
    const differs = () => {
      const [is, should] = [new Set(seen), new Set(expected())]
      return {
        // Twice, or raised although it was over.
        tooMany: seen.length - seen.filter((one) => should.has(one)).length + seen.length - is.size,
        missing: [...should].filter((one) => !is.has(one)).length,
      }
    }
    while (Date.now() - deliveredAt < MOST_WAIT_MS && differs().missing > 0) {
      await pause(1_000)
      seen = await raised(pool)
    }
    const waitedMs = Date.now() - deliveredAt
    // Whatever should not come has time to come.
    await pause(5_000)
    seen = await raised(pool)
    const { tooMany, missing } = differs()
    const steps = phones.reduce((sum, phone) => sum + phone.steps.length, 0)
    const retries = phones.reduce((sum, phone) => sum + phone.retries, 0)
    const over = phones.filter((phone) => phone.steps.at(-1)?.eventType === 'end_trip').length
    console.log(`${phones.length} phones, ${steps} steps, ${over} trips over, ${retries} retries`)
    console.log(`delivered in ${((deliveredAt - from) / 1000).toFixed(0)} s; ${seen.length} alerts`)
    return {
      figures: {
        phones: phones.length,
        steps,
        over,
        retries,
        alerts: seen.length,
        waitedMs,
      },
      bounds: [
        { what: 'alerts raised', figure: seen.length, atLeast: phones.length / 5 },
        { what: 'alerts of what was over, or twice', figure: tooMany, atMost: 0 },
        { what: 'alerts that are missing', figure: missing, atMost: 0 },
        {
          what: 's from the last delivery to the last alert',
          figure: waitedMs / 1000,
          atMost: MOST_WAIT_MS / 1000,
        },
      ],
    }
  } finally {
    await close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
