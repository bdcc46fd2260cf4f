import { administrator } from './support/console.ts'
import { PASSWORD, person, registerSupervisor } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// Its own product: the setting is everybody's.
let product: Product

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.dispose())

for (const kind of ['phone', 'desk'] as const) {
  test(`a desk that nobody uses locks itself, says why, and keeps what was typed, on the ${kind}`, async ({
    browser,
  }) => {
    const admin = await administrator(browser, product)
    await admin.page.getByRole('tab', { name: 'Configuración' }).click()
    const choice = admin.page.getByRole('combobox', { name: 'Cierre de escritorios por inactividad' })
    await choice.click()
    await admin.page.getByRole('option', { name: '15 minutos' }).click()
    await expect(choice).toHaveValue('15 minutos')

    const { context, page } = await person(browser, product.origin, { kind })
    await registerSupervisor(context, product.origin)
    await page.clock.install()
    await page.goto('/supervisor')
    await page.getByRole('button', { name: 'Agregar operador' }).first().click()
    await expect(page.getByRole('heading', { name: 'Gestión de Mis Operadores' })).toBeVisible()
    await page.getByRole('button', { name: 'Agregar operador' }).first().click()
    const form = page.getByRole('dialog', { name: 'Nuevo operador' })
    await form.getByLabel('Usuario').fill('chofer.nuevo')
    await page.clock.fastForward('16:00')

    const lock = page.getByRole('dialog', { name: 'Sesión cerrada por inactividad' })
    await expect(lock).toBeVisible()
    await expect(lock).toContainText('Pasaron 15 minutos')
    await expect(lock.getByLabel(/Contraseña/).first()).toBeFocused()
    await expectAccessible(page)
    // The server has ended it as well.
    await expect
      .poll(async () => (await context.request.get(`${product.origin}/api/user`)).status())
      .toBe(401)
    await lock
      .getByLabel(/Contraseña/)
      .first()
      .fill('otra clave')
    await lock.getByRole('button', { name: 'Continuar' }).click()
    await expect(lock.getByRole('alert')).toBeVisible()
    await lock
      .getByLabel(/Contraseña/)
      .first()
      .fill(PASSWORD)
    await lock.getByRole('button', { name: 'Continuar' }).click()
    await expect(lock).toBeHidden()
    await expect(form.getByLabel('Usuario')).toHaveValue('chofer.nuevo')
  })
}
