import { statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ScriptFailure } from '../lib/run.mjs'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }
/** They are in every clone and on the front page. */
const LARGEST_BYTES = 260_000

/**
 * @typedef {{ file: string, path: string, cookie: string | null, viewport: { width: number, height: number },
 *   isPhone: boolean, ready: string }} Picture
 * `ready`: a text that stands on the page once its data are there.
 */

/**
 * @param {import('./scene.mjs').Cast} cast
 * @returns {Picture[]}
 */
const picturesOf = ({ operator, supervisor, tracked }) => [
  {
    file: 'operator.png',
    path: '/operator',
    cookie: operator.cookie(),
    viewport: PHONE,
    isPhone: true,
    ready: 'Viajando al parque',
  },
  {
    file: 'supervisor.png',
    path: '/supervisor',
    cookie: supervisor.cookie(),
    viewport: DESK,
    isPhone: false,
    ready: 'Parada: Descanso',
  },
  {
    file: 'tracking.png',
    path: `/container/${tracked}`,
    cookie: null,
    viewport: PHONE,
    isPhone: true,
    ready: 'Realizando descarga',
  },
]

/**
 * @param {{ origin: string, executablePath: string, folder: string, cast: import('./scene.mjs').Cast,
 *   say: (line: string) => void }} options
 * @throws {ScriptFailure} when a picture is too large for the repository
 */
export async function takePictures({ origin, executablePath, folder, cast, say }) {
  const browser = await launch(executablePath)
  try {
    for (const { file, path, cookie, viewport, isPhone, ready } of picturesOf(cast)) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport,
        deviceScaleFactor: 1,
        isMobile: isPhone,
        hasTouch: isPhone,
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
        colorScheme: 'light',
        reducedMotion: 'reduce',
      })
      if (cookie !== null) await context.addCookies([cookieOf(cookie, origin)])
      const page = await context.newPage()
      await page.goto(path)
      // A new supervisor is welcomed first.
      if (path === '/supervisor') await page.getByRole('button', { name: 'Comenzar a usar' }).click()
      await page.getByText(ready).first().waitFor()
      // The badge of the live channel comes a moment after the data.
      if (cookie !== null) await page.getByText('Online').waitFor()
      if (path === '/supervisor')
        await page.locator('.leaflet-marker-icon').filter({ visible: true }).first().waitFor()
      const to = join(folder, file)
      await page.screenshot({ path: to, animations: 'disabled' })
      await context.close()
      const { size } = statSync(to)
      if (size > LARGEST_BYTES) throw new ScriptFailure(`${file}: ${size} bytes, more than ${LARGEST_BYTES}`)
      say(`docs/images/${file}: ${Math.round(size / 1000)} kB`)
    }
  } finally {
    await browser.close()
  }
}

/** @param {string} executablePath */
export const launch = (executablePath) =>
  chromium.launch({
    executablePath,
    // Playwright would end the script before it has stopped the product.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Chromium's sandbox refuses to work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

/** @param {string} header `name=value` @param {string} url */
export function cookieOf(header, url) {
  const at = header.indexOf('=')
  return { name: header.slice(0, at), value: header.slice(at + 1), url }
}
