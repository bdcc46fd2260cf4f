import type { Page } from '@playwright/test'
import type { FaultProxy } from '../support/processes/fault-proxy.ts'
import { onTheRoad, openOnTheRoad } from './support/driver.ts'
import { firstPage, kept, test } from './support/installed.ts'
import { expect } from './support/test.ts'

/** A server of a newer version from now on. */
const newerVersion = (network: FaultProxy): void =>
  network.rewrite('/service-worker.js', (code) => code.replace(/"version":"[0-9a-f]+"/, '"version":"newer"'))

/** What a page with a newer version behind it says. */
const offerOf = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Hay una versión nueva de Acarreo.' })

/** Asks the server for a newer worker now, not when the browser thinks of it. */
const update = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

test('the page can be installed, and says so to the browser', async ({ page, product }) => {
  await page.goto(`${product.origin}/auth`)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(new URL(href ?? '', product.origin).href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/operator', scope: '/' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(product.origin + src)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type']).toContain(type)
    if (sizes === 'any') continue
    const size = await page.evaluate(async (url) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  const worker = await page.request.get(`${product.origin}/service-worker.js`)
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

test('the page opens with no network, also after a restart of the browser', async ({ launch, network }) => {
  const before = await launch()
  const page = await firstPage(before)
  await page.goto(`${network.origin}/auth`)
  await kept(page)
  await before.close()

  network.pullPlug()
  const again = await firstPage(await launch())
  await again.goto(`${network.origin}/auth`)
  await expect(again.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
  // A screen that no phone keeps says what is wrong instead of a browser's own page.
  await again.goto(`${network.origin}/terms-conditions`)
  await expect(again.locator('body')).toContainText('Recargar la página')
})

test('a newer version is offered, and taken when the person agrees', async ({ page, network }) => {
  await page.goto(`${network.origin}/auth`)
  await kept(page)
  const versions = () => page.evaluate(() => caches.keys())
  const [old] = await versions()
  newerVersion(network)
  await page.reload()
  const offer = offerOf(page)
  await expect(offer).toBeVisible()
  expect(await versions()).toContain(old)
  // It waits for as long as nobody agrees.
  await page.reload()
  await expect(offer).toBeVisible()
  const restarted = page.waitForEvent('load')
  await offer.getByRole('button', { name: 'Actualizar ahora' }).click()
  await restarted
  await expect.poll(versions).toEqual(['acarreo-newer'])
  await expect(offer).toBeHidden()
})

test('a newer version is offered in every tab, and one that did not agree is left a way to follow', async ({
  page,
  network,
}) => {
  await page.goto(`${network.origin}/auth`)
  await kept(page)
  await page.reload()
  newerVersion(network)
  await update(page)
  const other = await page.context().newPage()
  await other.goto(`${network.origin}/auth`)
  for (const each of [page, other]) await expect(offerOf(each)).toBeVisible()
  for (const each of [other, page]) {
    const restarted = each.waitForEvent('load')
    await offerOf(each).getByRole('button', { name: 'Actualizar ahora' }).click()
    await restarted
    await expect(offerOf(each)).toBeHidden()
  }
  expect(await page.evaluate(() => caches.keys())).toEqual(['acarreo-newer'])
})

test('a page of another version than the list is not kept, and the right one is later', async ({
  page,
  network,
}) => {
  await page.goto(`${network.origin}/auth`)
  await kept(page)
  await page.reload()
  newerVersion(network)
  network.rewrite('/', (html) => html.replace(/\/assets\/[\w-]+\.js/, '/assets/of-another-version.js'))
  const asked = () => network.exchanges.filter(({ path }) => path === '/').length
  const before = asked()
  const installing = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null)
  const keptNewer = () =>
    page.evaluate(async () => (await caches.match('/', { cacheName: 'acarreo-newer' })) !== undefined)
  await update(page)
  await expect.poll(asked).toBeGreaterThan(before)
  await expect.poll(installing).toBe(false)
  expect(await keptNewer()).toBe(false)
  network.rewrite('/', (html) => html)
  await update(page)
  await expect.poll(keptNewer).toBe(true)
  await expect(page.getByText('Hay una versión nueva de Acarreo.')).toBeVisible()
})

test('on a trip the log loads no earlier than the first touch, and comes from the phone without a network', async ({
  browser,
  product,
  network,
}) => {
  const { page } = await onTheRoad(browser, product, { network: network.origin })
  await openOnTheRoad(page)
  await kept(page)
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  expect((await loaded()).filter((path) => path.includes('-log'))).toEqual([])
  network.pullPlug()
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(2)
})
