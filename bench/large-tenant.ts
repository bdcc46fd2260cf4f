/**
 * What a company of 200 trucks may ask of its desk, over a month of 22,000 visits, 300,000 events, 200 polygons of 500 points
 * and agreements with five pauses. Of each answer the time (of a file: until its first byte), and the longest time that it
 * held the thread: `npx tsx --conditions=acarreo-source bench/large-tenant.ts [--visits 22000] [--rounds 3] [--only REGEXP]
 * [--zone America/Tijuana]`. Each round asks a product that has just started. Ends with 1 when a bound is broken.
 */
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { monthOf, monthPeriod } from '#domain/time/zone'
import { plainClock } from '#server/adapters/clock'
import { readConfig } from '#server/config'
import { sumTrips } from '#server/record/read/trip-sums'
import { benchDatabase } from './database.ts'
import { generate } from './generate.ts'
import { addVisits, TRUCKS } from './large/company.ts'
import { type Named, type Question, questions } from './large/questions.ts'
import { AGREEMENT } from './large-rows.ts'
import { watchStretches } from './longest-stretch.ts'
import { benchApp, signIn } from './measure.ts'
import { rank } from './percentiles.ts'
import { type Bound, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    visits: { type: 'string', default: '22000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    zone: { type: 'string', default: 'America/Tijuana' },
  },
})
const ROUNDS = Number(args.rounds)
const BOUND_MS = 1000
const STRETCH_MS = 50

const { timezone } = readConfig({})
const month = monthOf(monthPeriod(monthOf(Date.now(), timezone), timezone).from - 1, timezone)
const period = monthPeriod(month, timezone)
/** It is the last minute of the month, so that what looks back over weeks sees all of it. */
const behind = Date.now() - (period.to - 60_000)
const clock = plainClock(() => Date.now() - behind)

type Ask = <T>(method: 'GET' | 'POST', url: string, payload?: object) => Promise<T>
const asking =
  (app: FastifyInstance, cookie: string): Ask =>
  async (method, url, payload) => {
    const answer = await app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
    return answer.json()
  }

/** Makes what is made by the product, and finds what the questions name. */
async function named(ask: Ask): Promise<Named> {
  const { clients, places } = await ask<{ clients: { id: number }[]; places: { id: number }[] }>(
    'GET',
    '/api/detention/contracts',
  )
  await ask('POST', '/api/detention/contracts', AGREEMENT)
  for (const { id } of clients)
    await ask('POST', '/api/detention/contracts', { ...AGREEMENT, name: `De ${id}`, clientId: id })
  const clientId = clients[0]?.id ?? 0
  const [operator] = await ask<{ id: number }[]>('GET', '/api/users/operators')
  const { id: reportId } = await ask<{ id: number }>('POST', '/api/reports', { month })
  const { hash: packHash } = await ask<{ hash: string }>('POST', '/api/evidence', { clientId, month })
  const [from, to] = [new Date(period.from).toISOString(), new Date(period.to).toISOString()]
  const placeId = places[0]?.id ?? 0
  const [operation] = await ask<{ containerId: string }[]>('GET', '/api/containers/ids')
  return {
    month,
    from,
    to,
    containerId: operation?.containerId ?? '',
    operatorId: operator?.id ?? 0,
    placeId,
    clientId,
    reportId,
    packHash,
  }
}

/** Milliseconds until the answer, or its first byte; the longest stretch on the thread until its last, bytes. */
async function measured(app: FastifyInstance, cookie: string, { url, isFile }: Question) {
  const longest = watchStretches()
  const started = performance.now()
  const answer = await app.inject({ url, headers: { cookie }, payloadAsStream: true })
  let [bytes, first] = [0, 0]
  for await (const chunk of answer.stream()) {
    first ||= performance.now() - started
    bytes += (chunk as Buffer).length
  }
  const isAnswered = answer.statusCode === 200
  const milliseconds = !isAnswered ? Number.POSITIVE_INFINITY : isFile ? first : performance.now() - started
  const stretch = await longest()
  if (!isAnswered) console.log(`${url}: ${answer.statusCode}`)
  return { milliseconds, stretch, bytes }
}

await report(async () => {
  const database = await benchDatabase()
  try {
    const { supervisors, password } = await generate(database, {
      events: TRUCKS * 10,
      supervisors: 1,
      operators: TRUCKS,
      until: clock.now(),
    })
    const [supervisor] = supervisors
    if (!supervisor) throw new Error('nobody to ask')
    const client = await database.pool.connect()
    const events = await addVisits(client, supervisor.id, {
      visits: Number(args.visits),
      period,
      zone: args.zone,
    })
    client.release()
    // The job has done so every minute of such a month.
    await sumTrips(database)
    console.log(`${args.visits} visits, ${events} events`)

    let asked: Question[] = []
    const found = new Map<string, Awaited<ReturnType<typeof measured>>[]>()
    for (let round = 0; round < ROUNDS; round++) {
      const app = await benchApp(database, { clock })
      const cookie = await signIn(app, supervisor.username, password)
      if (round === 0) {
        const only = new RegExp(args.only)
        asked = questions(await named(asking(app, cookie))).filter(({ url }) => only.test(url))
      }
      for (const question of asked) {
        const figures = await measured(app, cookie, question)
        found.set(question.url, [...(found.get(question.url) ?? []), figures])
      }
      await app.close()
    }

    const bounds: Bound[] = []
    console.log(`${'answer'.padEnd(70)}   p50 ms  longest stretch, ms: p50, least, of the processor       kB`)
    for (const { url, isFile } of asked) {
      const rounds = found.get(url) ?? []
      const milliseconds = rank(
        rounds.map((figures) => figures.milliseconds),
        50,
      )
      const stretches = rounds.map((figures) => figures.stretch.wall)
      const ofProcessor = rank(
        rounds.map((figures) => figures.stretch.processor),
        50,
      )
      const stretch = rank(stretches, 50)
      const kB = (rounds[0]?.bytes ?? 0) / 1000
      const column = (figure: number, width: number) => figure.toFixed(0).padStart(width)
      console.log(
        `${url.slice(0, 70).padEnd(70)} ${column(milliseconds, 8)} ${column(stretch, 25)} ${column(rank(stretches, 0), 6)} ${column(ofProcessor, 18)} ${column(kB, 9)}`,
      )
      bounds.push({
        what: `${url}, ${isFile ? 'first byte' : 'answer'} ms`,
        figure: milliseconds,
        atMost: BOUND_MS,
      })
      bounds.push({ what: `${url}, longest stretch ms`, figure: stretch, atMost: STRETCH_MS })
    }
    return { figures: Object.fromEntries(found), bounds }
  } finally {
    await database.close()
  }
})
