/**
 * The desk with many operations and alerts, on a CPU four times slower: frames a second while scrolling, cards or rows that
 * one live event changes, and the layout shift while events come in: `npx tsx --conditions=acarreo-source bench/desk.ts
 * [operations] [seconds] [alerts]`. The list is copies of one real operation, put into the answer on its way to the page,
 * and so are the alerts; the events are real. Needs a build. Ends with 1 when a bound is broken.
 */
import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import type { AlertResponse, AlertsResponse } from '#contract/http/desk/alerts'
import type { OperationResponse, SupervisorOperationsResponse } from '#contract/http/operations'
import { ALERT_KINDS } from '#domain/alert/kinds'
import { type EventType, nextStep } from '#domain/operation/steps'
import { containerNumber } from '../scripts/demo/container-numbers.mjs'
import { hireCrew } from '../test/support/http-client.ts'
import { adoptSession } from './browser.ts'
import { onProduct } from './on-product.ts'

const FRAMES = { operations: 55, alerts: 50 }
const SHIFT_BOUND = 0.02
const SLOWER = 4
const WAITS: readonly EventType[] = ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked']

const operations = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 5)
const alerts = Number(process.argv[4] ?? 1000)

/** `real`, and copies of it in other steps, begun at other times. */
function fleetOf(real: OperationResponse): OperationResponse[] {
  const copies = Array.from({ length: operations - 1 }, (_, i): OperationResponse => {
    const at = new Date(Date.now() - (i % 240) * 60_000).toISOString()
    const displayContainerId = containerNumber(900_000 + i)
    return {
      ...real,
      containerId: `${displayContainerId}_${randomUUID().replaceAll('-', '')}`,
      displayContainerId,
      displayName: `Chofer ${i}`,
      currentEventType: WAITS[i % WAITS.length] as EventType,
      lastUpdated: at,
      startTime: at,
    }
  })
  return [real, ...copies]
}

/** One page of the open alerts, two of each truck, as `GET /api/alerts` answers it. */
function alertsPage(trucks: readonly OperationResponse[], query: URLSearchParams): AlertsResponse {
  const from = Number(query.get('cursor'))
  const to = Math.min(alerts, from + Number(query.get('limit')))
  const open = Array.from({ length: to - from }, (_, i): AlertResponse => {
    const n = from + i
    const truck = trucks[Math.floor(n / 2) % trucks.length] as OperationResponse
    const at = new Date(Date.now() - n * 30_000).toISOString()
    return {
      ...{
        id: alerts - n,
        ruleId: 1,
        kind: ALERT_KINDS[n % ALERT_KINDS.length] ?? 'silent',
        level: 1 + (n % 3),
      },
      ...{ containerId: truck.containerId, displayContainerId: truck.displayContainerId },
      ...{ operationType: truck.operationType, currentEventType: truck.currentEventType, placeId: null },
      ...{
        userId: truck.userId,
        displayName: truck.displayName,
        phone: null,
        since: at,
        limit: 2700,
        found: 3000,
      },
      ...{
        raisedAt: at,
        levelAt: at,
        acknowledgedAt: null,
        note: null,
        assignedTo: null,
        snoozedUntil: null,
      },
      ...{ seenAt: null, closedAt: null, closedWhy: null },
    }
  })
  return { open, closed: [], next: { open: to < alerts ? String(to) : null, closed: null } }
}

/** Frames a second while the wheel turns for `seconds`. */
async function scrolled(page: Page): Promise<number> {
  await page.mouse.move(400, 500)
  await page.evaluate(() => scrollTo(0, 0))
  await page.evaluate(
    'globalThis.frames_ = 0; (function count() { frames_++; requestAnimationFrame(count) })()',
  )
  const before = (await page.evaluate('frames_')) as number
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    await page.mouse.wheel(0, 120)
    await page.waitForTimeout(30)
  }
  return (((await page.evaluate('frames_')) as number) - before) / ((performance.now() - startedAt) / 1000)
}

/** As many items that hold text alone: how many frames browser and machine draw at all. */
function plainList(): string {
  const items = Array.from(
    { length: operations },
    (_, n) => `<li style="height:150px;border:1px solid">${containerNumber(n)}<p>Chofer ${n}</p></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

/** Watches the list: which items change, and how far the page shifts by itself. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.changed = new Set(); globalThis.shift = 0
    new MutationObserver((all) => { for (const { target } of all) {
      const element = target instanceof Element ? target : target.parentElement
      // Times tick in every item.
      if (element && !element.closest('time')) { const item = element.closest('[data-operation]'); if (item) changed.add(item.dataset.operation) }
    } }).observe(document.querySelector('main ul[aria-description]'), { subtree: true, characterData: true, childList: true })
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value })
      .observe({ type: 'layout-shift' })`)
}

const slow = (devtools: CDPSession, rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })

await onProduct(async ({ origin, browser }) => {
  const { supervisor, operators } = await hireCrew({ origin }, 'mesa', 1)
  const [driver] = operators
  if (!driver) throw new Error('no driver')
  const { body: begun } = await driver.post('/api/containers', {
    containerId: containerNumber(1),
    operationType: 'load',
  })
  const fleet = fleetOf(begun)

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-MX' })
  await adoptSession(context, origin, supervisor.cookie)
  const { id } = (await supervisor.get('/api/user')).body
  await context.addInitScript((key) => localStorage.setItem(key, 'true'), `premium_welcome_shown_${id}`)
  const page = await context.newPage()
  await page.route('**/api/supervisor/operations', async (route) => {
    const response = await route.fetch()
    // Unchanged, the answer has no body.
    if (response.status() !== 200) return route.fulfill({ response })
    const body: SupervisorOperationsResponse = await response.json()
    await route.fulfill({ response, json: { ...body, operations: [...body.operations, ...fleet.slice(1)] } })
  })
  const devtools = await context.newCDPSession(page)
  const figures: Record<string, number> = {}
  for (const view of ['Tarjetas', 'Filas']) {
    await page.goto(`${origin}/supervisor`)
    await page.getByRole('button', { name: view, exact: true }).click()
    await page.locator('[data-operation]').nth(5).waitFor()
    // The tracks of the map are loaded after the list, and every request passes through the bench.
    await page.waitForLoadState('networkidle')
    await slow(devtools, SLOWER)
    figures[`frames ${view}`] = await scrolled(page)
    await slow(devtools, 1)
  }

  await page.route('**/api/alerts?*', (route) =>
    route.fulfill({ json: alertsPage(fleet, new URL(route.request().url()).searchParams) }),
  )
  await page.goto(`${origin}/supervisor?tab=alerts`)
  await page.getByText(`${alerts} avisos`).waitFor()
  await page.waitForLoadState('networkidle')
  await slow(devtools, SLOWER)
  figures['frames Avisos'] = await scrolled(page)
  await slow(devtools, 1)

  const other = await context.newPage()
  await other.setContent(plainList())
  const otherDevtools = await context.newCDPSession(other)
  await slow(otherDevtools, SLOWER)
  const plain = await scrolled(other)
  await other.close()

  await page.goto(`${origin}/supervisor`)
  await page.locator('[data-operation]').nth(5).waitFor()

  await page.getByRole('button', { name: 'Tarjetas', exact: true }).click()
  await page.getByRole('textbox', { name: 'Buscar operación' }).fill('')
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1000)
  await watch(page)
  let step: EventType = 'start_trip'
  for (let presses = 0; presses < 4; presses++) {
    step = nextStep('load', step) ?? step
    await driver.post('/api/events', { containerId: begun.containerId, eventType: step })
    await page.waitForTimeout(1500)
  }
  const changed = (await page.evaluate('changed.size')) as number
  const shift = (await page.evaluate('shift')) as number
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  console.log(
    `${operations} operations, ${alerts} alerts, CPU ${SLOWER} times slower: ${Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure.toFixed(1)}`)
      .join(
        ', ',
      )}, a plain list ${plain.toFixed(1)}; ${changed} items changed by 4 events of one operation, layout shift ${shift.toFixed(4)}`,
  )
  return {
    figures: { ...figures, plain, changed, shift },
    bounds: [
      ...Object.entries(figures).map(([what, figure]) => ({
        what,
        figure,
        atLeast: what === 'frames Avisos' ? FRAMES.alerts : FRAMES.operations,
      })),
      { what: 'items changed by events of one operation', figure: changed, atMost: 1 },
      { what: 'layout shift while events come in', figure: shift, atMost: SHIFT_BOUND },
    ],
  }
})
