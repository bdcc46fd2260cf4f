// Measures the KPIs: all figures of one supervisor's month, and the visits behind one of them. See bench/history.md.
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { KpisResponse } from '#contract/http/desk/kpis'
import { monthOf, monthPeriod } from '#domain/time/zone'
import { readConfig } from '#server/config'
import type { Database } from '#server/db/connect'
import { PART_NAMES } from '#server/features/desk/kpis/parts'
import { monthStatement } from '#server/features/desk/kpis/queries'
import { scopeOf } from '#server/identity/supervisor-scope'
import { snapshotSeq } from '#server/record/read/period'
import { benchDatabase } from './database.ts'
import { fill } from './generate.ts'
import { benchApp, signIn, timed } from './measure.ts'
import { rank } from './percentiles.ts'
import { kpiQuestions } from './questions.ts'
import { boundList, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    supervisors: { type: 'string', default: '50' },
    /** Of the supervisor who asks, in one month. */
    month: { type: 'string', default: '20000' },
    times: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '40' },
    plans: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const EVENTS = Number(args.events)
const SUPERVISORS = Number(args.supervisors)
/** The generated history is about six months long. */
const MONTHS = 6
const BOUND_MS = 250
const BOUND_RATIO = 1.5
const { bounds, check } = boundList()

const zone = readConfig({}).timezone
const now = Date.now()
const lastMonth = monthOf(monthPeriod(monthOf(now, zone), zone).from - 1, zone)

async function ask(app: FastifyInstance, cookie: string): Promise<Map<string, number>> {
  const month = await timed(app, cookie, `/api/supervisor/kpis?month=${lastMonth}`)
  const kpis = JSON.parse(month.body) as KpisResponse
  if (kpis.failed.length > 0) throw new Error(`failed: ${kpis.failed.join()}`)
  const events = kpis.eventTypes?.reduce((sum, { value }) => sum + value, 0)
  console.log(`  ${lastMonth}: ${events} events, ${kpis.deadTime?.operations} operations`)
  const figures = new Map<string, number>()
  for (const [name, url] of Object.entries(kpiQuestions(lastMonth))) {
    const times: number[] = []
    for (let round = -3; round < Number(args.rounds); round++) {
      const { milliseconds } = await timed(app, cookie, url)
      // The first rounds fill caches.
      if (round >= 0) times.push(milliseconds)
    }
    const p95 = rank(times, 95)
    figures.set(name, p95)
    const p50 = `p50 ${rank(times, 50).toFixed(1)} ms`
    console.log(`  ${check(`${name}, p95 ms`, p95, BOUND_MS)}, ${p50}`)
  }
  return figures
}

async function showPlan(database: Database, supervisorId: number): Promise<void> {
  const scope = scopeOf({ id: supervisorId, role: 'supervisor' })
  const rows = await database.orm.transaction(async (tx) => {
    const { summedUpTo } = await snapshotSeq(tx, scope)
    const selection = { scope, operatorIds: [], containers: [], selectors: null, summedUpTo }
    const statement = monthStatement(selection, monthPeriod(lastMonth, zone), now, PART_NAMES)
    return (await tx.execute(sql`explain (analyze, buffers, costs off) ${statement}`)).rows
  })
  console.log(rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n'))
}

/**
 * Rows in the order in which they happened, all supervisors mixed, as the product writes them: filled one supervisor
 * after the other, a month would lie on a thirtieth of the pages.
 */
async function mix(database: Database): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('create index bench_mix on events ("timestamp")')
    await client.query('cluster events using bench_mix')
    await client.query('drop index bench_mix')
    await client.query('vacuum (analyze) events')
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
}

await report(async () => {
  const database = await benchDatabase()
  try {
    await fill(database, 'beside', { events: EVENTS, supervisors: SUPERVISORS })
    const asked = await fill(database, 'asked', {
      events: Number(args.month) * MONTHS,
      supervisors: 1,
      operators: Math.ceil(Number(args.month) / 150),
      seed: 2,
    })
    const [supervisor] = asked.supervisors
    if (!supervisor) throw new Error('nobody to ask')
    await mix(database)
    const app = await benchApp(database)
    const cookie = await signIn(app, supervisor.username, asked.password)

    console.log(`\nServer's time of all KPIs of one supervisor's month`)
    const alone = await ask(app, cookie)
    if (args.plans) await showPlan(database, supervisor.id)

    const others = Number(args.times)
    if (others > 0) {
      console.log(`\nThe same beside ${others} times as many events of others`)
      await fill(database, 'others', {
        events: EVENTS * (others - 1),
        supervisors: SUPERVISORS * others,
        seed: 3,
      })
      await mix(database)
      for (const [name, p95] of await ask(app, cookie)) {
        console.log(`  ${check(`${name}, ratio`, p95 / (alone.get(name) ?? p95), BOUND_RATIO)}`)
      }
      if (args.plans) await showPlan(database, supervisor.id)
    }
    await app.close()
    return { figures: { events: EVENTS, supervisors: SUPERVISORS }, bounds }
  } finally {
    await database.close()
  }
})
