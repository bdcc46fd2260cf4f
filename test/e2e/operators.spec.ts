import { createOperator, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, holdAnswers, test } from './support/test.ts'

test('a supervisor adds, edits and removes a driver, and invites another with a link', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const supervisor = await registerSupervisor(context, product.origin)
  const username = `op${supervisor.username}`
  await page.goto('/supervisor')
  await page.getByRole('button', { name: 'Agregar operador' }).click()
  await expect(page.getByRole('heading', { name: 'Gestión de Mis Operadores' })).toBeVisible()
  await expect(page.getByText('No hay operadores registrados')).toBeVisible()
  await expect(page.getByText(/0 de 20 operadores/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Agregar operador' }).first().click()
  const add = page.getByRole('dialog', { name: 'Nuevo operador' })
  await add.getByRole('button', { name: 'Crear operador' }).click()
  await expect(add.getByText('El nombre de usuario debe tener al menos 3 caracteres')).toBeVisible()
  await expect(add.getByText('El nombre completo es obligatorio')).toBeVisible()
  await expect(add.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
  await expectAccessible(page)
  await add.getByLabel('Usuario').fill(supervisor.username)
  await add.getByLabel('Nombre completo').fill('Pedro Páramo')
  await add.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await add.getByRole('button', { name: 'Crear operador' }).click()
  await expect(page.getByText('Error al crear el operador')).toBeVisible()
  await expect(add.getByLabel('Nombre completo')).toHaveValue('Pedro Páramo')
  await add.getByLabel('Usuario').fill(username)
  await add.getByRole('button', { name: 'Crear operador' }).click()
  await expect(page.getByText('Operador creado')).toBeVisible()
  // Goes with the success; by itself it would stay for 8 s.
  await expect(page.getByText('Error al crear el operador')).toBeHidden({ timeout: 6_000 })
  await expect(page.getByText(/1 de 20 operadores/)).toBeVisible()

  await page.getByRole('button', { name: 'Editar a Pedro Páramo' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar operador' })
  await edit.getByLabel('Nombre completo').fill('Pedro Páramo Rulfo')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Operador actualizado')).toBeVisible()
  await expect(page.getByText('Pedro Páramo Rulfo').first()).toBeVisible()

  await page.getByRole('button', { name: 'Editar a Pedro Páramo Rulfo' }).click()
  await edit.getByRole('tab', { name: 'Contraseña' }).click()
  await edit.getByLabel('Nueva contraseña').fill('otra clave')
  await edit.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Contraseña actualizada')).toBeVisible()
  expect((await context.request.fetch(`${product.origin}/readyz`)).ok()).toBe(true)

  await page.getByRole('button', { name: 'Invitar con enlace' }).click()
  const invite = page.getByRole('dialog', { name: 'Invitar con enlace' })
  await expect(invite).toBeFocused()
  await expect(invite.getByRole('img', { name: 'Código QR del enlace de invitación' })).toBeVisible()
  await expect(invite).toBeFocused()
  await expectAccessible(page)
  const link = await invite.getByRole('textbox', { name: 'Enlace de invitación' }).inputValue()
  const driver = await person(browser, product.origin, { kind: 'phone' })
  await driver.page.goto(link)
  await expect(driver.page.getByText(new RegExp(supervisor.displayName))).toBeVisible()
  await expectAccessible(driver.page)
  const form = driver.page.getByRole('tabpanel', { name: 'Registrarse' })
  await form.getByLabel('Usuario').fill(`${username}b`)
  await form.getByLabel('Nombre completo').fill('Susana San Juan')
  await form.getByLabel('Correo electrónico').fill('susana@example.com')
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirmar contraseña').fill(PASSWORD)
  await form.getByLabel('Acepto los términos y condiciones').check()
  await form.getByRole('button', { name: 'Registrarse' }).click()
  await expect(driver.page).toHaveURL(/\/operator$/)
  await invite.getByRole('button', { name: 'Revocar enlaces' }).click()
  await expect(page.getByText('Enlaces revocados')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actualizar la lista' }).click()
  await expect(page.getByText('Susana San Juan').first()).toBeVisible()
  await page.getByLabel('Buscar operador').fill('nadie')
  await expect(page.getByText('No hay resultados para la búsqueda')).toBeVisible()
  await page.getByLabel('Buscar operador').fill('susana')
  await page.getByRole('button', { name: 'Métricas de Susana San Juan' }).click()
  await expect(page.getByText('No hay datos disponibles para este operador')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Eliminar a Susana San Juan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Operador eliminado')).toBeVisible()
  // Her phone is out at once.
  await expect(driver.page).toHaveURL(/\/auth$/)
  for (const each of [context, driver.context]) await each.close()
})

test('a dialog that is at work stays until the answer; a link revoked meanwhile is forgotten', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const supervisor = await registerSupervisor(context, product.origin)
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Operadores' }).click()

  /** Presses `working`'s button, tries to get out while the call is under way, and lets the answer come. */
  const standsFirm = async (method: string, press: () => Promise<void>, working: string) => {
    const answer = await holdAnswers(page, '**/api/users/operators**', method)
    await press()
    const busy = page.getByRole('dialog').getByRole('button', { name: working })
    await expect(busy).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    // As a phone does at the second press of Back.
    await page.locator('dialog[open]').evaluate((dialog: HTMLDialogElement) => dialog.close())
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })).toBeDisabled()
    await expect(busy).toBeVisible()
    answer()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.unroute('**/api/users/operators**')
  }

  const add = page.getByRole('dialog', { name: 'Nuevo operador' })
  await page.getByRole('button', { name: 'Agregar operador' }).first().click()
  await add.getByLabel('Usuario').fill(`op${supervisor.username}`)
  await add.getByLabel('Nombre completo').fill('Pedro Páramo')
  await add.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await standsFirm('POST', () => page.keyboard.press('Enter'), 'Creando...')
  await page.getByRole('button', { name: 'Agregar operador' }).click()
  await expect(add.getByLabel('Contraseña', { exact: true })).toHaveValue('')
  await page.keyboard.press('Escape')

  const edit = page.getByRole('dialog', { name: 'Editar operador' })
  await page.getByRole('button', { name: 'Editar a Pedro Páramo' }).click()
  await edit.getByLabel('Nombre completo').fill('Pedro Rulfo')
  await standsFirm('PUT', () => page.keyboard.press('Enter'), 'Guardando...')
  await page.getByRole('button', { name: 'Editar a Pedro Rulfo' }).click()
  await edit.getByRole('tab', { name: 'Contraseña' }).click()
  await edit.getByLabel('Nueva contraseña').fill('otra clave')
  await standsFirm('PUT', () => page.keyboard.press('Enter'), 'Guardando...')

  await page.getByRole('button', { name: 'Eliminar a Pedro Rulfo' }).click()
  const remove = page.getByRole('dialog', { name: 'Eliminar operador' })
  await standsFirm('DELETE', () => remove.getByRole('button', { name: 'Eliminar' }).click(), 'Eliminando...')
  await expect(page.getByText('No hay operadores registrados')).toBeVisible()

  await page.getByRole('button', { name: 'Invitar con enlace' }).click()
  const invite = page.getByRole('dialog', { name: 'Invitar con enlace' })
  const link = invite.getByRole('textbox', { name: 'Enlace de invitación' })
  const first = await link.inputValue()
  const answer = await holdAnswers(page, '**/api/users/invitations', 'DELETE')
  await invite.getByRole('button', { name: 'Revocar enlaces' }).click()
  await page.keyboard.press('Escape')
  await expect(invite).toBeHidden()
  answer()
  await expect(page.getByText('Enlaces revocados')).toBeVisible()
  await page.getByRole('button', { name: 'Invitar con enlace' }).click()
  await expect(link).toBeVisible()
  expect(await link.inputValue()).not.toBe(first)
})

test('at the limit nobody more can be added, and the desk says so', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  for (let i = 0; i < 20; i++) await createOperator(context.request, product.origin, `Chofer ${i}`)
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await expect(page.getByText('(¡Límite alcanzado!)')).toBeVisible()
  await expect(
    page.getByText('Has alcanzado el límite de 20 operadores. No puedes crear más.').first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar operador' })).toBeDisabled()
  await expectAccessible(page)

  // Links made before are still about: they can be taken back, but none is made.
  const made: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/invitations')) made.push(request.method())
  })
  await page.getByRole('button', { name: 'Invitar con enlace' }).click()
  const invite = page.getByRole('dialog', { name: 'Invitar con enlace' })
  await expect(invite.getByRole('alert')).toContainText(
    'Mientras no haya lugar, nadie puede registrarse con un enlace.',
  )
  await expectAccessible(page)
  await invite.getByRole('button', { name: 'Revocar enlaces' }).click()
  await expect(page.getByText('Enlaces revocados')).toBeVisible()
  expect(made).toEqual(['DELETE'])
})
