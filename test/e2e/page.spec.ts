import { get, type IncomingHttpHeaders } from 'node:http'
import { chooseEnglish, createOperator, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, test } from './support/test.ts'

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Node's own client: it adds no Accept-Encoding, as a monitor or a link preview does not. */
function fetchPlainly(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let body = ''
      response.setEncoding('latin1')
      response.on('data', (data) => {
        body += data
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    }).on('error', reject)
  })
}

test('the page is served to everyone, small, and cached while it is current', async ({ product }) => {
  for (const path of ['/', '/auth', '/operator', '/admin-console']) {
    const answer = await fetchPlainly(product.origin + path)
    expect(answer.status, path).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
    expect(answer.headers['permissions-policy']).toBe('geolocation=(self), camera=(self), microphone=()')
  }
  const whole = await fetchPlainly(product.origin)
  expect(whole.headers['content-encoding']).toBeUndefined()
  for (const encoding of ['br', 'gzip']) {
    const asked = { 'accept-encoding': encoding, 'if-none-match': '"another"' }
    const answer = await fetchPlainly(product.origin, asked)
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding])
    expect(answer.body.length).toBeLessThan(whole.body.length / 2)
    const known = { ...asked, 'if-none-match': `"another", ${whole.headers.etag}` }
    expect(await fetchPlainly(product.origin, known)).toMatchObject({ status: 304, body: '' })
  }
  const script = /src="(\/assets\/[^"]+\.js)"/.exec((await fetchPlainly(product.origin)).body)?.[1]
  const plain = await fetchPlainly(`${product.origin}${script}`)
  const small = await fetchPlainly(`${product.origin}${script}`, { 'accept-encoding': 'gzip, br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(small.body.length).toBeLessThan(plain.body.length / 2)
  // A script carries what counts for a script: dozens of them come over one bar of signal.
  expect(small.headers['x-content-type-options']).toBe('nosniff')
  expect(small.headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(small.headers['content-security-policy']).toBeUndefined()
  expect(small.headers['permissions-policy']).toBeUndefined()
})

test('the licences of the packages that the page contains are served with it', async ({ product }) => {
  const { status, headers, body } = await fetchPlainly(`${product.origin}/licencias.txt`)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const name of ['react', 'leaflet', '@mantine/core']) expect(body).toContain(`\n## ${name} - `)
  expect(body).toContain('Permission is hereby granted')
})

test('what is not there is 404: a page for a page, never a page for a script or a call', async ({
  product,
}) => {
  const page = await fetchPlainly(`${product.origin}/no-such-page`)
  expect(page.status).toBe(404)
  expect(page.headers['content-type']).toContain('text/html')
  for (const path of [
    '/assets/gone.js',
    '/assets',
    '/assets/',
    '/api/gone',
    '/api',
    '/.env',
    '/../package.json',
    '/%2e%2e/package.json',
  ]) {
    const answer = await fetchPlainly(product.origin + path)
    expect([403, 404], path).toContain(answer.status)
    expect(answer.body, path).not.toContain('"name"')
  }
  const missing = await fetchPlainly(`${product.origin}/assets/gone.js`)
  expect(missing.headers['content-type']).toContain('application/json')
})

const TITLES = {
  es: {
    '/auth': 'Iniciar Sesión · Acarreo',
    '/forgot-password': 'Recuperar contraseña · Acarreo',
    '/terms-conditions': 'Términos y condiciones · Acarreo',
    '/admin': 'Consola Administrativa · Acarreo',
    '/container/nada': 'Seguimiento de Contenedor · Acarreo',
    '/no-such-page': 'Page Not Found · Acarreo',
    '/supervisor': 'Supervisor · Acarreo',
    '/operator': 'Operador · Acarreo',
  },
  en: {
    '/auth': 'Log in · Acarreo',
    '/forgot-password': 'Recover password · Acarreo',
    '/terms-conditions': 'Terms and conditions · Acarreo',
    '/admin': 'Administrator Console · Acarreo',
    '/container/nada': 'Container Tracking · Acarreo',
    '/no-such-page': 'Page Not Found · Acarreo',
    '/supervisor': 'Supervisor · Acarreo',
    '/operator': 'Operator · Acarreo',
  },
}

for (const [language, titles] of Object.entries(TITLES)) {
  test(`every screen has its own title (${language})`, async ({ browser, product }) => {
    const desk = await person(browser, product.origin, { kind: 'desk' })
    if (language === 'en') await chooseEnglish(desk.context, product.origin)
    const publicly = Object.entries(titles).filter(([path]) => !/^.(supervisor|operator)$/.test(path))
    for (const [path, title] of publicly) {
      await desk.page.goto(path)
      await expect(desk.page, path).toHaveTitle(title)
    }
    // Also without a reload.
    await desk.page.goto('/no-such-page')
    await desk.page.getByRole('link').first().click()
    await expect(desk.page).toHaveTitle(titles['/auth'])

    await registerSupervisor(desk.context, product.origin)
    await desk.page.goto('/supervisor')
    await expect(desk.page).toHaveTitle(titles['/supervisor'])
    const driver = await createOperator(desk.context.request, product.origin)
    const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
    if (language === 'en') await chooseEnglish(phone.context, product.origin)
    await phone.page.goto('/operator')
    await expect(phone.page).toHaveTitle(titles['/operator'])
  })
}

test('only where drivers come in is the page kept on the device', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, serviceWorkers: 'allow' })
  const page = await context.newPage()
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  for (const path of ['/container/nada', '/admin', '/forgot-password', '/terms-conditions']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await workers(), path).toBe(0)
  }
  // Continuing from there works as well.
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect.poll(workers).toBe(1)
  await context.close()

  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  const { username } = await createOperator(desk.context.request, product.origin)
  const phone = await browser.newContext({ baseURL: product.origin, serviceWorkers: 'allow' })
  await phone.request.post(`${product.origin}/api/login`, { data: { username, password: PASSWORD } })
  const area = await phone.newPage()
  await area.goto('/operator/')
  await expect(area.getByLabel('Número de contenedor')).toBeVisible()
  await expect
    .poll(() => area.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(1)
})

test('a desk that outlived its version loads the new one once, and only then', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  let newer = false
  let loads = 0
  page.on('load', () => loads++)
  // What a deployment leaves: the tab's file is gone, and the page of today names another program.
  await page.route('**/assets/kpis-panel-*.js*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(/\/supervisor(\?|$)/, async (route) => {
    if (!newer || route.request().resourceType() === 'document') return route.continue()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/src="\/assets\/[^"]+\.js"/, 'src="/assets/main-newer.js"')
    return route.fulfill({ response: answer, body })
  })
  const again = page.getByRole('alert').filter({ hasText: 'No se pudo cargar esta parte' })
  const kpis = page.getByRole('tab', { name: 'Indicadores' })

  await page.goto('/supervisor')
  await kpis.click()
  await expect(again).toBeVisible()
  expect(loads).toBe(1)

  newer = true
  // The address names the tab: the page opens with it.
  await page.reload()
  await expect.poll(() => loads).toBe(3)
  // Gone for good: the failure stays on the screen instead of an endless reload.
  await expect(again).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(again).toBeVisible()
  expect(loads).toBe(3)
})
