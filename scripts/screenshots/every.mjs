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
/** The touch screens, then those with a mouse. A screen is brought into its state at the first of its kind. */
const SIZES = {
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
  landscape: { width: 844, height: 390 },
  desk: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1920, height: 1080 },
  print: { width: 794, height: 1123 },
}
/** @typedef {keyof typeof SIZES} Size */
/** @type {Record<'touch' | 'mouse', readonly Size[]>} */
const KINDS = { touch: ['phone', 'small', 'landscape'], mouse: ['desk', 'tablet', 'wide', 'print'] }
/** The screens that are taken in the dark scheme as well. */
const HAS_DARK = /^(desk|alerts|kpis|detention|places|logs|auth|operator|alone|locked|console|account)/
/** A narrow screen has no button for these. */
const NEEDS_WIDTH = /^desk-map-(half|full)$/
const LOCALES = /** @type {const} */ ({ es: 'es-MX', en: 'en-US' })

/**
 * Takes every screen of every role, in both languages, at each size, in print, in the dark scheme and in forced colours:
 * `FOLDER/es-desk-dark/kpis.png`. Two runs of the same checkout give the same pictures, except for random links and QR
 * codes.
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
      const left = VISITS.flatMap((visit) => screens.map((screen) => ({ ...visit, screen })))
      const worker = async () => {
        for (let visit = left.shift(); visit !== undefined; visit = left.shift()) {
          const { name } = visit.screen
          const looks = visit.looks.filter(
            (look) => isTaken(name, look) && new RegExp(only).test(`${look.name}/${name}`),
          )
          if (looks.length > 0)
            failures.push(...(await visitScreen({ browser, origin, folder, company, ...visit, looks })))
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

/** @typedef {{ name: string, size: Size, scheme: 'light' | 'dark', forced: boolean }} Look */

const VISITS = /** @type {const} */ (['es', 'en']).flatMap((language) =>
  /** @type {const} */ (['touch', 'mouse']).map((kind) => ({
    language,
    kind,
    looks: looksOf(language, kind),
  })),
)

/** @param {'es' | 'en'} language @param {'touch' | 'mouse'} kind @returns {Look[]} */
function looksOf(language, kind) {
  return KINDS[kind].flatMap((size) => [
    { name: `${language}-${size}`, size, scheme: /** @type {const} */ ('light'), forced: false },
    { name: `${language}-${size}-dark`, size, scheme: /** @type {const} */ ('dark'), forced: false },
    ...(size === KINDS[kind][0] && language === 'es'
      ? [{ name: `${language}-${size}-forced`, size, scheme: /** @type {const} */ ('dark'), forced: true }]
      : []),
  ])
}

/** @param {string} name @param {Look} look */
const isTaken = (name, { size, scheme, forced }) =>
  (scheme === 'light' || forced || HAS_DARK.test(name)) &&
  !(NEEDS_WIDTH.test(name) && SIZES[size].width < SIZES.desk.width)

/**
 * Opens one screen and photographs it in each look.
 * @param {{ browser: import('@playwright/test').Browser, origin: string, folder: string, language: 'es' | 'en',
 *   kind: 'touch' | 'mouse', looks: readonly Look[], company: import('./every-scene.mjs').Company, screen: Screen }} options
 */
async function visitScreen({ browser, origin, folder, language, kind, looks, company, screen }) {
  const { name, who, path, act } = screen
  const isTouch = kind === 'touch'
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SIZES[KINDS[kind][0] ?? 'desk'],
    isMobile: isTouch,
    hasTouch: isTouch,
    locale: LOCALES[language],
    timezoneId: 'America/Mexico_City',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript(standStill, { at: NOW, ids: company.ids, loggedIn: who === 'admin', language })
  await context.addCookies([{ name: 'acarreo.language', value: language, url: origin }])
  const cookie = who === null ? undefined : company.cookies[who]
  if (cookie !== undefined) await context.addCookies([cookieOf(cookie, origin)])
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  /** @type {string[]} */
  const failures = []
  let at = looks[0]?.name ?? ''
  try {
    const settle = settling(page)
    await page.goto(path)
    await settle()
    if (act !== null) {
      await act(page)
      await settle()
    }
    await page.mouse.move(0, 0)
    for (const { name: into, size, scheme, forced } of looks) {
      at = into
      await page.setViewportSize(SIZES[size])
      await page.emulateMedia({ colorScheme: scheme, forcedColors: forced ? 'active' : 'none' })
      // Later, as somebody prints who works in that scheme.
      await page.emulateMedia({
        media: size === 'print' ? 'print' : 'screen',
        colorScheme: scheme,
        forcedColors: forced ? 'active' : 'none',
      })
      await settle()
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (wider > 0) failures.push(`${into}/${name}: ${wider} px wider than the screen`)
      mkdirSync(join(folder, into), { recursive: true })
      await page.screenshot({
        path: join(folder, into, `${name}.png`),
        animations: 'disabled',
        fullPage: true,
      })
    }
    console.log(`${language}-${kind}/${name}: ${looks.length}`)
  } catch (error) {
    failures.push(`${at}/${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`)
  }
  await context.close()
  return failures
}

const LOADING = '[aria-busy="true"], [role="status"] i'

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
    // Spinners and skeletons stand still as well.
    while ((await page.locator(LOADING).count()) > 0 && performance.now() < deadline) await pause(50)
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
 * Runs in the page before its own code: stops the clock, marks the premium welcome as seen and chooses the language.
 * @param {{ at: number, ids: number[], loggedIn: boolean, language: 'es' | 'en' }} options
 */
function standStill({ at, ids, loggedIn, language }) {
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [at] : parts, made),
    get: (target, name) => (name === 'now' ? () => at : Reflect.get(target, name)),
  })
  performance.now = () => 1000
  localStorage.setItem('acarreo.language', JSON.stringify(language))
  for (const id of ids) {
    localStorage.setItem(`premium_welcome_shown_${id}`, 'true')
    localStorage.setItem(`premium_ended_shown_${id}`, 'true')
  }
  if (loggedIn) localStorage.setItem('acarreo.admin.loggedIn', 'true')
}
