import type { Browser, Page } from '@playwright/test'
import { advance, crew, onTheRoad, openOnTheRoad, word } from './support/driver.ts'
import { createOperator, DESK, PASSWORD, PHONE, person, registerSupervisor } from './support/people.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessible, layoutShift, overflow, test } from './support/test.ts'

const loginForm = (page: Page) => page.getByRole('tabpanel', { name: 'Iniciar Sesión' })

async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await loginForm(page).getByLabel('Usuario').fill(username)
  await loginForm(page).getByLabel('Contraseña', { exact: true }).fill(password)
  await loginForm(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** The phone of a driver with nothing under way, its form in sight. */
async function driverWithoutTrip(browser: Browser, product: Product) {
  const { phone } = await crew(browser, product)
  await phone.page.goto('/operator')
  await expect(phone.page.getByLabel('Número de contenedor')).toBeVisible()
  return phone
}

test('a newcomer registers, with every mistake on the way, and nothing typed is lost', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const taken = await registerSupervisor(context, product.origin)
  await context.clearCookies()
  await page.goto('/')
  await page.getByRole('tab', { name: 'Registrarse' }).click()
  const form = page.getByRole('tabpanel', { name: 'Registrarse' })
  const submit = form.getByRole('button', { name: 'Registrarse' })
  await submit.click()
  await expect(form.getByText('Username is required')).toBeVisible()
  await expect(form.getByText('Please confirm your password')).toBeVisible()
  await expect(form.getByText('You must accept the terms and conditions')).toBeVisible()
  await expectAccessible(page)

  await form.getByLabel('Usuario').fill(taken.username)
  await form.getByLabel('Nombre completo').fill('Rosa Núñez')
  await form.getByLabel('Correo electrónico').fill('rosa')
  await form.getByLabel('Teléfono (opcional)').fill('123')
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirmar contraseña').fill('otra cosa')
  await form.getByLabel('Acepto los términos y condiciones').check()
  await submit.click()
  await expect(form.getByText('Por favor ingrese un correo electrónico válido')).toBeVisible()
  await expect(form.getByText('Por favor ingrese un número de teléfono válido')).toBeVisible()
  await expect(form.getByText('Las contraseñas no coinciden')).toBeVisible()
  await form.getByLabel('Contraseña', { exact: true }).fill('otra cosa')
  await expect(form.getByText('Las contraseñas no coinciden')).toBeHidden()

  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Correo electrónico').fill('rosa@example.com')
  await form.getByLabel('Teléfono (opcional)').fill('')
  await form.getByLabel('Confirmar contraseña').fill(PASSWORD)
  await submit.click()
  await expect(page.getByText('Nombre de usuario ya existente')).toBeVisible()
  await expect(form.getByLabel('Nombre completo')).toHaveValue('Rosa Núñez')
  await form
    .getByRole('button', { name: new RegExp(`^${taken.username}`) })
    .first()
    .click()
  await expect(form.getByLabel('Usuario')).not.toHaveValue(taken.username)
  await submit.click()
  await expect(page).toHaveURL(/\/supervisor$/)
  await expect(page.getByText('Registration successful')).toBeVisible()
})

test('each role lands where it works, and nowhere else', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  for (const path of ['/operator', '/supervisor']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
  }
  const supervisor = await registerSupervisor(context, product.origin)
  const driver = await createOperator(context.request, product.origin)
  for (const path of ['/operator', '/auth', '/']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/supervisor$/)
  }
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByText('Logged out')).toBeVisible()

  await logIn(page, driver.username, 'mal')
  await expect(page.getByText('Error al iniciar sesión')).toBeVisible()
  await expect(page.getByText('Credenciales inválidas').first()).toBeVisible()
  await expect(loginForm(page).getByLabel('Usuario')).toHaveValue(driver.username)
  await loginForm(page).getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/operator$/)
  await page.goto('/supervisor')
  await expect(page).toHaveURL(/\/operator$/)
  expect(supervisor.id).not.toBe(driver.id)
})

test('a deactivated account is told so in a dialog', async ({ browser, product }) => {
  const { page } = await person(browser, product.origin, { kind: 'phone' })
  // The administrator's console comes with a later piece of work: the answer is the server's own, played back.
  await page.route('**/api/login', (route) =>
    route.fulfill({
      status: 403,
      json: {
        error: 'usuario_desactivado',
        code: 'usuario_desactivado',
        message: 'Su perfil fue desactivado.',
        supportEmail: 'ayuda@example.com',
      },
    }),
  )
  await page.goto('/auth')
  await logIn(page, 'alguien')
  const dialog = page.getByRole('dialog', { name: 'Cuenta Desactivada' })
  await expect(dialog).toContainText('Su perfil fue desactivado.')
  await expect(dialog).toContainText('Si cree que esto es un error, contacte con el administrador.')
  await expect(dialog).toContainText('ayuda@example.com')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await expect(dialog).toBeHidden()
})

test('every public screen is accessible and stands still, on the phone and at the desk', async ({
  browser,
  product,
}) => {
  for (const viewport of [PHONE, DESK]) {
    const context = await browser.newContext({ baseURL: product.origin, viewport })
    const page = await context.newPage()
    for (const path of [
      '/auth',
      '/forgot-password',
      '/terms-conditions',
      '/container/nada',
      '/no-such-page',
    ]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      expect(await layoutShift(page), path).toBeLessThan(0.02)
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
    }
    await context.close()
  }
})

test('a proxy’s page instead of an answer throws no driver out, and forgets nobody', async ({
  browser,
  product,
}) => {
  const { page, context } = await driverWithoutTrip(browser, product)
  const known = await page.evaluate(() => localStorage.getItem('acarreo.identity'))
  expect(known).toContain('"role":"operator"')
  await context.route('**/api/user', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html><body>502 Bad Gateway</body></html>' }),
  )
  const asked = page.waitForResponse('**/api/user')
  await page.reload()
  await asked
  await expect(page.getByLabel('Número de contenedor')).toBeVisible()
  await expect(page).toHaveURL(/\/operator$/)
  expect(await page.evaluate(() => localStorage.getItem('acarreo.identity'))).toBe(known)
})

test('signing in again in another tab signs in the first one too', async ({ browser, product }) => {
  const { page, context, driver } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByText('Sesión terminada · 1 paso por enviar')).toBeVisible()

  const other = await context.newPage()
  await other.goto('/auth')
  await logIn(other, driver.username)
  await expect(word(other, 'Todo enviado')).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expect(page).toHaveURL(/\/operator$/)
  expect(await page.evaluate(() => localStorage.getItem('acarreo.identity'))).toContain(driver.username)
})

test('a session that has ended, with nothing to send, leads to the way in and forgets who it was', async ({
  browser,
  product,
}) => {
  const { page, context } = await driverWithoutTrip(browser, product)
  // The page must not find out by itself: its question would be counted below.
  await page.goto('about:blank')
  await context.clearCookies()
  // Refused a token, the live channel would ask who is there as well, in front of the second question or behind it.
  await page.route('**/api/live-token', (route) => route.abort())
  // It is asked twice; while the second question has no answer, nothing is forgotten.
  let asked = 0
  await page.route('**/api/user', (route) => (++asked === 2 ? route.abort() : route.continue()))
  await page.goto('/operator')
  const again = page.getByRole('button', { name: 'Reintentar' })
  await expect(again).toBeVisible()
  const kept = () => page.evaluate(() => localStorage.getItem('acarreo.identity'))
  expect(await kept()).toContain('"role":"operator"')
  await again.click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(loginForm(page).getByLabel('Usuario')).toBeVisible()
  expect(await kept()).toBeNull()
})
