/**
 * How long a driver with one bar of signal and an old phone waits: `npx tsx --conditions=acarreo-source
 * bench/slow-network.ts`. Chromium with a CPU four times slower, 400 kbit/s and 400 ms for every answer. First visit, over
 * an empty cache: until the login form takes what is typed (bound 8 s). Repeat visit, with what the phone has kept: until
 * the operator's screen can be used (bound 2 s). With 20 kB/s and 600 ms, over an empty cache: until the way in and the
 * driver's area are painted for the first time (bound 2 s). Needs a build. Ends with 1 when a bound is broken.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { accountsText } from '../src/web/text/accounts.ts'
import { operationText } from '../src/web/text/driver.ts'
import { hireCrew } from '../test/support/http-client.ts'
import { adoptSession, SLOW, SLOWER, slowDown } from './browser.ts'
import { onProduct } from './on-product.ts'
import { median } from './percentiles.ts'
import type { Bound } from './report.ts'

const ROUNDS = 3
const FIRST_BOUND_MS = 8000
const REPEAT_BOUND_MS = 2000
const PAINT_BOUND_MS = 2000

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-MX' } as const

const since = (start: number): number => performance.now() - start

async function firstVisit(page: Page, origin: string): Promise<number> {
  await slowDown(page)
  const start = performance.now()
  await page.goto(origin, { waitUntil: 'commit' })
  const field = page.getByRole('tabpanel', { name: accountsText.loginTab }).getByLabel(accountsText.username)
  // A field that is painted but whose page does not listen yet would lose what is typed.
  await field.fill('prueba', { timeout: 60_000 })
  if ((await field.inputValue()) !== 'prueba') throw new Error('the form lost what was typed')
  return since(start)
}

/** The worker has kept its files, on a good network: that is the day before. */
async function keep(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/operator`)
  await page.getByRole('button', { name: operationText.start }).waitFor()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    while (registration.active?.state !== 'activated') await new Promise((wait) => setTimeout(wait, 50))
  })
  await page.close()
}

async function repeatVisit(page: Page, origin: string): Promise<number> {
  await slowDown(page)
  const start = performance.now()
  await page.goto(`${origin}/operator`, { waitUntil: 'commit' })
  const field = page.getByLabel(operationText.containerLabel)
  await field.fill('MSKU1234565', { timeout: 60_000 })
  await page.getByRole('button', { name: operationText.start }).waitFor({ state: 'visible' })
  return since(start)
}

/** From the start of the navigation until anything with content is painted, by the browser's own clock. */
async function firstPaint(page: Page, url: string): Promise<number> {
  await slowDown(page, SLOWER)
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    undefined,
    { timeout: 60_000 },
  )
  return Number(await painted.jsonValue())
}

function boundOf(name: string, times: number[], atMost: number): Bound {
  console.log(`${name}: ${times.map((ms) => (ms / 1000).toFixed(2)).join(', ')} s`)
  return { what: `${name}, ms`, figure: median(times), atMost }
}

await onProduct(async (product) => {
  // Chromium keeps service workers to secure origins and `localhost`.
  const origin = `http://localhost:${new URL(product.origin).port}`
  const { browser } = product
  const [operator] = (await hireCrew({ origin: product.origin }, 'lenta', 1)).operators
  if (!operator) throw new Error('no operator')
  const first: number[] = []
  const repeat: number[] = []
  const entryPainted: number[] = []
  const areaPainted: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext(phone)
    first.push(await firstVisit(await context.newPage(), origin))
    await context.close()
    const known = await browser.newContext(phone)
    await adoptSession(known, origin, operator.cookie)
    await keep(known, origin)
    repeat.push(await repeatVisit(await known.newPage(), origin))
    await known.close()
    for (const [path, times] of [
      ['/', entryPainted],
      ['/operator', areaPainted],
    ] as const) {
      const stranger = await browser.newContext(phone)
      if (path === '/operator') await adoptSession(stranger, origin, operator.cookie)
      times.push(await firstPaint(await stranger.newPage(), origin + path))
      await stranger.close()
    }
  }
  console.log(`CPU / ${SLOW.cpu}, 400 kbit/s, ${SLOW.latencyMs} ms, median of ${ROUNDS}`)
  console.log(`first paint: CPU / ${SLOWER.cpu}, 20 kB/s, ${SLOWER.latencyMs} ms`)
  return {
    figures: { first, repeat, entryPainted, areaPainted },
    bounds: [
      boundOf('first visit, login form usable', first, FIRST_BOUND_MS),
      boundOf('repeat visit, operator screen usable', repeat, REPEAT_BOUND_MS),
      boundOf('first paint of the way in', entryPainted, PAINT_BOUND_MS),
      boundOf("first paint of the driver's area", areaPainted, PAINT_BOUND_MS),
    ],
  }
})
