import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeAt } from '../support/second-factor.ts'
import { administrator, KEY_FIELD, logIn } from './support/console.ts'
import { type Account, DESK, PASSWORD, PHONE, person, registerSupervisor } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// Its own product: with a second factor of the administrator, no other journey gets into the console.
let product: Product

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.dispose())

const PERIOD = 30_000

/** Switches it on in the part of the page that shows it. The codes of the next period are unused. */
async function switchOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Activar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(
    dialog.getByRole('img', { name: 'Código QR para la aplicación de autenticación' }),
  ).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await expectAccessible(page)
  await dialog.getByLabel('Código de 6 dígitos').fill('000000')
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('El código no es correcto')
  await dialog.getByLabel('Código de 6 dígitos').fill(codeAt(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const codes = await dialog.locator('code').allInnerTexts()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(codes.filter((code) => file.includes(code))).toHaveLength(10)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByText('Quedan 10 códigos de recuperación')).toBeVisible()
  return { secret, codes }
}

async function typePassword(page: Page, { username }: Account): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/auth')
  const form = page.getByRole('tabpanel', { name: 'Iniciar Sesión' })
  await form.getByLabel('Usuario').fill(username)
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

for (const kind of ['phone', 'desk'] as const) {
  test(`a supervisor switches it on, and logs in with a code and with a recovery code, on the ${kind}`, async ({
    browser,
  }) => {
    const { context, page } = await person(browser, product.origin, { kind })
    const rosa = await registerSupervisor(context, product.origin)
    await page.goto('/account')
    await expect(page.getByRole('region', { name: 'Verificación en dos pasos' })).toBeVisible()
    const { secret, codes } = await switchOn(page)

    await typePassword(page, rosa)
    const field = page.getByLabel('Código de 6 dígitos')
    await expect(field).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await field.fill('000000')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByRole('alert').first()).toContainText('El código no es correcto')
    await field.fill(codeAt(secret, Date.now() + PERIOD))
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL(/\/supervisor/)

    await typePassword(page, rosa)
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await page.getByLabel('Código de recuperación', { exact: true }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('Quedan 9 códigos de recuperación')).toBeVisible()
  })
}

test('the administrator helps a supervisor, and needs a code for the console', async ({ browser }) => {
  const { context } = await person(browser, product.origin, { kind: 'desk' })
  const rosa = await registerSupervisor(context, product.origin)
  const path = `${product.origin}/api/account/second-factor`
  const { secret } = await (await context.request.post(path)).json()
  await context.request.post(`${path}/confirm`, { data: { code: codeAt(secret, Date.now()) } })

  const { page } = await person(browser, product.origin, { kind: 'desk' })
  await page.goto('/admin')
  await logIn(page, product)
  await page
    .getByRole('button', { name: `Permisos de ${rosa.displayName}` })
    .last()
    .click()
  await page.getByRole('button', { name: 'Quitar verificación en dos pasos' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Verificación en dos pasos quitada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Quitar verificación en dos pasos' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Volver' }).click()
  await page.getByRole('tab', { name: 'Configuración' }).click()
  await expect(page.getByRole('region', { name: 'Verificación en dos pasos', exact: true })).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  const { secret: own, codes } = await switchOn(page)

  const enter = async (label: string, code: string) => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/admin')
    await page.getByRole('textbox', KEY_FIELD).fill(product.adminKey)
    await page.getByRole('button', { name: 'Acceder al Sistema' }).click()
    await expect(page.getByLabel('Código de 6 dígitos')).toBeFocused()
    await expectAccessible(page)
    if (label !== 'Código de 6 dígitos')
      await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await page.getByLabel(label, { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Acceder al Sistema' }).click()
    await expect(page.getByRole('tab', { name: 'Usuarios' })).toBeVisible()
  }
  await enter('Código de 6 dígitos', codeAt(own, Date.now() + PERIOD))
  await enter('Código de recuperación', codes[0] ?? '')
  await expect(page.getByText('Quedan 9 códigos de recuperación')).toBeVisible()
})

for (const kind of ['phone', 'desk'] as const) {
  test(`where it is required, a supervisor sets it up before anything else opens, on the ${kind}`, async ({
    browser,
  }) => {
    const strict = await startProduct()
    try {
      const admin = await administrator(browser, strict)
      await admin.page.getByRole('tab', { name: 'Configuración' }).click()
      const choice = admin.page.getByRole('radio', { name: 'Obligatoria' })
      await choice.click()
      await expect(choice).toBeChecked()

      const { context, page } = await person(browser, strict.origin, { kind })
      await registerSupervisor(context, strict.origin)
      await page.goto('/supervisor')
      await expect(page).toHaveURL(/\/second-factor$/)
      await expect(page.getByRole('heading', { name: 'Active la verificación en dos pasos' })).toBeVisible()
      await expectAccessible(page)
      await page.goto('/account')
      await expect(page).toHaveURL(/\/second-factor$/)

      await page.getByRole('button', { name: 'Continuar' }).click()
      const secret = (await page.locator('main code').first().innerText()).replaceAll(' ', '')
      await page.getByLabel('Código de 6 dígitos').fill(codeAt(secret, Date.now()))
      await page.getByRole('button', { name: 'Activar' }).click()
      await expect(page.getByRole('listitem')).toHaveCount(10)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Ya los guardé' }).click()
      await expect(page).toHaveURL(/\/supervisor$/)
    } finally {
      await strict.dispose()
    }
  })
}
