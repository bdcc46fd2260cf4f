import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../demo/product.mjs'
import { ensureBrowser } from '../lib/browser.mjs'
import { projectRoot } from '../lib/root.mjs'
import { ScriptFailure } from '../lib/run.mjs'
import { playEverything } from './every-scene.mjs'
import { cookieOf, launch } from './pictures.mjs'
import { MAINTENANCE, screensOf } from './screens.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./screens.mjs').Screen} Screen */

/** A Friday, at noon in the zone of the product. */
const NOW = Date.UTC(2026, 10, 20, 18)
const VIEWPORTS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }
/** The screens of desk and console, which are taken in the dark scheme as well. */
const HAS_DARK = /^(desk|kpis|logs|operators|alone|locked|console)/
const LOCALES = /** @type {const} */ ({ es: 'es-MX', en: 'en-US' })

/**
 * Takes every screen of every role, in both languages and sizes: `FOLDER/es-desk-dark/kpis.png`. Two runs of the same
 * checkout give the same pictures, except for random links and QR codes.
 * @param {{ folder: string, checkout?: string | undefined, only?: string | undefined }} options `checkout`: another,
 *   built working tree to photograph; `only`: a regular expression on `es-desk-dark/kpis`
 */
export async function takeEveryScreen({ folder, checkout = projectRoot, only = '' }) {
  const executablePath = await ensureBrowser()
  const dataDir = mkdtempSync(join(tmpdir(), 'acarreo-screenshots-'))
  const adminKey = randomUUID()
  const clock = `--import ${new URL('./frozen-clock.mjs', import.meta.url).href}`
  const env = { ...process.env, PORT: '0', ADMIN_KEY: adminKey, NODE_OPTIONS: clock, FROZEN_AT: String(NOW) }
  const product = await startProduct({ say: console.log, env, dataDir, root: resolve(checkout) })
  const browser = await launch(executablePath)
  /** @type {string[]} */
  const failures = []
  try {
    // By then its clock stands still.
    await pause(20_000)
    const { origin } = product
    const company = await playEverything({ origin, dataDir, adminKey, now: NOW })
    const takeAll = async (/** @type {readonly Screen[]} */ screens) => {
      const left = [...LOOKS]
      const worker = async () => {
        for (let look = left.shift(); look !== undefined; look = left.shift()) {
          const { name: at, scheme } = look
          const wanted = screens.filter(
            ({ name }) =>
              (scheme === 'light' || HAS_DARK.test(name)) && new RegExp(only).test(`${at}/${name}`),
          )
          failures.push(...(await takeLook({ browser, origin, folder, company, look, screens: wanted })))
        }
      }
      await Promise.all([worker(), worker()])
    }
    await takeAll(screensOf(company.tracked, company.ids[0] ?? 0))
    const answer = await fetch(`${origin}/api/admin/settings`, {
      method: 'POST',
      headers: { 'X-Admin-Key': adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'maintenance_mode', value: 'true' }),
    })
    if (!answer.ok) throw new ScriptFailure(`maintenance: ${answer.status}`)
    await takeAll(MAINTENANCE)
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (failures.length > 0) throw new ScriptFailure(`Not taken:\n${failures.join('\n')}`)
}

/** @typedef {{ name: string, language: 'es' | 'en', kind: 'phone' | 'desk', scheme: 'light' | 'dark' }} Look */

/** @type {readonly Look[]} */
const LOOKS = [
  { name: 'es-phone', language: 'es', kind: 'phone', scheme: 'light' },
  { name: 'es-desk', language: 'es', kind: 'desk', scheme: 'light' },
  { name: 'en-phone', language: 'en', kind: 'phone', scheme: 'light' },
  { name: 'en-desk', language: 'en', kind: 'desk', scheme: 'light' },
  { name: 'es-phone-dark', language: 'es', kind: 'phone', scheme: 'dark' },
  { name: 'es-desk-dark', language: 'es', kind: 'desk', scheme: 'dark' },
]

/**
 * @param {{ browser: import('@playwright/test').Browser, origin: string, folder: string, look: Look,
 *   company: import('./every-scene.mjs').Company, screens: readonly Screen[] }} options
 */
async function takeLook({ browser, origin, folder, company, look, screens }) {
  /** @type {string[]} */
  const failures = []
  if (screens.length > 0) mkdirSync(join(folder, look.name), { recursive: true })
  for (const { name, who, path, act } of screens) {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: VIEWPORTS[look.kind],
      isMobile: look.kind === 'phone',
      hasTouch: look.kind === 'phone',
      locale: LOCALES[look.language],
      timezoneId: 'America/Mexico_City',
      colorScheme: look.scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await context.addInitScript(standStill, { at: NOW, ids: company.ids, loggedIn: who === 'admin' })
    const cookie = who === null ? undefined : company.cookies[who]
    if (cookie !== undefined) await context.addCookies([cookieOf(cookie, origin)])
    const page = await context.newPage()
    page.setDefaultTimeout(8_000)
    try {
      const settle = settling(page)
      await page.goto(path)
      await settle()
      if (act !== null) {
        await act(page)
        await settle()
      }
      await page.mouse.move(0, 0)
      await page.screenshot({
        path: join(folder, look.name, `${name}.png`),
        animations: 'disabled',
        fullPage: true,
      })
    } catch (error) {
      failures.push(`${look.name}/${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`)
    }
    await context.close()
  }
  if (screens.length > 0) console.log(`${look.name}: ${screens.length}`)
  return failures
}

/** Waits until no request is pending and two screenshots in a row are the same. @param {Page} page */
function settling(page) {
  let pending = 0
  let quietSince = performance.now()
  const count = (/** @type {number} */ by) => () => {
    pending += by
    quietSince = performance.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    quietSince = performance.now()
    const deadline = performance.now() + 10_000
    while ((pending > 0 || performance.now() - quietSince < 250) && performance.now() < deadline)
      await pause(25)
    // Skeletons stand still as well.
    while ((await page.locator('[role="status"] i').count()) > 0 && performance.now() < deadline)
      await pause(50)
    let before = ''
    while (performance.now() < deadline) {
      const now = (await page.screenshot({ animations: 'disabled' })).toString('base64')
      if (now === before) return
      before = now
      await pause(80)
    }
  }
}

/**
 * Runs in the page before its own code: stops the clock and marks the premium welcome as seen.
 * @param {{ at: number, ids: number[], loggedIn: boolean }} options
 */
function standStill({ at, ids, loggedIn }) {
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [at] : parts, made),
    get: (target, name) => (name === 'now' ? () => at : Reflect.get(target, name)),
  })
  performance.now = () => 1000
  for (const id of ids) {
    localStorage.setItem(`premium_welcome_shown_${id}`, 'true')
    localStorage.setItem(`premium_ended_shown_${id}`, 'true')
  }
  if (loggedIn) localStorage.setItem('acarreo.admin.loggedIn', 'true')
}
