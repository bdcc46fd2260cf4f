/**
 * What a driver's phone really transfers for its first page, over an empty cache, in Spanish and in English, against 160 kB
 * of scripts and styles: without an operation, with the truck en route, and while it is stopped.
 * `npx tsx --conditions=acarreo-source bench/page-weight.ts`. Needs a build. Ends with 1 when one is over the bound or
 * anything moves after the first paint; what the login page adds on the very first day is shown beside it.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { PUBLIC_DIR } from '#server/http/answer/page'
import type { EventType } from '../src/domain/operation/steps.ts'
import { operation as operationInEnglish } from '../src/web/text/en/driver/operation.ts'
import { accounts as inEnglish } from '../src/web/text/en/people/accounts.ts'
import { operation as operationInSpanish } from '../src/web/text/es/driver/operation.ts'
import { accounts as inSpanish } from '../src/web/text/es/people/accounts.ts'
import { chooseEnglish } from '../test/e2e/support/people.ts'
import { type HttpClient, hireCrew } from '../test/support/http-client.ts'
import { adoptSession } from './browser.ts'
import { onProduct } from './on-product.ts'

const BOUND_KB = 160
/** Of a shared link: the document with its style, all that the first view needs. */
const TRACKING_BOUND_KB = 60
/** 'Good' of Core Web Vitals is 0.1; a page that reserves its places needs none of it. */
const SHIFT_BOUND = 0.02
const PHONE = { width: 390, height: 844 }

interface Transfer {
  url: string
  type: string
  /** Bytes over the wire, headers included, as the browser's network stack counts them. */
  bytes: number
  encoding: string
}

/** For a file that the service worker, in the background, has fetched just before: it travelled too. */
function sizeInBuild(path: string): number {
  if (!path.startsWith('/assets/')) return 0
  const file = join(PUBLIC_DIR, path)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/** Notes what the page loads from now on. */
async function watchTransfers(page: Page): Promise<Transfer[]> {
  const transfers: Transfer[] = []
  const open = new Map<string, Omit<Transfer, 'bytes'>>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? 'none'
    open.set(requestId, { url: new URL(response.url).pathname, type, encoding })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = open.get(requestId)
    if (found) transfers.push({ ...found, bytes: encodedDataLength || sizeInBuild(found.url) })
  })
  return transfers
}

/** Adds up what moves without anybody having touched anything. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = { value: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) total.value += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { layoutShift: total })
  })
  return () =>
    page.evaluate(() => (window as unknown as { layoutShift: { value: number } }).layoutShift.value)
}

/** Moves everything on purpose: an observer that misses it would have missed the page's own shifts too. */
async function proveShiftsSeen(page: Page, shiftsOf: () => Promise<number>, before: number): Promise<void> {
  // What moves within half a second of a touch or a key is not counted.
  await page.waitForTimeout(600)
  await page.evaluate(() => {
    const block = document.createElement('div')
    block.style.height = '200px'
    document.body.prepend(block)
  })
  await page.waitForTimeout(300)
  if ((await shiftsOf()) <= before) throw new Error('layout shifts are not reported here')
}

type WayIn = (page: Page, origin: string) => Promise<void>

const goStraight: WayIn = async (page, origin) => {
  await page.goto(`${origin}/operator`)
}

async function visit(
  browser: Browser,
  origin: string,
  name: string,
  locale: string,
  session: HttpClient | null,
  button: string,
  enter: WayIn,
) {
  const context = await browser.newContext({
    // Not `isMobile`: under that emulation Chromium reports no layout shift at all.
    viewport: PHONE,
    hasTouch: true,
    locale,
  })
  try {
    if (session) await adoptSession(context, origin, session.cookie)
    if (locale === 'en-US') await chooseEnglish(context, origin)
    const page = await context.newPage()
    const transfers = await watchTransfers(page)
    const shiftsOf = await watchShifts(page)
    await enter(page, origin)
    await page.waitForURL('**/operator')
    await page.getByRole('button', { name: button }).waitFor()
    await page.waitForLoadState('networkidle')
    // Late arrivals (fonts, an image) would move things after the network is quiet.
    await page.waitForTimeout(500)
    const counted = transfers.filter(({ type }) => type === 'Script' || type === 'Stylesheet')
    const kB = counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    const shift = await shiftsOf()
    await proveShiftsSeen(page, shiftsOf, shift)
    console.log(`\n${name}`)
    for (const { url, bytes, encoding } of counted.sort((a, b) => b.bytes - a.bytes)) {
      console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${encoding.padEnd(4)}  ${url}`)
    }
    console.log(`  ${kB.toFixed(1).padStart(7)} kB in ${counted.length} files`)
    console.log(`  cumulative layout shift ${shift.toFixed(4)} (bound ${SHIFT_BOUND})`)
    return { kB, shift, files: counted.length }
  } finally {
    await context.close()
  }
}

/** Everything that a link loads, with and without JavaScript, in kB. */
async function openLink(
  browser: Browser,
  origin: string,
  path: string,
  javaScriptEnabled: boolean,
): Promise<{ kB: number; shift: number | null }> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, javaScriptEnabled })
  try {
    const page = await context.newPage()
    const transfers = await watchTransfers(page)
    const shiftsOf = javaScriptEnabled ? await watchShifts(page) : null
    await page.goto(origin + path)
    await page.locator('#status').waitFor()
    await page.waitForLoadState('networkidle')
    const shift = shiftsOf ? await shiftsOf() : null
    console.log(`\na shared link, ${javaScriptEnabled ? 'followed by its script' : 'without JavaScript'}`)
    for (const { url, bytes, encoding } of transfers) {
      const name = url.replace(path, '/container/...')
      console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${encoding.padEnd(4)}  ${name}`)
    }
    const kB = transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    console.log(`  ${kB.toFixed(1).padStart(7)} kB in ${transfers.length} files`)
    return { kB, shift }
  } finally {
    await context.close()
  }
}

await onProduct(async ({ origin, browser }) => {
  const crew = await hireCrew({ origin }, 'medicion', 1)
  const [operator] = crew.operators
  if (!operator) throw new Error('no operator')
  const visits: { what: string; bound: number | null; kB: number; shift: number; files: number }[] = []
  const languages = [
    { locale: 'es-MX', accounts: inSpanish, words: operationInSpanish },
    { locale: 'en-US', accounts: inEnglish, words: operationInEnglish },
  ]
  const goStraightIn = async (state: string, buttonOf: (words: typeof operationInEnglish) => string) => {
    for (const { locale, words } of languages) {
      const what = `operator's page ${state} in ${locale}`
      const seen = await visit(browser, origin, what, locale, operator, buttonOf(words), goStraight)
      visits.push({ what, bound: BOUND_KB, ...seen })
    }
  }
  await goStraightIn('without an operation', ({ start }) => start)
  for (const { locale, accounts, words } of languages) {
    const what = `operator's page through the login page in ${locale}`
    const seen = await visit(browser, origin, what, locale, null, words.start, async (page, origin) => {
      await page.goto(origin)
      const form = page.getByRole('tabpanel', { name: accounts.loginTab })
      await form.getByLabel(accounts.username).fill(operator.username)
      await form.locator('input[type="password"]').fill(operator.password)
      await form.locator('input[type="password"]').press('Enter')
    })
    visits.push({ what, bound: null, ...seen })
  }
  const started = await operator.post('/api/containers', {
    containerId: 'CSQU3054383',
    operationType: 'load',
  })
  const { containerId } = started.body as { containerId: string }
  const record = async (eventType: EventType) => {
    const { status } = await operator.post('/api/events', { containerId, eventType })
    if (status !== 201) throw new Error(`${eventType}: ${status}`)
  }
  await record('en_route')
  await goStraightIn('en route', ({ reportStop }) => reportStop)
  await record('stop_fuel')
  await goStraightIn('while stopped', ({ continueTrip }) => continueTrip)
  const path = `/container/${containerId}`
  const plain = await openLink(browser, origin, path, false)
  const followed = await openLink(browser, origin, path, true)
  if (visits.some(({ files }) => files === 0)) throw new Error('a page without scripts and styles')
  return {
    figures: { visits, sharedLink: { plain, followed } },
    bounds: [
      { what: 'shared link without JavaScript, kB', figure: plain.kB, atMost: TRACKING_BOUND_KB },
      { what: 'shared link with its script, kB', figure: followed.kB, atMost: TRACKING_BOUND_KB },
      { what: 'layout shift of a shared link', figure: followed.shift ?? 1, atMost: SHIFT_BOUND },
      ...visits.flatMap(({ what, bound, kB, shift }) => [
        ...(bound === null ? [] : [{ what: `${what}, kB`, figure: kB, atMost: bound }]),
        { what: `layout shift, ${what}`, figure: shift, atMost: SHIFT_BOUND },
      ]),
    ],
  }
})
