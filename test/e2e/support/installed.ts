import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from '../../support/processes/fault-proxy.ts'
import { test as base } from './test.ts'

interface Installed {
  /** The network between the browser and the product. */
  network: FaultProxy
  /** A new browser each time on the same profile: what is on the disk is there again. */
  launch: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

/**
 * For journeys of the page that a device keeps: everywhere else the worker stays out of the way, so that no journey meets
 * another's page.
 */
export const test = base.extend<Installed>({
  serviceWorkers: 'allow',
  network: async ({ product }, use) => {
    const proxy = await startFaultProxy(product.origin)
    await use(proxy)
    await proxy.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  launch: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'acarreo-profile-'))
    const launched: BrowserContext[] = []
    await use(async (options) => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(process.env.ACARREO_CHROMIUM ? { executablePath: process.env.ACARREO_CHROMIUM } : {}),
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        locale: 'es-MX',
        ...options,
      })
      launched.push(context)
      return context
    })
    for (const context of launched) await context.close()
    await rm(profile, { recursive: true, force: true })
  },
})

/** The page with which a launched browser begins. */
export const firstPage = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage())

/** The worker rules this page and has kept all of its files: it opens without a network. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise<void>((resolve) => {
      active.addEventListener('statechange', () => {
        if (active.state === 'activated') resolve()
      })
    })
  })
}

/** The memory of the tab is gone at once, without a word to the page. */
export async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** All of the browser at once, -9: nothing of it gets to write another byte. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const browser = context.browser()
  if (browser === null) throw new Error('no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  if (pid === undefined) throw new Error('no process')
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
  process.kill(pid, 'SIGKILL')
  await closed
}
