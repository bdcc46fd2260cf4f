import type { Locator, Page } from '@playwright/test'
import { advance, crew, cutOff, finish, resume, start, stop, word } from './support/driver.ts'
import { addOperator, GIVEN_PASSWORD, PHONE, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.use({ colorScheme: 'dark' })

const DARK_GROUND = 'rgb(31, 31, 31)'

/** Dark, and AA in every pair that axe can judge. */
async function expectNight(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', DARK_GROUND)
  await expectAccessible(page)
}

/** The banner's ground, once its icon stands beside these words. */
async function groundOf(page: Page, words: string): Promise<string> {
  const state: Locator = page.getByRole('status').filter({ hasText: words })
  const banner = page.locator('section', { has: state })
  await expect(banner.locator('svg').first()).toBeVisible()
  await expectNight(page)
  return banner.evaluate((element) => getComputedStyle(element).backgroundColor)
}

test('the driver has a night scheme in every state of a trip', async ({ browser, product }) => {
  const { desk, phone, record } = await crew(browser, product)
  const { page, context } = phone
  const correct = async (body: object) => {
    const key = (await record())[0]?.containerId
    const data = { reason: 'se equivocó de botón', ...body }
    const answer = await desk.context.request.post(`${product.origin}/api/containers/${key}/corrections`, {
      data,
    })
    expect(answer.status()).toBe(201)
  }
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByText('Container ID is required')).toBeVisible()
  await expectNight(page)
  await page.getByLabel('Número de contenedor').fill('CSQU3054384')
  await expect(page.getByText('¿Es CSQU 305438 3?')).toBeVisible()
  await expectNight(page)
  await start(page, 'CSQU3054383')

  const driving = await groundOf(page, 'Iniciando viaje')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await advance(page, 'En ruta al parque')
  expect(await groundOf(page, 'Viajando al parque')).toBe(driving)

  await page.getByRole('button', { name: 'Reportar Parada' }).click()
  await page.getByText('Gasolina', { exact: true }).click()
  await expectNight(page)
  await page.keyboard.press('Escape')
  await stop(page, 'Gasolina')
  const stopped = await groundOf(page, 'Parada: Combustible')
  await page.getByRole('button', { name: 'Continuar Viaje' }).click()
  await expectNight(page)
  await page.keyboard.press('Escape')
  await resume(page)

  await advance(page, 'Llegada al parque')
  const waiting = await groundOf(page, 'Esperando acceso')
  await advance(page, 'Acceso otorgado')
  await advance(page, 'Vehículo estacionado')
  const working = await groundOf(page, 'Realizando carga')
  expect(new Set([driving, stopped, waiting, working]).size).toBe(4)
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' }).first()).toBeVisible()
  await expectNight(page)
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()

  // A press that waits on the phone rests on a step that the supervisor takes back meanwhile.
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await cutOff(context, true)
  await context.setOffline(true)
  await advance(page, 'Carga completada')
  await expect(word(page, '1 paso por enviar')).toBeVisible()
  await groundOf(page, 'Saliendo del parque')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNight(page)
  await page.keyboard.press('Escape')
  await correct({ kind: 'retraction', position: 7 })
  await cutOff(context, false)
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: '1 paso rechazado' })).toBeVisible()
  await expect(page.getByText('Su supervisor retiró: Vehículo estacionado')).toBeVisible()
  await expectNight(page)
  await page.getByRole('button', { name: 'Entendido' }).click()

  await advance(page, 'Vehículo estacionado')
  await advance(page, 'Carga completada')
  await advance(page, 'Salida del parque')
  await groundOf(page, 'Finalizando operación')
  await finish(page)
  await expect(word(page, '¡Operación Completada!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deshacer: Finalizar operación' })).toBeVisible()
  await expectNight(page)

  // Also while the page is open.
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('the way in, a failed login and the own password have it too', async ({ browser, product }) => {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  const { request } = desk.context
  const { username } = await addOperator(request, product.origin, { mustChangePassword: true })
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/auth')
  const bar = (scheme: string) =>
    page.locator(`meta[name="theme-color"][media*="${scheme}"]`).getAttribute('content')
  expect(await bar('dark')).not.toBe(await bar('light'))
  const form = page.getByRole('tabpanel', { name: 'Iniciar Sesión' })
  await form.getByLabel('Usuario').fill(username)
  await form.locator('input[type="password"]').fill('no es la clave')
  await expectNight(page)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toBeVisible()
  await expectNight(page)
  await form.locator('input[type="password"]').fill(GIVEN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/own-password')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectNight(page)
})
