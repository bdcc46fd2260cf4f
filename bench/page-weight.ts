/**
 * What a driver's phone really transfers for its first page, over an empty cache, in Spanish and in English, against 160 kB of scripts and styles:
 * `npx tsx --conditions=acarreo-source bench/page-weight.ts`. Needs a build. Ends with 1 when it is over the bound or
 * anything moves after the first paint; what the login page adds on the very first day is shown beside it.
 */
import type { Browser, Page } from '@playwright/test'
import { accounts as inEnglish } from '../src/web/text/en/accounts.ts'
import { accounts as inSpanish } from '../src/web/text/es/accounts.ts'
import { operation } from '../src/web/text/es/operation.ts'
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
    if (found) transfers.push({ ...found, bytes: encodedDataLength })
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

async function visit(
  browser: Browser,
  origin: string,
  name: string,
  locale: string,
  session: HttpClient | null,
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
    const page = await context.newPage()
    const transfers = await watchTransfers(page)
    const shiftsOf = await watchShifts(page)
    await enter(page, origin)
    await page.waitForURL('**/operator')
    await page.getByRole('button', { name: operation.start }).waitFor()
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
  const visits: { locale: string; straight: boolean; kB: number; shift: number; files: number }[] = []
  for (const [locale, accounts] of [
    ['es-MX', inSpanish],
    ['en-US', inEnglish],
  ] as const) {
    const straight = await visit(
      browser,
      origin,
      `${locale}, signed in already (bound ${BOUND_KB} kB)`,
      locale,
      operator,
      async (page, origin) => {
        await page.goto(`${origin}/operator`)
      },
    )
    const throughLogin = await visit(
      browser,
      origin,
      `${locale}, through the login page`,
      locale,
      null,
      async (page, origin) => {
        await page.goto(origin)
        const form = page.getByRole('tabpanel', { name: accounts.loginTab })
        await form.getByLabel(accounts.username).fill(operator.username)
        await form.locator('input[type="password"]').fill(operator.password)
        await form.locator('input[type="password"]').press('Enter')
      },
    )
    visits.push({ locale, straight: true, ...straight }, { locale, straight: false, ...throughLogin })
  }
  const started = await operator.post('/api/containers', {
    containerId: 'CSQU3054383',
    operationType: 'load',
  })
  const path = `/container/${(started.body as { containerId: string }).containerId}`
  const plain = await openLink(browser, origin, path, false)
  const followed = await openLink(browser, origin, path, true)
  if (visits.some(({ files }) => files === 0)) throw new Error('a page without scripts and styles')
  return {
    figures: { visits, sharedLink: { plain, followed } },
    bounds: [
      { what: 'shared link without JavaScript, kB', figure: plain.kB, atMost: TRACKING_BOUND_KB },
      { what: 'shared link with its script, kB', figure: followed.kB, atMost: TRACKING_BOUND_KB },
      { what: 'layout shift of a shared link', figure: followed.shift ?? 1, atMost: SHIFT_BOUND },
      ...visits.flatMap(({ locale, straight, kB, shift }) => [
        ...(straight ? [{ what: `operator's page in ${locale}, kB`, figure: kB, atMost: BOUND_KB }] : []),
        {
          what: `layout shift in ${locale}${straight ? '' : ', through the login page'}`,
          figure: shift,
          atMost: SHIFT_BOUND,
        },
      ]),
    ],
  }
})
