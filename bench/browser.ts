import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../scripts/lib/browser.mjs'

/** A headless Chromium that talks to nobody but the product. */
export async function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium's sandbox refuses to work for root.
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  })
}

/** An old phone with one bar of signal. */
export const SLOW = { cpu: 4, bytesPerSecond: (400 * 1000) / 8, latencyMs: 400 }
/** The same phone where that bar comes and goes. */
export const SLOWER: typeof SLOW = { cpu: 4, bytesPerSecond: 20_000, latencyMs: 600 }

export async function slowDown(page: Page, { cpu, bytesPerSecond, latencyMs } = SLOW, offline = false) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Signs a fresh context in with the cookie of a session made over HTTP. */
export async function adoptSession(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = '', ...value] = cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url: origin, httpOnly: true, sameSite: 'Lax' }])
}
