import type { Locator, Page } from '@playwright/test'
import { administrator, company } from './support/console.ts'
import { begin } from './support/driver.ts'
import { PHONE, person, registerSupervisor } from './support/people.ts'
import { expect, layoutShift, overflow, test } from './support/test.ts'

const NAME = 'María Guadalupe Fernández de la Concepción y Villaseñor'
/** Makes a username as long as one may be, without a place to break it. */
const LONGER = 'delaconcepcionyvillasenordelasmercedes'

/** Holds the answers for `path` back until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Shown whole, and broken between its words alone. */
async function expectWhole(name: Locator): Promise<void> {
  await expect(name).toBeVisible()
  const { clipped, lines } = await name.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const rows = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 10)))
    return { clipped: element.scrollWidth - element.clientWidth, lines: rows.size }
  })
  expect(clipped).toBeLessThanOrEqual(0)
  expect(lines).toBeLessThanOrEqual(NAME.split(' ').length)
}

test('a long name stands whole in headers, on the tracking page and in the console', async ({
  browser,
  product,
}) => {
  const { origin } = product
  const { page, supervisor, operators } = await company(browser, product, [NAME])
  const [driver] = operators
  if (!driver) throw new Error('no driver')
  const { page: phone, context: phoneContext } = await person(browser, origin, {
    kind: 'phone',
    signedInAs: driver,
  })
  const database = product.database()
  await database.pool.query(
    'update users set username = username || $1, display_name = $2 where id = any($3)',
    [LONGER, NAME, [supervisor.id, driver.id]],
  )
  await database.close()
  const key = await begin(phoneContext.request, origin, 'CSQU3054383', 'en_route')

  await phone.goto('/operator')
  await expectWhole(phone.getByRole('banner').getByRole('link', { name: NAME }))
  await page.setViewportSize(PHONE)
  await page.goto('/supervisor')
  await expectWhole(page.getByRole('banner').getByRole('link', { name: NAME }))
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await phone.goto(`/container/${key}`)
  await expectWhole(phone.getByText(NAME))
  expect(await overflow(phone)).toBeLessThanOrEqual(0)

  const console = await administrator(browser, product, PHONE)
  await console.page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(LONGER)
  for (const table of ['Supervisores', 'Operadores']) {
    const row = console.page.getByRole('table', { name: table }).getByRole('row', { name: NAME })
    await expectWhole(row.getByRole('cell', { name: NAME, exact: true }))
    const username = row.getByRole('cell', { name: LONGER })
    await username.scrollIntoViewIfNeeded()
    // Less than a pixel of its cell may be rounded away.
    await expect(username).toBeInViewport({ ratio: 0.98 })
  }
  expect(await overflow(console.page)).toBeLessThanOrEqual(0)
})

test('the desk says what it still waits for, and keeps its tabs and tools in reach on every screen', async ({
  browser,
  product,
}) => {
  const { page, context } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const connect = await hold(page, '**/api/live-token')
  const load = await hold(page, '**/assets/kpis-panel*.js')
  await page.goto('/supervisor')
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Conectando')).toBeVisible()
  connect()
  await expect(banner.getByText('Online')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(7)
  expect(await layoutShift(page)).toBeLessThan(0.02)

  const tabs = page.getByRole('tab')
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(tabs).toHaveCount(7)
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    await expect(banner.getByRole('button', { name: 'English' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^Detenidos/ })).toBeInViewport({ ratio: 0.9 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    if (width < 1280) continue
    const [tab, tool] = [
      await tabs.last().boundingBox(),
      await page.getByRole('button', { name: 'Refrescar Todo' }).boundingBox(),
    ]
    expect(tool?.y ?? height).toBeLessThan((tab?.y ?? 0) + (tab?.height ?? 0))
  }

  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await expect(page.getByRole('tabpanel').getByRole('status', { name: /^Cargando/ })).toBeVisible()
  const figures = page.getByRole('heading', { level: 2 })
  await expect(figures).toHaveCount(0)
  load()
  await expect(figures.first()).toBeVisible()
})
