/**
 * How far the pages shift by themselves: the desk while it sees what `npm run demo` shows in an hour, sixty hours of its
 * trucks, in `minutes`, and a driver's page over a trip: `npx tsx --conditions=acarreo-source bench/hour.ts [minutes]`. The
 * pointer lies on one desk, whose cards keep their places; nobody is at the other, which sorts itself.
 * Needs a build. Ends with 1 when a bound is broken.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { openAccounts, PASSWORD } from '../scripts/demo/accounts.mjs'
import { createDrive } from '../scripts/demo/drive.mjs'
import { createFleet } from '../scripts/demo/fleet.mjs'
import { createPhone } from '../scripts/demo/phone.mjs'
import { demoRoad } from '../scripts/demo/road.mjs'
import { adoptSession } from './browser.ts'
import { onProduct } from './on-product.ts'

const BOUND = 0.02
const HOUR = 3_600_000
const PAST = 24 * HOUR
const SEED = 12
/** From the start of a load to before its end, which is asked for. */
const STEPS_BY_BUTTON = 6

/** The demo runs sixty times faster than its trucks' day. */
const TRAFFIC = 60 * HOUR

const minutes = Number(process.argv[2] ?? 4)

/**
 * Adds up the shifts that no input caused: all of them, and those of the worst five seconds as the web vitals do (windows
 * without a pause of a second). Names what moved.
 */
const WATCH = `globalThis.shifts = { worst: 0, sum: 0, moved: {} }
  let begun = -1e9, last = -1e9, open = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    const { startTime, value } = entry
    if (startTime - last > 1000 || startTime - begun > 5000) { begun = startTime; open = 0 }
    last = startTime; open += value; shifts.sum += value; shifts.worst = Math.max(shifts.worst, open)
    for (const { node } of entry.sources) { const name = node?.className || node?.nodeName; shifts.moved[name] = (shifts.moved[name] ?? 0) + 1 }
  } }).observe({ type: 'layout-shift' })`

await onProduct(async ({ origin, browser }) => {
  const { supervisor, drivers } = await openAccounts(origin)
  const now = Date.now()
  const ending = new AbortController()
  const { signal } = ending
  const own = drivers.pop()
  if (own === undefined) throw new Error('the demo has no drivers')
  const fleet = createFleet({ trucks: drivers.length, seed: SEED, road: demoRoad(), startsAt: now - PAST })
  const phones = drivers.map(({ username, client }) =>
    createPhone({ client, login: { username, password: PASSWORD }, signal }),
  )
  let presses = 0
  const drive = createDrive({ fleet, phones, signal, onOutcome: () => presses++ })
  await drive.fastForward(now)

  const { id } = (await supervisor.get('/api/user')).body
  async function open(path: string, cookie: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ locale: 'es-MX', ...options })
    await adoptSession(context, origin, cookie)
    await context.addInitScript((key) => localStorage.setItem(key, 'true'), `premium_welcome_shown_${id}`)
    const page = await context.newPage()
    await page.goto(origin + path)
    await page.getByText('Online').first().waitFor()
    await pause(3000)
    await page.evaluate(WATCH)
    return page
  }
  const desk = { viewport: { width: 1280, height: 800 } }
  const pages: Record<string, Page> = {
    'desk in use': await open('/supervisor', supervisor.cookie(), desk),
    'desk alone': await open('/supervisor', supervisor.cookie(), desk),
  }
  await pages['desk in use']?.locator('[data-operation]').first().hover()
  presses = 0
  const lasts = minutes * 60_000
  const driving = drive.live({ from: now, speed: TRAFFIC / lasts })
  await pause(lasts)
  ending.abort()
  await driving

  const operation = { containerId: 'MSKU1000000', operationType: 'load' }
  const begun = await own.client.post('/api/containers', operation)
  if (begun.status !== 201) throw new Error(`start: ${begun.status}`)
  const phone = await open('/operator', own.client.cookie(), {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  pages['driver over a trip'] = phone
  for (let step = 0; step < STEPS_BY_BUTTON; step++) {
    await phone.getByRole('button', { name: /^Avanzar a/ }).tap()
    // The button rests, and what the answer changes is no longer counted as caused by the press.
    await pause(3000)
  }

  const figures: Record<string, { worst: number; sum: number }> = {}
  for (const [name, page] of Object.entries(pages)) {
    const { moved, ...figure } = (await page.evaluate('shifts')) as {
      worst: number
      sum: number
      moved: object
    }
    figures[name] = figure
    console.log(`${name}: worst ${figure.worst.toFixed(4)}, sum ${figure.sum.toFixed(4)}`, moved)
  }
  return {
    figures: { presses, ...figures },
    bounds: Object.keys(pages).map((name) => ({
      what: `layout shift, ${name}, ${presses} presses of others`,
      figure: figures[name]?.worst ?? 1,
      atMost: BOUND,
    })),
  }
})
