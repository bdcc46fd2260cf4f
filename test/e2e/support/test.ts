import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import { type Product, startProduct } from './product.ts'

/** Variables of the product's environment. */
type Setting = Record<string, string>

/**
 * Every journey runs against one built product; each makes its own accounts. Whoever it brings, with a browser of their
 * own, leaves when it ends.
 */
export const test = base.extend<{ everybodyLeaves: undefined }, { setting: Setting; product: Product }>({
  // A file that sets another one gets a product of its kind.
  setting: [{}, { option: true, scope: 'worker' }],
  // Also when the journey has failed: no phone goes on asking the product during the next one.
  everybodyLeaves: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
  product: [
    async ({ setting }, use) => {
      const product = await startProduct(setting)
      await use(product)
      await product.dispose()
    },
    { scope: 'worker' },
  ],
})

export { expect }

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What fades in is paler for a moment than it will be, and what never ends (a skeleton) is not waited for. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
}

/** Fails with all that axe finds on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await standStill(page)
  // Evaluated by the debugger, past the content security policy that keeps other scripts out. Once for each page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'))
  const findings = await page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] }
    type Axe = { run(options: object): Promise<Found> }
    // What passes is not collected: it is most of the page, and nothing reads it.
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 200)).join(' | ')}`)
  })
  expect(findings).toEqual([])
}

/** By how many pixels the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Sum of the layout shifts since the page began (0.1 is what Core Web Vitals call good; we ask for less). Under Playwright's `isMobile` it always reads 0. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
}

const PROBE = '/held-back'

/**
 * Keeps the next answers for `path` back until the answer is called. A key press overtakes a rule that was just laid,
 * while the page is busy: so the rule counts as laid when a question of ours has been caught.
 */
export async function holdAnswers(page: Page, path: string, method: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() === method) await released
    await route.continue()
  })
  let caught = false
  await page.route(`**${PROBE}`, async (route) => {
    caught = true
    await route.fulfill({ status: 204 })
  })
  while (!caught) await page.evaluate((url) => fetch(url).then(() => undefined), PROBE)
  await page.unroute(`**${PROBE}`)
  return release
}
