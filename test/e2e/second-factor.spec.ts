import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeAt } from '../support/second-factor.ts'
import { type Account, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

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
    product,
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
