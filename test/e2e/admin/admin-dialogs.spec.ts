import { administrator, company } from '../support/console.ts'
import { PASSWORD } from '../support/people.ts'
import { expect, expectAccessible, holdAnswers, test } from '../support/test.ts'

test('what a dialog is at work on is told in it: neither Escape nor a press beside it hides it', async ({
  browser,
  product,
}) => {
  await (await company(browser, product)).context.close()
  const { supervisor } = await company(browser, product, ['Ana Paz', 'Luz Sol'])
  const { page } = await administrator(browser, product)
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(supervisor.username)
  await page.getByRole('button', { name: `Eliminar a ${supervisor.displayName}` }).click()
  const question = page.getByRole('dialog', { name: 'Eliminar supervisor' })
  await question.getByRole('textbox').fill(supervisor.username)
  const answerDeletion = await holdAnswers(page, '**/api/admin/supervisors/*', 'DELETE')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Eliminando...' })).toBeVisible()
  // The browser itself closes a dialog at the second Escape in a row.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
  await expect(question.getByRole('button', { name: 'Eliminando...' })).toBeVisible()
  answerDeletion()
  const gone = page.getByRole('dialog', { name: 'Supervisor eliminado' })
  await expect(gone).toContainText(supervisor.username)
  await gone.getByRole('button', { name: 'Entendido' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Nuevo Supervisor' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Supervisor' })
  const username = `${supervisor.username}b`
  await form.getByLabel('Usuario').fill(username)
  await form.getByLabel('Nombre completo').fill('Eulalia Pantoja')
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  const answerCreation = await holdAnswers(page, '**/api/admin/create-supervisor', 'POST')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Creando...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(form.getByRole('button', { name: 'Creando...' })).toBeVisible()
  answerCreation()
  await expect(page.getByText('Supervisor creado')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Nuevo Supervisor' }).click()
  await expect(form.getByLabel('Contraseña', { exact: true })).toHaveValue('')
})

test('what failed is told within the open dialog, and can be closed there', async ({ browser, product }) => {
  const { page } = await administrator(browser, product)
  await page.getByRole('button', { name: 'Nuevo Supervisor' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Supervisor' })
  const name = form.getByLabel('Nombre completo')
  await form.getByLabel('Usuario').fill('eulalia.pantoja')
  await name.fill('Eulalia Pantoja')
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.route('**/api/admin/create-supervisor', (route) => route.abort())
  await form.getByRole('button', { name: 'Crear supervisor' }).click()
  // Only what is within an open dialog is in sight, is read out, and can be pressed.
  const failed = form
    .getByRole('alert')
    .filter({ hasText: 'No se pudo crear el supervisor. Verifique los datos e intente nuevamente.' })
  await expect(failed).toBeVisible()
  await expect(form.getByRole('alert').filter({ hasText: 'Error de conexión' })).toBeVisible()
  await expectAccessible(page)
  await failed.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(failed).toHaveCount(0)
  await expect(name).toHaveValue('Eulalia Pantoja')

  // Marking a text from within the field to beyond the dialog is no press beside it.
  const box = await name.boundingBox()
  if (!box) throw new Error('no field')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(5, box.y)
  await page.mouse.up()
  await expect(name).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(form).toBeHidden()
})
