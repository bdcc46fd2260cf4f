// Measures the judging of alerts: 50 supervisors with 500 active operations and 20 rules each.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { plainClock } from '#server/adapters/clock'
import { createJudge } from '#server/features/desk/alerts/judging/service'
import { addStandardRules } from '#server/features/desk/alerts/queries'
import type { BusMessage } from '#server/live/bus/bus'
import { memoryBus } from '#server/live/bus/memory'
import { benchDatabase } from './database.ts'
import { rank } from './percentiles.ts'
import { type Bound, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    supervisors: { type: 'string', default: '50' },
    operations: { type: 'string', default: '500' },
    live: { type: 'string', default: '300' },
  },
})
const SUPERVISORS = Number(args.supervisors)
const OPERATIONS = Number(args.operations)
const LIVE = Number(args.live)
const RULES = 20
const SECOND_MS = 1000
const NORMS_MS = 5_000

await report(async () => {
  const database = await benchDatabase()
  const { pool } = database
  const start = Date.now()
  const at = (minutesAgo: number): string => new Date(start - minutesAgo * 60_000).toISOString()

  await pool.query(
    `insert into users (username, password_hash, role, display_name)
     select 'jefe' || n, '', 'supervisor', 'Jefe' from generate_series(1, $1) n`,
    [SUPERVISORS],
  )
  const { rows: bosses } = await pool.query<{ id: number }>(`select id from users where role = 'supervisor'`)
  for (const { id } of bosses) {
    await pool.query(
      `with c as (
         insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
           operation_type, current_status, last_completed_status, last_completed_time, start_time, last_updated,
           version, newest_position)
         select 'TEST' || (1000000 + n) || '_' || $1::integer || 'x' || n, 'TEST' || (1000000 + n), 1000000 + $1::integer * 10000 + n, 'c', 'C', $1::integer,
           'load', 'arrived_at_park', 'arrived_at_park', $4::timestamptz + n % 60 * interval '1 s', $3::timestamptz, $4::timestamptz + n % 60 * interval '1 s', 3, 3
         from generate_series(1, $2::integer) n
         returning *
       )
       insert into events (event_id, seq, supervisor_id, user_id, username, container_id, display_container_id,
         operation_type, event_type, position, timestamp, recorded_at)
       select gen_random_uuid(), row_number() over (), $1::integer, c.user_id, 'c', c.container_id, c.display_container_id, 'load',
         (array['start_trip', 'en_route', 'arrived_at_park'])[p], p,
         case p when 1 then $3::timestamptz when 2 then $3::timestamptz else c.last_updated end, c.last_updated
       from c, generate_series(1, 3) p`,
      [id, OPERATIONS, at(200), at(120)],
    )
    await pool.query(`insert into event_counters (tenant_id, last_seq) values ($1, $2)`, [id, OPERATIONS * 3])
    // What falls due in this minute: free time of 120 minutes, reached by each operation at its second.
    await pool.query(
      `insert into alert_rules (supervisor_id, kind, parameters, enabled, push, mail, changed_at)
       select $1::integer, k.kind, k.parameters, true, false, false, now() from (
         select 'free_time' as kind, jsonb_build_object('minutes', 120, 'fromPercent', 100) as parameters
         union all select (array['step_long','stop_long','silent','outside_place','refused'])[1 + n % 5],
           jsonb_build_object('minutes', 1000 + n, 'factor', 9, 'metres', 90000, 'times', 50)
         from generate_series(1, $2::integer - 1) n
         union all select 'wrong_clock', jsonb_build_object('minutes', 10)
       ) k`,
      [id, RULES - 1],
    )
  }
  // Only the rules of this bench.
  await addStandardRules(database.orm, new Date(start))
  await pool.query('update alert_rules set enabled = false where is_standard')
  await pool.query('analyze')

  let now = start
  const bus = memoryBus()
  const judge = createJudge({
    database,
    bus,
    clock: plainClock(() => now),
    config: { timezone: 'America/Mexico_City' },
    onNotices() {},
    onError: console.error,
  })

  const began = performance.now()
  await judge.start()
  const startMs = performance.now() - began

  // The norms are read after the takeover, one supervisor at a time.
  await pause(NORMS_MS)

  /** CPU milliseconds of this process. */
  async function cpuOf(work: () => Promise<void>): Promise<number> {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const minute = async (): Promise<void> => {
    for (let second = 0; second < 60; second++) {
      now += SECOND_MS
      await judge.look()
    }
  }
  const raising = await cpuOf(minute)
  const { rows: counted } = await pool.query<{ n: number }>('select count(*) as n from alerts')
  const quiet = await cpuOf(minute)

  const latencies: number[] = []
  for (let i = 0; i < LIVE; i++) {
    const supervisorId = bosses[i % bosses.length]?.id ?? 0
    const n = 1 + Math.floor(i / bosses.length)
    const key = `TEST${1_000_000 + n}_${supervisorId}x${n}`
    const time = new Date(now)
    const heard = new Promise<void>((resolve) => {
      const stop = bus.subscribe((message) => {
        if (message.kind !== 'alert_changed' || message.alert.alert.operationKey !== key) return
        if (message.alert.alert.kind !== 'wrong_clock') return
        stop()
        resolve()
      })
    })
    const sent = performance.now()
    const operation = { operationKey: key, supervisorId, userId: 1, version: 4, placeId: null }
    const event = {
      eventId: randomUUID(),
      seq: OPERATIONS * 3 + n,
      eventType: 'access_granted',
      operationType: 'load',
      timestamp: time,
      recordedAt: time,
      clockOffsetMs: 3_600_000,
    }
    bus.publish({ kind: 'recorded', event, grade: null, operation } as unknown as BusMessage)
    await heard
    latencies.push(performance.now() - sent)
  }
  await judge.stop()
  await database.close()

  const sorted = latencies.sort((a, b) => a - b)
  const p95 = rank(sorted, 95)
  const bounds: Bound[] = [
    { what: 'CPU ms a minute, everything quiet', figure: quiet, atMost: 1000 },
    { what: 'CPU ms a minute, every operation raises one', figure: raising, atMost: 3_000 },
    { what: 'live event to alert, p95 ms', figure: p95, atMost: 50 },
  ]
  console.log(
    `${judge.size()} operations, ${bosses.length * RULES} rules; ${counted[0]?.n} alerts raised in the first minute`,
  )
  console.log(`takeover: ${startMs.toFixed(0)} ms until everything is read and judged`)
  console.log(
    `a minute: ${quiet.toFixed(0)} ms of CPU when quiet, ${raising.toFixed(0)} ms when each operation raises one`,
  )
  console.log(`live event to alert: p50 ${rank(sorted, 50).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  return { figures: { startMs, quiet, raising, p50: rank(sorted, 50), p95 }, bounds }
})
