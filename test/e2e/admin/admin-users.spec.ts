import { administrator, company, rowOf } from '../support/console.ts'
import { PASSWORD, person } from '../support/people.ts'
import { expect, expectAccessible, holdAnswers, test } from '../support/test.ts'
import { hoursAgo, trip } from '../support/trips.ts'

/** Over the live channel: by itself the desk would not ask within minutes. How fast: test/api/admin/admin-features.test.ts. */
const TOLD = { timeout: 10_000 }

test('users: search, sort, create, permissions, and the desk beside hears it within a second', async ({
  browser,
  product,
}) => {
  await (await company(browser, product)).context.close()
  const { page: desk, supervisor, operators } = await company(browser, product, ['Julián Ríos'])
  const [driver] = operators
  if (!driver) throw new Error('no driver')
  await desk.goto('/supervisor')
  await expect(desk.getByText('Premium', { exact: true })).toBeVisible()
  await expect(desk.getByText('Online')).toBeVisible()
  const { page } = await administrator(browser, product)

  const search = page.getByRole('searchbox', { name: 'Buscar usuarios' })
  await search.fill('nadie se llama así')
  await expect(page.getByText('No se encontraron supervisores.')).toBeVisible()
  await expect(page.getByText('No se encontraron operadores.')).toBeVisible()
  await search.fill(String(supervisor.id))
  await expect(rowOf(page, 'Supervisores', supervisor.username)).toContainText('1 / 20')
  await search.fill(driver.username)
  await expect(rowOf(page, 'Operadores', driver.username)).toContainText(String(supervisor.id))
  await search.fill('')

  const head = page
    .getByRole('table', { name: 'Supervisores' })
    .getByRole('columnheader', { name: 'Usuario' })
  const names = () =>
    page.getByRole('table', { name: 'Supervisores' }).locator('tbody tr td:nth-child(2)').allTextContents()
  const ascending = (list: readonly string[]) =>
    [...list].sort(new Intl.Collator('es', { sensitivity: 'base', numeric: true }).compare)
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  const upward = await names()
  expect(upward.length).toBeGreaterThan(1)
  expect(upward).toEqual(ascending(upward))
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(ascending(await names()).reverse())
  // Another search keeps the order.
  await search.fill('jefe')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const found = await names()
  expect(found.length).toBeGreaterThan(1)
  expect(found).toEqual(ascending(found).reverse())

  await page.getByRole('button', { name: 'Nuevo Supervisor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo Supervisor' })
  const create = dialog.getByRole('button', { name: 'Crear supervisor' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Usuario').fill(supervisor.username)
  await dialog.getByLabel('Nombre completo').fill('Eulalia Pantoja')
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Contraseña', { exact: true }).fill('corta')
  await create.click()
  await expect(dialog.getByText('La contraseña debe tener al menos 8 caracteres').last()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await create.click()
  await expect(dialog.getByText('Nombres disponibles:')).toBeVisible()
  await dialog
    .getByRole('button', { name: new RegExp(`^${supervisor.username}`) })
    .first()
    .click()
  const offered = await dialog.getByLabel('Usuario').inputValue()
  expect(offered).not.toBe(supervisor.username)
  await create.click()
  await expect(page.getByText('Supervisor creado')).toBeVisible()
  await search.fill(offered)
  await expect(rowOf(page, 'Supervisores', offered)).toContainText('Eulalia Pantoja')

  await search.fill(supervisor.username)
  const premium = page.getByRole('switch', { name: `Premium de ${supervisor.displayName}` })
  await expect(premium).toBeChecked()
  await premium.focus()
  await page.keyboard.press('Space')
  await expect(desk.getByText('Premium', { exact: true })).toBeHidden(TOLD)
  await expect(premium).not.toBeChecked()
  await premium.press('Space')
  await expect(desk.getByText('Premium', { exact: true })).toBeVisible(TOLD)

  // Refused: the switch goes back, and says so.
  await page.route('**/features', (route) => route.fulfill({ status: 500, json: { error: 'No se pudo' } }))
  await premium.press('Space')
  await expect(page.getByText('No se pudieron actualizar las funciones premium')).toBeVisible()
  await expect(premium).toBeChecked()
  await page.unroute('**/features')

  await page.getByRole('button', { name: `Permisos de ${supervisor.displayName}` }).click()
  await expect(page).toHaveURL(new RegExp(`tab=configuracion&usuario=${supervisor.id}$`))
  await expect(page.getByRole('heading', { name: `Permisos de ${supervisor.displayName}` })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Dónde está' })).toContainText(
    `Usuario #${supervisor.id}`,
  )
  await expect(page.getByText('Premium activo')).toBeVisible()
  await expect(page.getByText(/Vence el \d\d\/\d\d\/\d\d/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('switch', { name: /Indicadores de rendimiento/ }).press('Space')
  await expect(page.getByText('Sin premium')).toBeVisible()
  await expect(desk.getByRole('tab', { name: 'Indicadores' })).toHaveAttribute('aria-disabled', 'true', TOLD)
  await page.getByRole('combobox', { name: 'Límite de operadores' }).click()
  await page.getByRole('option', { name: '40 operadores' }).click()
  await page.getByRole('button', { name: 'Volver' }).click()
  // The list is as it was left, and the focus is on its heading.
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeFocused()
  await expect(search).toHaveValue(supervisor.username)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(rowOf(page, 'Supervisores', supervisor.username)).toContainText('1 / 40')
  await page.goBack()
  await expect(page.getByRole('heading', { name: `Permisos de ${supervisor.displayName}` })).toBeVisible()
  await page.goto('/admin')

  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(supervisor.username)
  await page.getByRole('button', { name: `Desactivar a ${supervisor.displayName}` }).click()
  const question = page.getByRole('dialog', { name: 'Desactivar usuario' })
  await expect(question).toContainText(supervisor.username)
  await expect(question).toContainText('Sus sesiones abiertas y su conexión en vivo terminan de inmediato')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Desactivar', exact: true }).click()
  await expect(desk).toHaveURL(/\/auth$/, TOLD)
  await expect(rowOf(page, 'Supervisores', supervisor.username)).toContainText('Inactivo')
})

test('a deletion wants the username typed, and tells what went and where it was kept', async ({
  browser,
  product,
}) => {
  // The first supervisor of a product cannot be deleted: somebody must be there before.
  await (await company(browser, product)).context.close()
  const { supervisor, operators } = await company(browser, product, ['Ana Paz', 'Luz Sol'])
  const [ana, luz] = operators
  if (!ana || !luz) throw new Error('no drivers')
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: luz })
  const { start, record } = trip(phone.context.request, product.origin, hoursAgo(2))
  await start('CSQU3054383', 0)
  await record('en_route', 5)
  await record('arrived_at_park', 30)
  const { page } = await administrator(browser, product)
  await expect(rowOf(page, 'Supervisores', supervisor.username)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill('#1')
  await expect(
    page.getByRole('table', { name: 'Supervisores' }).getByRole('button', { name: /^Permisos/ }),
  ).toHaveCount(1)
  await expect(
    page.getByRole('table', { name: 'Supervisores' }).getByRole('button', { name: /^Eliminar/ }),
  ).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(ana.username)
  await page.getByRole('button', { name: 'Permisos de Ana Paz' }).click()
  await expect(page.getByText('Próximamente')).toHaveCount(5)
  await expect(page.getByRole('switch', { name: /Escáner de documentos/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Enviar restablecimiento' }).click()
  await expect(page.getByText('Esta cuenta no tiene correo.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Eliminar Operador' }).click()
  const one = page.getByRole('dialog', { name: 'Eliminar Operador' })
  await one.getByRole('textbox').fill(ana.username)
  await one.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(page.getByText('Operador eliminado')).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeFocused()

  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(supervisor.username)
  await page.getByRole('button', { name: `Eliminar a ${supervisor.displayName}` }).click()
  const all = page.getByRole('dialog', { name: 'Eliminar supervisor' })
  await expect(all).toContainText('sus operadores (1)')
  await expect(all.getByRole('button', { name: 'Eliminar', exact: true })).toBeDisabled()
  await all.getByRole('textbox').fill(supervisor.username.slice(1))
  await expect(all.getByRole('button', { name: 'Eliminar', exact: true })).toBeDisabled()
  await all.getByRole('textbox').fill(supervisor.username)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const gone = page.getByRole('dialog', { name: 'Supervisor eliminado' })
  const fact = (name: string) =>
    gone.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')
  await expect(fact('Operadores')).toHaveText('1')
  await expect(fact('Operaciones')).toHaveText('1')
  await expect(fact('Eventos')).toHaveText('3')
  await expect(fact('Reportes')).toHaveText('0')
  await expect(fact('Archivo guardado')).toHaveText(
    new RegExp(`^supervisor-${supervisor.id}-.*\\.ndjson\\.gz$`),
  )
  await expect(gone.getByRole('button', { name: 'Entendido' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No se encontraron supervisores.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(luz.username)
  await expect(page.getByText('No se encontraron operadores.')).toBeVisible()
})

test('a change of features in flight is sent once, and the answer counts, not the request', async ({
  browser,
  product,
}) => {
  const { supervisor } = await company(browser, product)
  const { context, page } = await administrator(browser, product)
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(supervisor.username)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/features'))
      asked.push(request.postData() ?? '')
  })
  const answer = await holdAnswers(page, '**/features', 'POST')
  const premium = page.getByRole('switch', { name: `Premium de ${supervisor.displayName}` })
  await premium.press('Space')
  await expect(premium).not.toBeChecked()
  await premium.press('Space')
  await premium.press('Space')
  answer()
  await expect(premium).toHaveAttribute('aria-busy', 'false')
  await expect(premium).not.toBeChecked()
  expect(asked).toEqual(['{"features":{"premiumActivated":false}}'])
  await page.unroute('**/features')

  // Somebody else decides meanwhile: what the server kept is shown, and said.
  await page.getByRole('button', { name: `Permisos de ${supervisor.displayName}` }).click()
  const links = page.getByRole('switch', { name: /Compartir enlaces/ })
  await expect(links).not.toBeChecked()
  await page.route('**/features', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const kept = await context.request.get(`/api/admin/users/${supervisor.id}/features`)
    return route.fulfill({ json: await kept.json() })
  })
  await links.press('Space')
  await expect(page.getByText('El servidor respondió con otro valor')).toBeVisible()
  await expect(page.getByText('Se muestra lo que el servidor guardó: Compartir enlaces.')).toBeVisible()
  await expect(links).not.toBeChecked()
})
