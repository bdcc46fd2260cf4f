/**
 * How a press answers on an old phone: `npx tsx --conditions=acarreo-source bench/press.ts`. Chromium with a CPU four times
 * slower; from the finger leaving the button, which is what the browser takes for a press, until the button is painted as
 * at work (bound 100 ms for 95 of 100), and until the screen is painted that counts the press among those written to the
 * disk. Twenty presses with no network at all, and twenty with 400 kbit/s and 400 ms for every answer. Needs a build. Ends
 * with 1 when the bound is broken.
 */
import type { Browser, Page } from '@playwright/test'
import { stepsOf } from '../src/domain/operation/steps.ts'
import { operationText, outboxText } from '../src/web/text/driver.ts'
import { eventLabel } from '../src/web/text/labels.ts'
import { hireCrew } from '../test/support/http-client.ts'
import { adoptSession, SLOW, slowDown } from './browser.ts'
import { onProduct } from './on-product.ts'
import { rank } from './percentiles.ts'

const BOUND_MS = 100
const DRIVERS = 4
/** Of each driver, after the start. */
const PRESSED = stepsOf('load').slice(1, 6)

interface Network {
  name: string
  offline: boolean
  /** What the line says when there is nothing more to come of a press. */
  settled: (presses: number) => string
}

const NETWORKS: readonly Network[] = [
  { name: 'no network', offline: true, settled: outboxText.offline },
  { name: '400 kbit/s, 400 ms', offline: false, settled: () => outboxText.allSent },
]

/** Milliseconds from a press to the end of the frame that shows it. */
interface Shown {
  button: number
  written: number
}

/**
 * What comes of the next press. The line about the outbox is drawn from what the disk has confirmed and from nothing
 * else: one more there is a press that is safe.
 */
function nextPress(page: Page, label: string): Promise<Shown> {
  return page.evaluate(
    (name) =>
      new Promise<Shown>((resolve) => {
        const waiting = () => {
          const line = document.querySelector(`section[aria-label="${name}"] [role="status"]`)
          return Number(/\d+/.exec(line?.textContent ?? '')?.[0] ?? 0)
        }
        // The task after the frame: by then it is painted.
        const painted = () =>
          new Promise<number>((done) => {
            requestAnimationFrame(() => {
              const after = new MessageChannel()
              after.port1.onmessage = () => done(performance.now() - pressedAt)
              after.port2.postMessage(null)
            })
          })
        const before = waiting()
        let pressedAt = Number.NaN
        let button: Promise<number> | null = null
        const onPress = (event: Event) => {
          pressedAt = event.timeStamp
        }
        window.addEventListener('pointerup', onPress, { capture: true, once: true })
        const observer = new MutationObserver(() => {
          if (document.querySelector('[aria-busy="true"]')) button ??= painted()
          if (waiting() <= before) return
          observer.disconnect()
          // A button that said nothing is as late as the screen.
          const then = painted()
          void Promise.all([button ?? then, then]).then(([first, last]) =>
            resolve({ button: first, written: last }),
          )
        })
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
        document.documentElement.dataset.watched = 'yes'
      }),
    label,
  )
}

async function pressesOf(page: Page, origin: string, network: Network): Promise<Shown[]> {
  // What tsx writes around named functions, and no page knows.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(`${origin}/operator`)
  const line = page.getByRole('status')
  await line.filter({ hasText: outboxText.allSent }).waitFor()
  await slowDown(page, SLOW, network.offline)
  const times: Shown[] = []
  for (const [index, step] of PRESSED.entries()) {
    const button = page.getByRole('button', { name: operationText.advanceTo(eventLabel(step)) })
    await button.and(page.locator(':enabled')).waitFor()
    const answered = nextPress(page, outboxText.label)
    await page.locator('html[data-watched="yes"]').waitFor()
    await button.click()
    times.push(await answered)
    await page.evaluate(() => delete document.documentElement.dataset.watched)
    await line.filter({ hasText: network.settled(index + 1) }).waitFor({ timeout: 60_000 })
  }
  return times
}

async function measure(browser: Browser, target: { origin: string }, network: Network, crew: string) {
  const origin = `http://localhost:${new URL(target.origin).port}`
  const times: Shown[] = []
  const { operators } = await hireCrew(target, crew, DRIVERS)
  for (const [index, operator] of operators.entries()) {
    const started = await operator.post('/api/containers', { containerId: `MSKU123456${index}` })
    if (started.status !== 201) throw new Error(JSON.stringify(started))
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: 'es-MX',
    })
    await adoptSession(context, origin, operator.cookie)
    times.push(...(await pressesOf(await context.newPage(), origin, network)))
    await context.close()
  }
  return times
}

function tell(name: string, times: number[]): void {
  const [p50, p95, max] = [50, 95, 100].map((percent) => rank(times, percent).toFixed(0))
  console.log(`${name}: p50 ${p50}, p95 ${p95}, max ${max}`)
}

await onProduct(async ({ origin, browser }) => {
  console.log(`CPU / ${SLOW.cpu}, ${DRIVERS * PRESSED.length} presses each, milliseconds until painted`)
  const figures: { network: string; buttons: number[]; written: number[] }[] = []
  for (const [index, network] of NETWORKS.entries()) {
    const times = await measure(browser, { origin }, network, `prisa${index}`)
    const buttons = times.map(({ button }) => button)
    tell(`${network.name}, the button`, buttons)
    const written = times.map((shown) => shown.written)
    tell(`${network.name}, written`, written)
    figures.push({ network: network.name, buttons, written })
  }
  return {
    figures,
    bounds: figures.map(({ network, buttons }) => ({
      what: `p95 from the press to the busy button, ${network}, ms`,
      figure: rank(buttons, 95),
      atMost: BOUND_MS,
    })),
  }
})
