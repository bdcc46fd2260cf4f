// Measures the history: the time of every kind of question, and what a large file costs. See bench/history.md.
import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect'
import { benchDatabase } from './database.ts'
import { fill, type Generated } from './generate.ts'
import { benchApp, planOf, signIn, statementsOf, timed } from './measure.ts'
import { rank } from './percentiles.ts'
import { historyQuestions } from './questions.ts'
import { boundList, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    supervisors: { type: 'string', default: '50' },
    file: { type: 'string', default: '200000' },
    times: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '20' },
    plans: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const EVENTS = Number(args.events)
const SUPERVISORS = Number(args.supervisors)
const FILE_EVENTS = Number(args.file)
/** How many of the supervisors ask; the figures are of all of them together. */
const ASKING = Math.min(10, SUPERVISORS)

const LIMITS = { firstPage: 50, filter: 150, firstByte: 1000, memoryMb: 100, ratio: 1.5 }
const { bounds, check } = boundList()

interface Asker {
  cookie: string
  /** URLs by name. */
  questions: Record<string, string>
}

const askerOf = async (app: FastifyInstance, username: string, password: string): Promise<Asker> => {
  const cookie = await signIn(app, username, password)
  return { cookie, questions: await historyQuestions((url) => timed(app, cookie, url)) }
}

type Figures = Map<string, number>

/** `rounds` 0: asks all once, unmeasured, so that compiled code and caches are there for all that follows. */
async function askAll(
  app: FastifyInstance,
  { supervisors, password }: Generated,
  rounds = Number(args.rounds),
): Promise<Figures> {
  const askers = await Promise.all(
    supervisors.slice(0, ASKING).map(({ username }) => askerOf(app, username, password)),
  )
  const figures: Figures = new Map()
  for (const name of Object.keys(askers[0]?.questions ?? {})) {
    const times: number[] = []
    for (let round = -1; round < rounds; round++) {
      for (const { cookie, questions } of askers) {
        const { milliseconds } = await timed(app, cookie, questions[name] ?? '')
        // The first round fills caches.
        if (round >= 0) times.push(milliseconds)
      }
    }
    if (rounds === 0) continue
    const p95 = rank(times, 95)
    figures.set(name, p95)
    const bound = name === 'first page' ? LIMITS.firstPage : LIMITS.filter
    const p50 = `p50 ${rank(times, 50).toFixed(1)} ms`
    console.log(`  ${check(`${name}, p95 ms`, p95, bound)}, ${p50}`)
  }
  return figures
}

async function showPlans(database: Database, app: FastifyInstance, found: Generated): Promise<void> {
  const { cookie, questions } = await askerOf(app, found.supervisors[0]?.username ?? '', found.password)
  for (const name of ['first page', 'page 6', 'one operator', 'operation key, old', 'text: place']) {
    const sent = await statementsOf(database, () => timed(app, cookie, questions[name] ?? ''))
    const statement = sent.find(({ text }) => text.includes('"newest"'))
    if (statement) console.log(`  ${name}\n${await planOf(database, statement)}`)
  }
}

async function download(app: FastifyInstance, cookie: string): Promise<void> {
  const { port } = app.server.address() as AddressInfo
  const before = await settledMemory()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  const started = performance.now()
  const request = httpGet({ port, host: '127.0.0.1', path: '/api/events/export', headers: { cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let firstByte = 0
  let bytes = 0
  response.on('data', (piece: Buffer) => {
    firstByte ||= performance.now() - started
    bytes += piece.length
  })
  await once(response, 'end')
  clearInterval(watch)
  const seconds = (performance.now() - started) / 1000
  const growth = (peak - before) / 1024 / 1024
  console.log(
    `  ${response.headers['x-total-count']} events, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
  )
  console.log(`  ${check('first byte, ms', firstByte, LIMITS.firstByte)}`)
  console.log(`  ${check('memory growth, MB', growth, LIMITS.memoryMb)} (server and reader in one process)`)
}

async function settledMemory(): Promise<number> {
  globalThis.gc?.()
  await new Promise((resolve) => setTimeout(resolve, 500))
  return process.memoryUsage.rss()
}

async function sizes(database: Database): Promise<string> {
  const { rows } = await database.pool.query(
    `select relname || ' ' || pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname in ('events', 'containers')
        or oid in (select indexrelid from pg_index where indrelid = 'events'::regclass) order by relname`,
  )
  return rows.map(({ size }) => size).join(', ')
}

await report(async () => {
  const database = await benchDatabase()
  try {
    const found = await fill(database, 'asked', { events: EVENTS, supervisors: SUPERVISORS })
    const large = await fill(database, 'file', {
      events: FILE_EVENTS,
      supervisors: 1,
      operators: 60,
      seed: 2,
    })
    const app = await benchApp(database)
    await app.listen({ port: 0, host: '127.0.0.1' })
    console.log(`  ${await sizes(database)}`)

    await askAll(app, found, 0)
    console.log(
      `\nServer's time of ${ASKING} supervisors with ${Math.round(EVENTS / SUPERVISORS)} events each`,
    )
    const alone = await askAll(app, found)
    if (args.plans) await showPlans(database, app, found)

    console.log(`\nFile of one supervisor`)
    const cookie = await signIn(app, large.supervisors[0]?.username ?? '', large.password)
    await download(app, cookie)

    const others = Number(args.times)
    if (others > 0) {
      console.log(`\nThe same beside ${others} times as many events of others`)
      await fill(database, 'others', { events: EVENTS * others, supervisors: SUPERVISORS * others, seed: 3 })
      const crowded = await askAll(app, found)
      for (const [name, p95] of crowded) {
        console.log(`  ${check(`${name}, ratio`, p95 / (alone.get(name) ?? p95), LIMITS.ratio)}`)
      }
      if (args.plans) await showPlans(database, app, found)
      await download(app, cookie)
    }
    await app.close()
    return { figures: { events: EVENTS, supervisors: SUPERVISORS }, bounds }
  } finally {
    await database.close()
  }
})
