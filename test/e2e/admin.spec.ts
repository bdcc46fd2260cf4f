import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { type Account, createOperator, DESK, PASSWORD, PHONE, person, registerSupervisor } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { expect, expectAccessible, holdAnswers, layoutShift, test } from './test.ts'
import { hoursAgo, trip } from './trips.ts'

const KEY_FIELD = { name: 'Clave de Administrador' } as const

async function logIn(page: Page, product: Product): Promise<void> {
  await page.getByRole('textbox', KEY_FIELD).fill(product.adminKey)
  await page.getByRole('button', { name: 'Acceder al Sistema' }).click()
  await expect(page.getByRole('tab', { name: 'Usuarios' })).toBeVisible()
}

async function administrator(browser: Browser, product: Product, viewport = DESK, path = '/admin') {
  const context = await browser.newContext({ baseURL: product.origin, viewport })
  const page = await context.newPage()
  await page.goto(path)
  await logIn(page, product)
  return { context, page }
}

/** A supervisor at a desk, with drivers. */
async function company(browser: Browser, product: Product, drivers: readonly string[] = []) {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const supervisor = await registerSupervisor(context, product.origin)
  const operators: Account[] = []
  for (const name of drivers) operators.push(await createOperator(context.request, product.origin, name))
  return { context, page, supervisor, operators }
}

/** By the whole username: a suggested one holds the one it is made from. */
const rowOf = (page: Page, table: string, username: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: username, exact: true }) })

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
  await context.close()
})

test('users: search, sort, create, permissions, and the desk beside hears it within a second', async ({
  browser,
  product,
}) => {
  await (await company(browser, product)).context.close()
  const {
    page: desk,
    supervisor,
    operators,
    context: theirs,
  } = await company(browser, product, ['Julián Ríos'])
  const [driver] = operators
  if (!driver) throw new Error('no driver')
  await desk.goto('/supervisor')
  await expect(desk.getByText('Premium', { exact: true })).toBeVisible()
  await expect(desk.getByText('Online')).toBeVisible()
  const { context, page } = await administrator(browser, product)

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
  await expect(dialog.getByText('La contraseña debe tener al menos 6 caracteres').last()).toBeVisible()
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
  await expect(desk.getByText('Premium', { exact: true })).toBeHidden({ timeout: 1_000 })
  await expect(premium).not.toBeChecked()
  await premium.press('Space')
  await expect(desk.getByText('Premium', { exact: true })).toBeVisible({ timeout: 1_000 })

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
  await expect(desk.getByRole('tab', { name: 'Indicadores' })).toHaveAttribute('aria-disabled', 'true', {
    timeout: 1_000,
  })
  await page.getByRole('combobox', { name: 'Límite de operadores' }).click()
  await page.getByRole('option', { name: '40 operadores' }).click()
  await page.getByRole('button', { name: 'Volver' }).click()
  // The list is as it was left, and whoever pressed the button stands at its heading.
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
  await expect(desk).toHaveURL(/\/auth$/, { timeout: 1_500 })
  await expect(rowOf(page, 'Supervisores', supervisor.username)).toContainText('Inactivo')
  for (const each of [context, theirs]) await each.close()
})

test('a deletion wants the username typed, and tells what went and where it was kept', async ({
  browser,
  product,
}) => {
  // The first supervisor of a product cannot be deleted: somebody must be there before.
  await (await company(browser, product)).context.close()
  const { supervisor, operators, context: theirs } = await company(browser, product, ['Ana Paz', 'Luz Sol'])
  const [ana, luz] = operators
  if (!ana || !luz) throw new Error('no drivers')
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: luz })
  const { start, record } = trip(phone.context.request, product.origin, hoursAgo(2))
  await start('CSQU3054383', 0)
  await record('en_route', 5)
  await record('arrived_at_park', 30)
  const { context, page } = await administrator(browser, product)
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
  for (const each of [context, theirs, phone.context]) await each.close()
})

test('what a dialog is at work on is told in it: neither Escape nor a press beside it hides it', async ({
  browser,
  product,
}) => {
  await (await company(browser, product)).context.close()
  const { supervisor, context: theirs } = await company(browser, product, ['Ana Paz', 'Luz Sol'])
  const { context, page } = await administrator(browser, product)
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(supervisor.username)
  await page.getByRole('button', { name: `Eliminar a ${supervisor.displayName}` }).click()
  const question = page.getByRole('dialog', { name: 'Eliminar supervisor' })
  await question.getByRole('textbox').fill(supervisor.username)
  const answerDeletion = await holdAnswers(page, '**/api/admin/supervisors/*', 'DELETE')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Eliminando...' })).toBeVisible()
  // The browser closes by itself at the second Escape in a row, whatever the page says.
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
  for (const each of [context, theirs]) await each.close()
})

test('what failed is told within the open dialog, and can be closed there', async ({ browser, product }) => {
  const { context, page } = await administrator(browser, product)
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
  await context.close()
})

test('metrics tell what was recorded, in three views', async ({ browser, product }) => {
  const { supervisor, operators, context: theirs } = await company(browser, product, ['Ana Paz', 'Luz Sol'])
  const [, luz] = operators
  if (!luz) throw new Error('no driver')
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: luz })
  const { start, record } = trip(phone.context.request, product.origin, hoursAgo(5))
  await start('CSQU3054383', 0)
  await record('en_route', 5)
  await record('arrived_at_park', 30)
  await record('access_granted', 40)
  await record('vehicle_parked', 50)
  await record('load_complete', 60)
  await record('exit_park', 80)
  await record('end_trip', 90)

  const { context, page } = await administrator(browser, product, DESK, '/admin?tab=metricas')
  await expect(page.getByText('Elija un supervisor para ver')).toBeVisible()
  await page.getByRole('combobox', { name: 'Supervisor' }).fill(supervisor.username)
  await page.getByRole('option', { name: new RegExp(supervisor.username) }).click()
  const figure = (name: string) =>
    page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')
  await expect(figure('Operadores activos')).toHaveText('2 / 20')
  await expect(figure('Viajes')).toHaveText('1')
  await expect(figure('Horas')).toHaveText('1.5')
  await expect(figure('Contenedores')).toHaveText('1')
  await expect(figure('Utilización')).toHaveText('10%')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await expect(page.getByRole('rowheader').first()).toContainText('Luz Sol')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Actividad' }).click()
  await expect(page.getByRole('heading', { name: 'Horas por operador' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Operadores' })).toHaveAttribute('aria-selected', 'true')

  const empty = await company(browser, product)
  await page.goto(`/admin?tab=metricas&usuario=${empty.supervisor.id}`)
  await expect(page.getByText('Sin datos')).toBeVisible()
  for (const each of [context, theirs, phone.context, empty.context]) await each.close()
})

test('settings, maintenance, data sync, and the log that tells of all of it', async ({
  browser,
  product,
}) => {
  const { page: desk, context: theirs, supervisor } = await company(browser, product, ['Ana Paz'])
  await desk.goto('/supervisor')
  await expect(desk.getByText('Online')).toBeVisible()
  const { context, page } = await administrator(browser, product, DESK, '/admin?tab=configuracion')
  // A press while the change before is still being taken in is ignored, and the choice is drawn a moment after it.
  const choose = (name: string) =>
    expect(async () => {
      await page.getByRole('radio', { name }).click()
      await expect(page.getByRole('radio', { name })).toBeChecked({ timeout: 1_000 })
    }).toPass()
  await choose('Nada sin enlace')
  await expect(page.getByText('Configuración actualizada')).toBeVisible()
  await choose('Solo el estado')
  await page.getByRole('combobox', { name: 'Límite de operadores' }).click()
  await page.getByRole('option', { name: '30 operadores' }).click()
  await expect(page.getByRole('combobox', { name: 'Límite de operadores' })).toHaveValue('30 operadores')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Límite de operadores' }).click()
  await page.getByRole('option', { name: '20 operadores' }).click()

  await page.getByRole('tab', { name: 'Sistema' }).click()
  await expect(page.getByText('Inactivo: todos pueden usar el sistema.')).toBeVisible()
  await page.getByRole('button', { name: 'Memoria a base de datos' }).click()
  const backup = page.getByRole('region', { name: 'Resultado: Memoria a base de datos' })
  await expect(backup).toContainText(/\(\d+(\.\d)? k?B\)/)
  await page.getByRole('button', { name: 'Base de datos a memoria' }).click()
  await expect(page.getByRole('region', { name: 'Resultado: Base de datos a memoria' })).toBeVisible()
  await page.getByRole('button', { name: 'Verificar memoria' }).click()
  await expect(page.getByRole('region', { name: 'Resultado: Verificar memoria' })).toContainText('coinciden')
  await expectAccessible(page)
  await page.route('**/api/admin/verify-memory', (route) =>
    route.fulfill({
      json: {
        success: false,
        message: 'La memoria y la base de datos difieren',
        details: {
          currentCounts: { users: 1, containers: 2, events: 3 },
          board: 1,
          backup: null,
          differences: [
            {
              containerId: 'CSQU3054383_a',
              displayContainerId: 'CSQU3054383',
              kind: 'only_in_memory',
              memoryVersion: 1,
              databaseVersion: null,
            },
          ],
        },
      },
    }),
  )
  await page.getByRole('button', { name: 'Verificar memoria' }).click()
  await expect(page.getByText('Error de verificación')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Diferencia' })).toContainText('Solo en memoria')
  await expect(page.getByRole('cell', { name: '1 evento', exact: true })).toBeVisible()
  await page.unroute('**/api/admin/verify-memory')

  const maintenance = page.getByRole('switch', { name: /Modo de mantenimiento/ })
  await maintenance.press('Space')
  const question = page.getByRole('dialog', { name: 'Activar el modo de mantenimiento' })
  await expect(question).toContainText('Todos los supervisores, operadores y visitantes')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Activar' }).click()
  await expect(maintenance).toBeChecked()
  await expect
    .poll(async () => (await theirs.request.get('/api/user')).status(), { timeout: 1_500 })
    .toBe(503)
  await maintenance.press('Space')
  await expect(maintenance).not.toBeChecked()
  await expect
    .poll(async () => (await theirs.request.get('/api/user')).status(), { timeout: 1_500 })
    .toBe(200)

  const log = page.getByRole('table', { name: 'Bitácora de cambios' })
  const setting = log.getByRole('row').filter({ hasText: 'Modo de mantenimiento' }).first()
  await expect(setting).toContainText('Cambió la configuración')
  await expect(setting).toContainText('127.0.0.1')
  await expect(setting).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d/)
  await expect(setting).toContainText('Sí')
  await expect(log).not.toContainText('{')
  // In the words of the radio buttons, not of the wire.
  const tracking = log.getByRole('row').filter({ hasText: 'Seguimiento público' }).first()
  await expect(tracking).toContainText('Nada sin enlace')
  await expect(tracking).toContainText('Solo el estado')
  await page.getByRole('combobox', { name: 'Qué' }).fill('operador')
  await page.getByRole('option', { name: 'Creó un operador' }).click()
  await page.getByRole('searchbox', { name: 'Nombre o destino' }).fill(supervisor.username)
  await expect(log.getByRole('row')).toHaveCount(2)
  await expect(log).toContainText('Ana Paz')
  await page.getByRole('combobox', { name: 'Quién' }).click()
  await page.getByRole('option', { name: 'Administrador' }).click()
  await expect(page.getByText('Ningún registro coincide con los filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros', exact: true }).click()
  await expect(log.getByRole('row').nth(2)).toBeVisible()
  for (const each of [context, theirs]) await each.close()
})

test('a change of features under way is asked for once, and the answer counts, whatever was wanted', async ({
  browser,
  product,
}) => {
  const { supervisor, context: theirs } = await company(browser, product)
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
  for (const each of [context, theirs]) await each.close()
})

test('the log tells at once what was changed in another tab', async ({ browser, product }) => {
  const { supervisor, operators, context: theirs } = await company(browser, product, ['Ana Paz'])
  const [ana] = operators
  if (!ana) throw new Error('no driver')
  const { context, page } = await administrator(browser, product, DESK, '/admin?tab=sistema')
  const search = page.getByRole('searchbox', { name: 'Buscar usuarios' })
  const log = page.getByRole('table', { name: 'Bitácora de cambios' })
  await expect(log).toBeVisible()

  /** Does something to the users, and finds its line. */
  const tells = async (username: string, act: () => Promise<void>, action: string) => {
    await page.getByRole('tab', { name: 'Usuarios' }).click()
    await search.fill(username)
    await act()
    await page.getByRole('tab', { name: 'Sistema' }).click()
    await expect(log.getByRole('row').filter({ hasText: username }).filter({ hasText: action })).toHaveCount(
      1,
    )
  }
  await tells(
    ana.username,
    async () => {
      await page.getByRole('button', { name: 'Desactivar a Ana Paz' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Desactivar', exact: true }).click()
      await expect(page.getByText('Usuario desactivado')).toBeVisible()
    },
    'Desactivó una cuenta',
  )
  await tells(
    supervisor.username,
    async () => {
      const premium = page.getByRole('switch', { name: `Premium de ${supervisor.displayName}` })
      await premium.press('Space')
      await expect(premium).toHaveAttribute('aria-busy', 'false')
    },
    'Cambió funciones premium',
  )
  await tells(
    ana.username,
    async () => {
      await page.getByRole('button', { name: 'Eliminar a Ana Paz' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(ana.username)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Operador eliminado')).toBeVisible()
    },
    'Eliminó un operador',
  )
  const username = `${supervisor.username}c`
  await tells(
    username,
    async () => {
      await page.getByRole('button', { name: 'Nuevo Supervisor' }).click()
      const form = page.getByRole('dialog', { name: 'Nuevo Supervisor' })
      await form.getByLabel('Usuario').fill(username)
      await form.getByLabel('Nombre completo').fill('Eulalia Pantoja')
      await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(form).toBeHidden()
    },
    'Creó un supervisor',
  )
  for (const each of [context, theirs]) await each.close()
})

test('a backup under way is known to whoever comes back to its tab, and so is its answer', async ({
  browser,
  product,
}) => {
  const { context, page } = await administrator(browser, product, DESK, '/admin?tab=sistema')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/force-|verify-memory/.test(request.url())) asked.push(request.url().replace(/^.*\//, ''))
  })
  const leaveAndComeBack = async () => {
    await page.getByRole('tab', { name: 'Usuarios' }).click()
    await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeVisible()
    await page.getByRole('tab', { name: 'Sistema' }).click()
  }
  const answer = await holdAnswers(page, '**/api/admin/force-backup', 'POST')
  await page.getByRole('button', { name: 'Memoria a base de datos' }).click()
  await expect(page.getByRole('button', { name: 'Trabajando...' })).toBeVisible()
  await leaveAndComeBack()
  await page.getByRole('button', { name: 'Trabajando...' }).press('Enter')
  await page.getByRole('button', { name: 'Verificar memoria' }).press('Enter')
  answer()
  const result = page.getByRole('region', { name: 'Resultado: Memoria a base de datos' })
  await expect(result).toContainText('Respaldo')
  await leaveAndComeBack()
  await expect(result).toContainText('Respaldo')
  expect(asked).toEqual(['force-backup'])
  await context.close()
})

test('what is not known is not told: neither maintenance nor whom a list holds', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: DESK })
  const page = await context.newPage()
  await page.goto('/admin')
  await logIn(page, product)
  const answer = await holdAnswers(page, '**/api/admin/settings', 'GET')
  await page.getByRole('tab', { name: 'Sistema' }).click()
  const maintenance = page.getByRole('switch', { name: /Modo de mantenimiento/ })
  await expect(maintenance).toBeDisabled()
  await expect(page.getByText('todos pueden usar el sistema')).toHaveCount(0)
  answer()
  await expect(page.getByText('Inactivo: todos pueden usar el sistema.')).toBeVisible()
  await page.unroute('**/api/admin/settings')
  await page.route('**/api/admin/settings', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await page.reload()
  await expect(page.getByText('No se pudieron cargar los datos')).toBeVisible()
  await expect(maintenance).toBeDisabled()
  await expect(page.getByText('todos pueden usar el sistema')).toHaveCount(0)

  const row = { isActive: true, activeOperators: 0, operatorLimit: 20, hasPremium: false }
  const supervisors = Array.from({ length: 130 }, (_, i) => ({
    ...row,
    id: i + 1,
    username: `jefa${i + 1}`,
    displayName: `Jefa ${i + 1}`,
  }))
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/users', async (route) => {
    await released
    await route.fulfill({ json: { supervisors, operators: [], total: supervisors.length } })
  })
  await page.goto('/admin?tab=metricas')
  const choice = page.getByRole('combobox', { name: 'Supervisor' })
  await choice.click()
  await expect(page.getByText('Cargando los usuarios')).toBeVisible()
  await expect(page.getByText('Ningún supervisor coincide')).toHaveCount(0)
  release()
  await expect(
    page.getByText('La lista muestra 100 de 130: escriba parte del nombre para encontrar a los demás.'),
  ).toBeVisible()
  await choice.fill('jefa 130')
  await expect(page.getByRole('option', { name: 'Jefa 130' })).toBeVisible()
  await context.close()
})

test('days of the log are the product’s, and the page says so where the device keeps another time', async ({
  browser,
  product,
}) => {
  // No whole hour away from any zone that the product of the journeys may keep.
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: DESK,
    timezoneId: 'Pacific/Chatham',
  })
  const page = await context.newPage()
  await page.goto('/admin?tab=sistema')
  await logIn(page, product)
  await expect(page.getByText(/^Días según la hora de/)).toBeVisible()
  const { timezone } = await (await context.request.get('/api/config')).json()
  const asked = page.waitForRequest((request) => /\/api\/admin\/audit\?.*from=/.test(request.url()))
  await page.getByRole('button', { name: /^Fechas/ }).click()
  const day = page.getByRole('button', { name: /^15 / })
  await day.click()
  await day.click()
  const from = new URL((await asked).url()).searchParams.get('from') ?? ''
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' })
  expect(hour.format(new Date(from))).toBe('00')
  await context.close()
})

test('the console speaks English to whoever wants it, answers of the server included', async ({
  browser,
  product,
}) => {
  const { context, page } = await administrator(browser, product, PHONE, '/admin?tab=sistema')
  const change = page.getByRole('banner').getByRole('button', { name: 'English' })
  const { width, height } = (await change.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('banner').getByText('Administrador', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  await change.click()
  await page.getByRole('button', { name: 'Verify memory' }).click()
  // In the toast, and in the panel that stays.
  await expect(page.getByText(/^The memory and the database agree/)).toHaveCount(2)
  await page.getByRole('banner').getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('tab', { name: 'Sistema' })).toBeVisible()
  await context.close()
})

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`each screen on ${name} is accessible, fits, and does not jump`, async ({ browser, product }) => {
    const { supervisor, operators, context: theirs } = await company(browser, product, ['Ana Paz'])
    const { context, page } = await administrator(browser, product, viewport)
    // On a slow network the tab's program comes after the console: nothing may jump then either.
    await page.route('**/assets/system-panel*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    for (const [search, ready] of [
      ['', 'Supervisores'],
      ['?tab=metricas', 'Métricas por supervisor'],
      [`?tab=metricas&usuario=${supervisor.id}&vista=operadores`, 'Métricas por supervisor'],
      ['?tab=configuracion', 'Configuración global'],
      [`?tab=configuracion&usuario=${supervisor.id}`, 'Funciones premium'],
      [`?tab=configuracion&usuario=${operators[0]?.id}`, 'Funciones del operador'],
      ['?tab=sistema', 'Bitácora de cambios'],
    ] as const) {
      await page.goto(`/admin${search}`)
      await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
      await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, search).toBeLessThanOrEqual(0)
      expect(await layoutShift(page), search).toBeLessThan(0.05)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main a, nav button')]
          .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.height < 44)
          .map(({ name, box }) => `${name} ${box.height}`),
      )
      expect(small, search).toEqual([])
    }
    for (const each of [context, theirs]) await each.close()
  })
}

test('five wrong keys and the login says when to try again', async ({ browser }) => {
  // A product of its own: the tries are counted by address, and every journey has the same.
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
  const folder = fileURLToPath(new URL('../../dist/public', import.meta.url))
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
    // In the body of the login and nowhere else: no query, no default value.
    expect(content, file).not.toMatch(/adminKey=|[?&]adminKey|adminKey:\s*["'`]/)
    sendsIt += content.split('adminKey').length - 1
  }
  expect(sendsIt).toBe(1)
})
