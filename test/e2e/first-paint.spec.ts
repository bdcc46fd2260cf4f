import { chooseEnglish, PHONE } from './support/people.ts'
import { expect, expectAccessible, layoutShift, test } from './support/test.ts'

const GROUNDS = { light: 'rgb(244, 246, 247)', dark: 'rgb(31, 31, 31)' }
/** Whatever a browser must fetch. */
const LOADED = /<link[^>]+rel="(?:stylesheet|modulepreload|preload)"|<script[^>]+src=/

test('the document is small and has the outline before anything that must be fetched', async ({
  request,
  product,
}) => {
  const answer = await request.get(product.origin)
  const html = await answer.text()
  const loads = html.search(LOADED)
  expect(html.indexOf('id="frame"')).toBeGreaterThan(html.indexOf('<style>'))
  expect(loads).toBeGreaterThan(html.indexOf('</main>'))
  // Sheets first: every module waits for them.
  expect(html.slice(loads)).toMatch(/^<link rel="stylesheet"/)
  expect(html.lastIndexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('type="module"'))
  // A fifth of a second of one bar of signal.
  expect(Number(answer.headers()['content-length'])).toBeLessThan(4_000)
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/;script-src 'self' 'sha256-[\w+/]+='$/)
  // Only what runs inline is allowed to.
  expect((await request.get(`${product.origin}/healthz`)).headers()['content-security-policy']).not.toContain(
    'sha256',
  )
})

for (const { language, word, colorScheme, path } of [
  { language: 'es', word: 'Cargando…', colorScheme: 'dark', path: '/operator' },
  { language: 'en', word: 'Loading…', colorScheme: 'light', path: '/auth' },
  { language: 'es', word: 'Cargando…', colorScheme: 'light', path: '/supervisor' },
] as const)
  test(`${path} is painted while everything else is still on its way (${language}, ${colorScheme})`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE, colorScheme })
    if (language === 'en') await chooseEnglish(context, product.origin)
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/**', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(painted).toBe(1)
    const frame = page.locator('#frame')
    await expect(frame.getByText(word, { exact: true })).toBeVisible()
    await expect(frame.getByText(/^(Cargando|Loading)/).filter({ visible: true })).toHaveCount(1)
    await expect(frame.locator('.bar')).toBeVisible({ visible: path === '/operator' })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('body')).toHaveCSS('background-color', GROUNDS[colorScheme])
    await expectAccessible(page)

    arrive()
    // Nobody is signed in.
    await expect(page.getByRole('tab')).toHaveCount(2)
    await expect(frame).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expect(page.locator('body')).toHaveCSS('background-color', GROUNDS[colorScheme])
    expect(await layoutShift(page)).toBeLessThan(0.02)
    // The policy has refused nothing; 401 is the answer to who is there.
    expect(refused.filter((text) => !text.includes('401'))).toEqual([])
  })

test('without JavaScript the page says what it needs, and no outline waits for it', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/auth')
  // A search by text passes over `noscript`.
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.locator('#frame')).toBeHidden()
})
