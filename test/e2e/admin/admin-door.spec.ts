import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { KEY_FIELD, logIn } from '../support/console.ts'
import { DESK, PHONE } from '../support/people.ts'
import { startProduct } from '../support/product.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('the key opens the console, is kept nowhere, and goes when the session goes', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: DESK })
  const page = await context.newPage()
  const seen: { url: string; headers: Record<string, string> }[] = []
  page.on('request', (request) => seen.push({ url: request.url(), headers: request.headers() }))
  await page.goto('/admin-console')
  await expect(page.getByRole('heading', { name: 'Consola Administrativa' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Acceder al Sistema' }).click()
  await expect(page.getByText('La clave de administrador es obligatoria')).toBeVisible()
  await page.getByRole('textbox', KEY_FIELD).fill('no es la clave')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('incorrecta')
  await expectAccessible(page)
  await logIn(page, product)
  await expect(
    page.getByRole('table', { name: 'Supervisores' }).or(page.getByText('No se encontraron supervisores.')),
  ).toBeVisible()

  for (const { url, headers } of seen) {
    expect(url).not.toContain(product.adminKey)
    expect(JSON.stringify(headers)).not.toContain(product.adminKey)
    expect(Object.keys(headers)).not.toContain('x-admin-key')
    expect(url).not.toMatch(/\/api\/user$|\/api\/live-token|\/ws/)
  }
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]),
  )
  expect(stored).toContain('acarreo.admin.loggedIn')
  expect(stored).not.toContain(product.adminKey)

  // Another tab of the same browser is in at once; without the network the flag keeps the console.
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Usuarios' })).toBeVisible()
  await page.route('**/api/admin/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No se pudieron cargar los usuarios')).toBeVisible()
  await expect(page.getByText('Error de conexión').first()).toBeVisible()
  await expect(page.getByText('Error de red: No se pudo conectar con el servidor').first()).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/admin/**')

  // Without the session a call is enough: data, flag and console are gone.
  await context.clearCookies()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(
    page.getByText('Su sesión de administrador terminó. Ingrese la clave para continuar.'),
  ).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('acarreo.admin.loggedIn'))).toBeNull()

  await logIn(page, product)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('textbox', KEY_FIELD)).toBeVisible()
  expect((await context.request.get('/api/admin/users')).status()).toBe(401)
})

test('five wrong keys and the login says when to try again', async ({ browser }) => {
  // A separate product: tries are counted by address, and every journey has the same.
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/admin')
  for (let i = 0; i < 5; i++) {
    const answer = await context.request.post('/api/admin/login', { data: { adminKey: `mal ${i}` } })
    expect(answer.status()).toBe(401)
  }
  await page.getByRole('textbox', KEY_FIELD).fill(product.adminKey)
  await page.getByRole('button', { name: 'Acceder al Sistema' }).click()
  await expect(page.getByText(/Inténtelo de nuevo en \d+ s\./)).toBeVisible()
  await expectAccessible(page)
  await context.close()
  await product.dispose()
})

test('the built page holds neither the key nor a place for it', async ({ product }) => {
  const folder = fileURLToPath(new URL('../../../dist/public', import.meta.url))
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(js|html|css|json|map)$/.test(file),
  )
  expect(files.some((file) => /admin/.test(file))).toBe(true)
  const keys = [product.adminKey, process.env.ADMIN_KEY].filter((key) => key !== undefined && key !== '')
  let sendsIt = 0
  for (const file of files) {
    const content = await readFile(`${folder}/${file}`, 'utf8')
    for (const key of keys) expect(content.includes(String(key)), file).toBe(false)
    expect(content, file).not.toMatch(/x-admin-key/i)
    expect(content, file).not.toMatch(/ADMIN_KEY/)
    // In the bodies of the login and of the proof, and nowhere else: no query, no default value.
    expect(content, file).not.toMatch(/adminKey=|[?&]adminKey|adminKey:\s*["'`]/)
    sendsIt += content.split('adminKey').length - 1
  }
  expect(sendsIt).toBe(2)
})
