import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { expect, test } from './test.ts'

// Everywhere else the worker stays out of the way, so that no journey meets another's page.
test.use({ serviceWorkers: 'allow' })

/** The worker of this page rules and has kept all of its files. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    if (registration.active?.state !== 'activated') {
      await new Promise((resolve) => registration.active?.addEventListener('statechange', resolve))
    }
  })
}

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

test('the page opens with no network, also after a restart of the browser', async ({ product }) => {
  const profile = await mkdtemp(join(tmpdir(), 'acarreo-profile-'))
  const proxy = await startFaultProxy(product.origin)
  const open = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      ...(process.env.ACARREO_CHROMIUM ? { executablePath: process.env.ACARREO_CHROMIUM } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      locale: 'es-MX',
    })
  try {
    const before = await open()
    const page = before.pages()[0] ?? (await before.newPage())
    await page.goto(`${proxy.origin}/auth`)
    await kept(page)
    await before.close()

    proxy.pullPlug()
    const after = await open()
    const again = after.pages()[0] ?? (await after.newPage())
    await again.goto(`${proxy.origin}/auth`)
    await expect(again.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
    // A screen that no phone keeps says what is wrong instead of a browser's own page.
    await again.goto(`${proxy.origin}/terms-conditions`)
    await expect(again.locator('body')).toContainText('Recargar la página')
    await after.close()
  } finally {
    await proxy.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('a newer version is offered, and taken when the person agrees', async ({ page, product }) => {
  const proxy = await startFaultProxy(product.origin)
  try {
    await page.goto(`${proxy.origin}/auth`)
    await kept(page)
    const versions = () => page.evaluate(() => caches.keys())
    const [old] = await versions()
    proxy.rewrite('/service-worker.js', (code) => code.replace(/"version":"[0-9a-f]+"/, '"version":"newer"'))
    await page.reload()
    const offer = page.getByRole('status').filter({ hasText: 'Hay una versión nueva de Acarreo.' })
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
  } finally {
    await proxy.close()
  }
})

/** A server of a newer version from now on. */
const newerVersion = (proxy: FaultProxy): void =>
  proxy.rewrite('/service-worker.js', (code) => code.replace(/"version":"[0-9a-f]+"/, '"version":"newer"'))

test('a newer version is offered in every tab, and one that did not agree is left a way to follow', async ({
  page,
  product,
}) => {
  const proxy = await startFaultProxy(product.origin)
  try {
    await page.goto(`${proxy.origin}/auth`)
    await kept(page)
    await page.reload()
    newerVersion(proxy)
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const other = await page.context().newPage()
    await other.goto(`${proxy.origin}/auth`)
    const offerOf = (of: Page) =>
      of.getByRole('status').filter({ hasText: 'Hay una versión nueva de Acarreo.' })
    for (const each of [page, other]) await expect(offerOf(each)).toBeVisible({ timeout: 20_000 })
    for (const each of [other, page]) {
      const restarted = each.waitForEvent('load', { timeout: 20_000 })
      await offerOf(each).getByRole('button', { name: 'Actualizar ahora' }).click()
      await restarted
      await expect(offerOf(each)).toBeHidden()
    }
    expect(await page.evaluate(() => caches.keys())).toEqual(['acarreo-newer'])
  } finally {
    await proxy.close()
  }
})

test('a page of another version than the list is not kept, and the right one is later', async ({
  page,
  product,
}) => {
  const proxy = await startFaultProxy(product.origin)
  try {
    await page.goto(`${proxy.origin}/auth`)
    await kept(page)
    await page.reload()
    newerVersion(proxy)
    proxy.rewrite('/', (html) => html.replace(/\/assets\/[\w-]+\.js/, '/assets/of-another-version.js'))
    const asked = () => proxy.exchanges.filter(({ path }) => path === '/').length
    const before = asked()
    const update = () =>
      page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const installing = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null)
    const keptNewer = () =>
      page.evaluate(async () => (await caches.match('/', { cacheName: 'acarreo-newer' })) !== undefined)
    await update()
    await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(before)
    await expect.poll(installing, { timeout: 20_000 }).toBe(false)
    expect(await keptNewer()).toBe(false)
    proxy.rewrite('/', (html) => html)
    await update()
    await expect.poll(keptNewer, { timeout: 20_000 }).toBe(true)
    await expect(page.getByText('Hay una versión nueva de Acarreo.')).toBeVisible({ timeout: 20_000 })
  } finally {
    await proxy.close()
  }
})
