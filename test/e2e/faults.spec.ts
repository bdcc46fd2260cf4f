import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { FaultProxy } from '../support/processes/fault-proxy.ts'
import {
  type Claim,
  expectHonest,
  halfLost,
  isWrite,
  noNetwork,
  rowsOf,
  taken,
  watchClaims,
} from './support/bad-network.ts'
import { advance, begin, crew, onTheRoad, resume, stop, word } from './support/driver.ts'
import { firstPage, kept, killBrowser, killTab, test } from './support/installed.ts'
import { PARK, PHONE, person, signIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { expect } from './support/test.ts'

const PRESSES = [
  'stop_fuel',
  'resume_route',
  'arrived_at_park',
  'access_granted',
  'vehicle_parked',
  'load_complete',
  'exit_park',
]

/** All of them, without a network. Answers when each was pressed. */
async function pressAll(page: Page): Promise<number[]> {
  const pressed = [await stop(page, 'Gasolina'), await resume(page)]
  for (const step of ['Llegada al parque', 'Acceso otorgado', 'Vehículo estacionado', 'Carga completada'])
    pressed.push(await advance(page, step))
  pressed.push(await advance(page, 'Salida del parque'))
  await expect(page.getByText('Sin conexión · 7 pasos por enviar')).toBeVisible()
  return pressed
}

async function open(network: FaultProxy, page: Page): Promise<void> {
  await page.goto(`${network.origin}/operator`)
  await kept(page)
  await expect(word(page, 'Todo enviado')).toBeVisible()
}

/** The network is there, and lets `whole` writes through before it holds the answer to the next; resolves when it does. */
async function untilAmidUpload(
  network: FaultProxy,
  context: BrowserContext,
  claims: Claim[],
  whole: number,
): Promise<void> {
  let writes = 0
  const held = new Promise<void>((resolve) => {
    network.onAnswer((exchange) => {
      if (exchange.fate === 'hold_answer') resolve()
    })
  })
  network.decide((asked) => (isWrite(asked) && writes++ >= whole ? 'hold_answer' : 'pass'))
  await noNetwork(network, context, false)
  await held
  await expect.poll(() => claims.at(-1)?.unsent).toBe(PRESSES.length - whole)
}

/** Half of what is asked of the server is lost from now on, until all has arrived. */
async function deliverThroughLosses(network: FaultProxy, page: Page, seed: number): Promise<void> {
  const ofWrites = halfLost(seed)
  const ofOthers = halfLost(seed + 1)
  const from = network.exchanges.length
  network.decide((asked) =>
    isWrite(asked) ? ofWrites() : asked.path.startsWith('/assets/') ? 'pass' : ofOthers(),
  )
  await noNetwork(network, page.context(), false)
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 0 })
  // It was a bad network indeed.
  const fates = network.exchanges.slice(from).filter(isWrite)
  for (const fate of ['pass', 'drop_request', 'drop_answer', 'cut_answer'])
    expect(fates.map((exchange) => exchange.fate)).toContain(fate)
}

async function expectThose(
  product: Product,
  network: FaultProxy,
  driver: { id: number },
  pressed: number[],
): Promise<void> {
  const rows = (await rowsOf(product, driver)).slice(2)
  expect(rows.map(({ eventType }) => eventType)).toEqual(PRESSES)
  expect(rows.map(({ position }) => position)).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(rows.map(({ eventId }) => eventId)).toEqual(taken(network.exchanges))
  for (const [index, { at }] of rows.entries())
    expect(Math.abs(at - (pressed[index] ?? Number.NaN)), PRESSES[index]).toBeLessThan(2_000)
}

const steps = (claims: readonly Claim[]): number[] => [...new Set(claims.map(({ unsent }) => unsent))]

/** A driver whose tab was killed during the upload of all presses and reopened offline. */
async function tabKilledAmidUpload(browser: Browser, product: Product, network: FaultProxy) {
  const { driver, context, page: first } = await onTheRoad(browser, product, { network: network.origin })
  const claims = await watchClaims(context)
  await open(network, first)
  await noNetwork(network, context, true)
  const pressed = await pressAll(first)
  const from = claims.length - 1
  await untilAmidUpload(network, context, claims, 0)
  await killTab(first)
  // The server has it, and the phone does not know.
  expect(await rowsOf(product, driver)).toHaveLength(3)

  await noNetwork(network, context, true)
  const page = await context.newPage()
  await page.goto(`${network.origin}/operator`)
  await expect(page.getByText('Sin conexión · 7 pasos por enviar')).toBeVisible()
  return { driver, page, pressed, claims: () => claims.slice(from) }
}

test('the tab is killed during the upload, and half of the later requests are lost', async ({
  browser,
  product,
  network,
}) => {
  const { driver, page, pressed, claims } = await tabKilledAmidUpload(browser, product, network)
  await deliverThroughLosses(network, page, 7)
  await expectThose(product, network, driver, pressed)
  expectHonest(claims(), PRESSES.length, network.exchanges)
  expect(steps(claims())).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
})

test('the browser is killed during the upload, and half of the later requests are lost', async ({
  browser,
  product,
  network,
  launch,
}) => {
  const { driver, phone } = await onTheRoad(browser, product)
  await phone.context.close()
  const phoneAnew = () =>
    launch({ viewport: PHONE, hasTouch: true, geolocation: PARK, permissions: ['geolocation'] })

  // A day before: signed in, and the page is kept.
  let context = await phoneAnew()
  await signIn(context, network.origin, driver)
  await open(network, await firstPage(context))
  await context.close()

  context = await phoneAnew()
  const before = await watchClaims(context)
  await open(network, await firstPage(context))
  await noNetwork(network, context, true)
  const pressed = await pressAll(await firstPage(context))
  const from = before.length - 1
  await untilAmidUpload(network, context, before, 2)
  await killBrowser(context)
  expect(await rowsOf(product, driver)).toHaveLength(5)

  network.pullPlug()
  context = await phoneAnew()
  const after = await watchClaims(context)
  await noNetwork(network, context, true)
  const page = await firstPage(context)
  await page.goto(`${network.origin}/operator`)
  await expect(page.getByText('Sin conexión · 5 pasos por enviar')).toBeVisible()
  await deliverThroughLosses(network, page, 3)
  await expectThose(product, network, driver, pressed)
  const claims = [...before.slice(from), ...after]
  expectHonest(claims, PRESSES.length, network.exchanges)
  expect(steps(claims)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
})

test('the tab is killed once and the server twice during the upload, and half of the requests are lost', async ({
  browser,
  product,
  network,
}) => {
  const { driver, page, pressed, claims } = await tabKilledAmidUpload(browser, product, network)
  // Once when it has written the third and said so to nobody, once when it has answered the fifth.
  let up = Promise.resolve()
  let crashes = 0
  const crash = () => {
    crashes++
    up = up.then(() => product.crash()).then(() => product.restart())
  }
  network.onAnswer((exchange) => {
    const { length } = taken(network.exchanges)
    if (crashes === 0 && length === 3) {
      exchange.fate = 'drop_answer'
      crash()
    } else if (crashes === 1 && length === 5) crash()
  })
  await deliverThroughLosses(network, page, 11)
  await up
  expect(crashes).toBe(2)
  await expectThose(product, network, driver, pressed)
  expectHonest(claims(), PRESSES.length, network.exchanges)
})

test('fifty identical posts at once are one row and fifty equal answers', async ({ browser, product }) => {
  const { driver, phone } = await crew(browser, product)
  const { request } = phone.context
  const containerId = await begin(request, product.origin, 'CSQU3054383')
  const data = { containerId, eventType: 'en_route', eventId: crypto.randomUUID(), occurredAt: new Date() }
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const answer = await request.post(`${product.origin}/api/events`, { data })
      return { status: answer.status(), body: await answer.json() }
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
  const rows = await rowsOf(product, driver)
  expect(rows.map(({ eventType }) => eventType)).toEqual(['start_trip', 'en_route'])
})

test('two phones press in the same moment: one 201, one 409 with the operation, and both agree', async ({
  browser,
  product,
  network,
}) => {
  const { driver, phone } = await onTheRoad(browser, product, { network: network.origin })
  const second = await person(browser, network.origin, { kind: 'phone', signedInAs: driver })
  const pages = [phone.page, second.page]
  for (const page of pages) await open(network, page)
  // Neither is let through before both have sent.
  let waits = 0
  let release = () => {}
  const both = new Promise<'pass'>((resolve) => {
    release = () => resolve('pass')
  })
  network.decide((asked) => {
    if (!isWrite(asked)) return 'pass'
    if (++waits === 2) release()
    return both
  })
  await Promise.all(
    pages.map((page) => page.getByRole('button', { name: 'Avanzar a Llegada al parque' }).click()),
  )
  await both
  const agreeBy = Date.now() + 5_000
  for (const page of pages) {
    await expect(page.getByText('Esperando acceso')).toBeVisible({ timeout: agreeBy - Date.now() })
    await expect(word(page, 'por enviar')).toBeHidden({ timeout: agreeBy - Date.now() })
  }
  const writes = network.exchanges.filter(isWrite)
  expect(writes.map(({ status }) => status).sort()).toEqual([201, 409])
  const refused = writes.find(({ status }) => status === 409)?.answer
  expect(refused).toMatchObject({
    operation: { currentEventType: 'arrived_at_park', version: 3, isActive: true },
  })
  expect((await rowsOf(product, driver)).map(({ eventType }) => eventType)).toEqual([
    'start_trip',
    'en_route',
    'arrived_at_park',
  ])
})

test('makes no request while hidden, and one as soon as it is shown again', async ({
  browser,
  product,
  network,
}) => {
  const { page } = await onTheRoad(browser, product, { network: network.origin })
  await open(network, page)
  const asked = () => network.exchanges.filter(({ path }) => path === '/api/containers/active')
  await expect.poll(() => asked().length).toBeGreaterThanOrEqual(2)
  expect(
    asked()
      .slice(1)
      .map(({ status }) => status),
  ).toEqual(
    asked()
      .slice(1)
      .map(() => 304),
  )
  // The browser keeps every page of a test shown, so the page is told otherwise.
  const shown = (state: DocumentVisibilityState) =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
      Object.defineProperty(document, 'hidden', { value: to === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await shown('hidden')
  await page.waitForTimeout(300)
  const before = network.exchanges.length
  await page.waitForTimeout(4_500)
  expect(network.exchanges.slice(before).map(({ path }) => path)).toEqual([])
  await shown('visible')
  await expect
    .poll(() => network.exchanges.slice(before).map(({ path }) => path))
    .toContain('/api/containers/active')
})
