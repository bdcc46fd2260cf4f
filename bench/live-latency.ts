/**
 * From the press of a step to the changed card on the supervisor's open page, on one machine, against p50 < 100 ms and
 * p99 < 300 ms at 50 events a second: `npx tsx --conditions=acarreo-source bench/live-latency.ts [perSecond] [seconds]`.
 * Needs a build. Ends with 1 when a figure is over its bound or an event is missing from the page.
 */
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import type { LiveMessage } from '#contract/live/messages'
import { systemSettings } from '#server/db/schema/console'
import { type HttpClient, hireCrew } from '../test/support/http-client.ts'
import { connectBeside } from '../test/support/processes/server-process.ts'
import { adoptSession } from './browser.ts'
import { onProduct } from './on-product.ts'
import { spreadLine, spreadOf } from './percentiles.ts'
import { createShift, type Pressed } from './shift.ts'
import { clockSkew, preciseNow, type Sighting, sightingsOf, watchCards } from './watch-cards.ts'

const P50_BOUND_MS = 100
const P99_BOUND_MS = 300
const OPERATORS = 40
const WARM_UP_SECONDS = 10

const perSecond = Number(process.argv[2] ?? 50)
const seconds = Number(process.argv[3] ?? 60)

/** Notes when each event was heard, as any client of the live channel would. */
async function listenBare(
  origin: string,
  client: HttpClient,
): Promise<{ heard: Map<string, number>; close(): void }> {
  const { token } = (await client.post('/api/live-token')).body
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?token=${token}`, {
    headers: { cookie: client.cookie },
    origin,
  })
  const heard = new Map<string, number>()
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the live channel closed with ${code}`)))
    socket.on('message', (data) => {
      const at = preciseNow()
      const message: LiveMessage = JSON.parse(String(data))
      if (message.type === 'hello') resolve()
      if (message.type === 'event_update') heard.set(message.payload.eventId, at)
    })
  })
  return { heard, close: () => socket.close() }
}

/** For each press the moment at which its card showed it; undefined when it never did. */
function seenAt(pressed: readonly Pressed[], sightings: readonly Sighting[]): (number | undefined)[] {
  const moments = new Map<string, number[]>()
  for (const { containerId, status, at } of sightings) {
    const key = `${containerId} ${status}`
    moments.set(key, [...(moments.get(key) ?? []), at])
  }
  return pressed.map(({ containerId, status, sentAt }) =>
    moments.get(`${containerId} ${status}`)?.find((at) => at >= sentAt),
  )
}

await onProduct(async ({ origin, dataDir, browser }) => {
  const beside = connectBeside(dataDir)
  await beside.orm
    .insert(systemSettings)
    .values({ settingKey: 'operator_limit', settingValue: String(OPERATORS) })
  await beside.close()
  const crew = await hireCrew({ origin }, 'medicion', OPERATORS)
  const shift = createShift(crew)
  await shift.begin()

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-MX' })
  await adoptSession(context, origin, crew.supervisor.cookie)
  const page = await context.newPage()
  const complaints: string[] = []
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) reads++
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${origin}/supervisor`)
  await page
    .locator('h3[id^="operation-"]')
    .nth(OPERATORS - 1)
    .waitFor()
  await watchCards(page)
  const bare = await listenBare(origin, crew.supervisor)

  await shift.work({ seconds: WARM_UP_SECONDS, perSecond })
  reads = 0
  const clocks = await clockSkew(page)
  const startedAt = preciseNow()
  const pressed = await shift.work({ seconds, perSecond })
  const tookSeconds = (preciseNow() - startedAt) / 1000
  await pause(2000)

  const seen = seenAt(pressed, await sightingsOf(page))
  const unseen = seen.filter((at) => at === undefined).length
  const unheard = pressed.filter(({ eventId }) => !bare.heard.has(eventId)).length
  bare.close()
  const answered = spreadOf(pressed.map(({ sentAt, answeredAt }) => answeredAt - sentAt))
  const heard = spreadOf(
    pressed.flatMap(({ eventId, sentAt }) => (bare.heard.get(eventId) ?? Number.NaN) - sentAt),
  )
  const changed = spreadOf(
    pressed.flatMap(({ sentAt }, i) => (seen[i] === undefined ? [] : [seen[i] - sentAt])),
  )
  console.log(
    `${pressed.length} events in ${tookSeconds.toFixed(1)} s: ${(pressed.length / tookSeconds).toFixed(1)} a second, ${OPERATORS} operators`,
  )
  console.log(
    `page clock ahead by ${clocks.skew.toFixed(2)} ms, give or take ${clocks.uncertainty.toFixed(2)} ms`,
  )
  console.log(`requests of the page meanwhile: ${reads}`)
  console.log(spreadLine('POST answered', answered))
  console.log(spreadLine('heard by a bare socket', heard))
  console.log(spreadLine('card changed on the open page', changed))
  for (const complaint of complaints) console.log(`page: ${complaint}`)
  if (unseen > 0) console.log(`${unseen} events never showed on the page`)
  if (unheard > 0) console.log(`${unheard} events were not heard on the socket`)
  const card = 'from the press to the changed card, ms'
  return {
    figures: { perSecond: pressed.length / tookSeconds, answered, heard, changed },
    bounds: [
      { what: `p50 ${card}`, figure: changed.p50, atMost: P50_BOUND_MS },
      { what: `p99 ${card}`, figure: changed.p99, atMost: P99_BOUND_MS },
      { what: 'events unseen or unheard', figure: unseen + unheard, atMost: 0 },
      { what: 'errors of the page', figure: complaints.length, atMost: 0 },
    ],
  }
})
