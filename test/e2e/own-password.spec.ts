import type { Page } from '@playwright/test'
import { advance, onTheRoad, openOnTheRoad, types, word } from './support/driver.ts'
import {
  addOperator,
  createOperator,
  GIVEN_PASSWORD,
  PASSWORD,
  person,
  registerSupervisor,
} from './support/people.ts'
import { expect, expectAccessible, layoutShift, test } from './support/test.ts'

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Usuario' }).fill(username)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Guardar y continuar' }).click()
}

test('a driver of whom it was asked chooses an own password first, and goes on to the first step', async ({
  browser,
  product,
}) => {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  const driver = await addOperator(desk.context.request, product.origin, { mustChangePassword: true })
  await createOperator(desk.context.request, product.origin, 'Otra Persona')
  await desk.page.goto('/supervisor')
  await desk.page.getByRole('tab', { name: 'Operadores' }).click()
  await expect(desk.page.getByText('Contraseña inicial sin cambiar')).toHaveCount(1)
  await expectAccessible(desk.page)

  const { page } = await person(browser, product.origin, { kind: 'phone' })
  await page.goto('/auth')
  await logIn(page, driver.username, GIVEN_PASSWORD)
  await expect(page).toHaveURL(/\/own-password$/)
  await expect(page.getByRole('heading', { name: 'Elija su contraseña' })).toBeVisible()
  await expectAccessible(page)
  // No other page opens.
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Elija su contraseña' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Elija su contraseña' })).toBeVisible()

  await page.getByRole('button', { name: 'Guardar y continuar' }).click()
  await expect(page.getByText('La contraseña debe tener al menos 8 caracteres')).toHaveCount(2)
  await choose(page, GIVEN_PASSWORD)
  await expect(page.getByText('Elija una contraseña distinta de la actual')).toBeVisible()
  await expectAccessible(page)
  await choose(page, PASSWORD)
  await expect(page).toHaveURL(/\/operator$/)
  await page.getByLabel('Número de contenedor').fill('CSQU3054383')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta' })).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()

  await desk.page.getByRole('button', { name: 'Actualizar la lista' }).click()
  await expect(desk.page.getByText('Contraseña inicial sin cambiar')).toBeHidden()
})

test('a driver works at once where nothing more was asked, and one line reminds until the password is an own one', async ({
  browser,
  product,
}) => {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  await desk.page.goto('/supervisor?tab=operators')
  await desk.page.getByRole('button', { name: 'Agregar operador' }).click()
  const form = desk.page.getByRole('dialog', { name: 'Nuevo operador' })
  const username = `chofer.${Date.now().toString(36)}`
  await form.getByLabel('Usuario').fill(username)
  await form.getByLabel('Nombre completo').fill('Julián Ríos')
  await form.getByLabel('Contraseña', { exact: true }).fill(GIVEN_PASSWORD)
  const asked = form.getByRole('checkbox', { name: 'Pedir contraseña propia al entrar' })
  await expect(asked).toBeChecked()
  await expectAccessible(desk.page)
  await asked.uncheck()
  await form.getByRole('button', { name: 'Crear operador' }).click()
  await expect(form).toBeHidden()
  await expect(desk.page.getByText('Contraseña inicial sin cambiar')).toBeVisible()

  const { page } = await person(browser, product.origin, { kind: 'phone' })
  await page.goto('/auth')
  await logIn(page, username, GIVEN_PASSWORD)
  await expect(page).toHaveURL(/\/operator$/)
  const reminder = page.getByText('Otra persona conoce su contraseña.')
  await expect(reminder).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Número de contenedor').fill('CSQU3054383')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta' })).toBeInViewport()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await page.reload()
  await expect(reminder).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)

  await page.getByRole('link', { name: 'Elegir otra' }).click()
  await expect(page.getByRole('heading', { name: 'Elija su contraseña' })).toBeVisible()
  await page.getByRole('link', { name: 'Ahora no' }).click()
  await expect(page).toHaveURL(/\/operator$/)
  await page.getByRole('link', { name: 'Elegir otra' }).click()
  await choose(page, PASSWORD)
  await expect(page).toHaveURL(/\/operator$/)
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta' })).toBeVisible()
  await expect(reminder).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta' })).toBeVisible()
  await expect(reminder).toBeHidden()
})

test('the given password is asked for again when its login is long ago', async ({ browser, product }) => {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  const driver = await addOperator(desk.context.request, product.origin, { mustChangePassword: true })
  const { page } = await person(browser, product.origin, { kind: 'phone' })
  await page.goto('/auth')
  await logIn(page, driver.username, GIVEN_PASSWORD)
  await page.route(
    '**/api/account/password',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Por seguridad, escriba otra vez su contraseña.', code: 'proof_required' },
      }),
    { times: 1 },
  )
  await choose(page, PASSWORD)
  await page.getByLabel('Contraseña que le dieron', { exact: true }).fill(GIVEN_PASSWORD)
  await page.getByRole('button', { name: 'Guardar y continuar' }).click()
  await expect(page).toHaveURL(/\/operator$/)
})

test('a new password in the middle of a trip loses no step that waits on the phone', async ({
  browser,
  product,
}) => {
  const { desk, page, context, driver, record } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await advance(page, 'Acceso otorgado')
  const reset = await desk.context.request.put(`${product.origin}/api/users/operators/${driver.id}`, {
    data: { password: GIVEN_PASSWORD, mustChangePassword: true },
  })
  expect(reset.status()).toBe(200)
  await context.setOffline(false)
  await expect(page.getByText('Sesión terminada · 2 pasos por enviar')).toBeVisible()
  // A second tab of the same phone, which goes on trying to send.
  const other = await context.newPage()
  await other.goto('/operator')
  await expect(other.getByText('Sesión terminada · 2 pasos por enviar')).toBeVisible()

  await page.getByRole('link', { name: 'Entrar' }).click()
  await logIn(page, driver.username, GIVEN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Elija su contraseña' })).toBeVisible()
  await advance(other, 'Vehículo estacionado')
  expect(types(await record())).toEqual(['start_trip', 'en_route'])
  await choose(page, PASSWORD)
  await expect(page).toHaveURL(/\/operator$/)
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(types(await record())).toEqual([
    'start_trip',
    'en_route',
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
  ])
})
