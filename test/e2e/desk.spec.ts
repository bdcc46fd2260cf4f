import { begin, crew } from './support/driver.ts'
import { person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a card says what a supervisor has to know, and where to look further', async ({ browser, product }) => {
  const { desk, phone } = await crew(browser, product, { driverName: 'Ana Ortega' })
  const began = Date.now() - 7_200_000
  const at = (minutes: number) => new Date(began + minutes * 60_000).toISOString()
  const started = await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'TCNU7200794', operationType: 'unload', occurredAt: at(0) },
  })
  const { containerId } = await started.json()
  const record = (data: object) =>
    phone.context.request.post(`${product.origin}/api/events`, { data: { containerId, ...data } })
  await record({ eventType: 'en_route', occurredAt: at(10), coordinates: { lat: 19.243, lng: -103.725 } })
  await record({ eventType: 'stop_rest', occurredAt: at(40) })

  await desk.page.goto('/supervisor')
  await expect(desk.page.getByText('Sistema de Gestión de Transporte - Supervisor')).toBeVisible()
  await expect(desk.page.getByText('Premium')).toBeVisible()
  await expect(desk.page.getByText('Actualizado: Just now')).toBeVisible()
  await expect(desk.page.getByRole('heading', { name: 'Operaciones de Transporte Activas' })).toBeVisible()
  await expect(desk.page.getByTitle('1 operación activa')).toHaveText('1')
  const card = desk.page.getByRole('article')
  for (const text of [
    'Descarga',
    'Parada: Descanso',
    'En ruta al parque',
    'Ana Ortega',
    '1 h 20 min',
    '2 h 0 min',
    'Colima',
  ]) {
    await expect(card.getByText(text).first(), text).toBeVisible()
  }
  await expect(card.getByRole('link', { name: /19\.243000, -103\.725000/ })).toHaveAttribute(
    'href',
    /google\.com\/maps/,
  )
  await record({ eventType: 'resume_route' })
  await expect(card.getByText('El operador retoma el viaje después de una parada.')).toBeVisible()
  await expectAccessible(desk.page)

  const opened = desk.context.waitForEvent('page')
  await card.getByRole('link', { name: /Ver completo/ }).click()
  await expect(await opened).toHaveURL(new RegExp(`/container/${containerId}$`))

  await desk.page.evaluate(() => {
    // As on plain http, where no page may write to the clipboard.
    Object.assign(navigator.clipboard, {
      writeText: () => Promise.reject(new Error('no')),
      write: () => Promise.reject(new Error('no')),
    })
  })
  await card.getByRole('button', { name: /Compartir/ }).click()
  const sheet = desk.page.getByRole('dialog', { name: /^Compartir / })
  await sheet.getByRole('radio', { name: 'Todo, con operador y ubicación' }).check()
  await sheet.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(desk.page.getByText('No se pudo copiar el enlace')).toBeVisible()
  // What could not be copied can still be read.
  await expect(sheet.getByRole('textbox')).toHaveValue(new RegExp(`/container/${containerId}$`))
})

test('refreshing says when it worked and when it did not', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  await page.goto('/supervisor')
  await expect(page.getByText('No hay operaciones activas')).toBeVisible()
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await expect(page.getByRole('heading', { name: 'Indicadores de Rendimiento' })).toBeVisible()
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  const asked = ['users/operators', 'supervisor/operations', 'user/features'].map((path) =>
    page.waitForRequest(`**/api/${path}`),
  )
  await page.getByRole('button', { name: 'Refrescar Todo' }).click()
  await Promise.all(asked)
  const said = page.getByText('Datos actualizados')
  await expect(said).toBeVisible()
  // Said again after 3 of its 4 seconds, it stays for 4 more.
  await page.waitForTimeout(3_000)
  const again = page.waitForResponse('**/api/supervisor/operations')
  await page.getByRole('button', { name: 'Refrescar Todo' }).click()
  await again
  await page.waitForTimeout(2_500)
  await expect(said).toBeVisible({ timeout: 1 })
  // What is not on the screen is asked for when it is opened, however fresh it was.
  for (const [path, name] of [
    ['supervisor/kpis*', 'Indicadores'],
    ['events?*', 'Logs'],
  ]) {
    const request = page.waitForRequest(`**/api/${path}`)
    await page.getByRole('tab', { name: name as string }).click()
    await request
  }
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await page.route('**/api/supervisor/operations', (route) =>
    route.fulfill({ status: 500, json: { error: 'x' } }),
  )
  await page.getByRole('button', { name: 'Refrescar Todo' }).click()
  await expect(page.getByText('No se pudieron actualizar los datos')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Error al cargar los datos')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/supervisor/operations')
  await page.getByRole('button', { name: /Reintentar/ }).click()
  await expect(page.getByText('No hay operaciones activas')).toBeVisible()
})

test('a list that cannot be read says so, and is asked for again', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const lists = ['**/api/users/operators', '**/api/events?*']
  for (const list of lists)
    await page.route(list, (route) => route.fulfill({ status: 500, json: { error: 'x' } }))
  const retry = page.getByRole('button', { name: /Reintentar/ })
  await page.goto('/supervisor')
  await expect(page.getByText('Error al cargar los datos')).toBeVisible()
  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page.getByText('Error al cargar los registros de eventos.')).toBeVisible()
  await page.unroute('**/api/events?*')
  await retry.click()
  await expect(page.getByText('Error al cargar los registros de eventos.')).toBeHidden()
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await expect(page.getByText('Error al cargar operadores')).toBeVisible()
  await page.unroute('**/api/users/operators')
  await retry.click()
  await expect(page.getByText('No hay operadores registrados')).toBeVisible()
})

test('without real-time information the desk says what is missing and whom to ask', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const supervisor = await registerSupervisor(context, product.origin)
  const features = await (await context.request.get(`${product.origin}/api/user/features`)).json()
  const without = async (...names: string[]) => {
    const off = Object.fromEntries(names.map((name) => [name, false]))
    await page.unroute('**/api/user/features')
    await page.route('**/api/user/features', (route) =>
      route.fulfill({ json: { features: { ...features.features, premiumActivated: false, ...off } } }),
    )
    await page.goto('/supervisor')
    await expect(page.getByText(supervisor.displayName)).toBeVisible()
  }

  await without('realTimeInfo')
  await expect(page.getByRole('heading', { name: 'Mis Logs de Operación' })).toBeVisible()
  const locked = page.getByRole('tab', { name: 'Operaciones' })
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await expect(locked).toHaveAttribute('title', 'Función premium no disponible')
  await expect(locked).toHaveAccessibleDescription('Función premium no disponible')
  const ink = (name: string) => page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).color)
  expect(await ink('Operaciones')).not.toBe(await ink('Operadores'))
  await locked.click({ force: true })
  await expect(page.getByRole('heading', { name: 'Mis Logs de Operación' })).toBeVisible()
  await expect(page.getByText('Premium', { exact: true })).toBeHidden()
  // Each tab says when it last loaded, not when the operations came.
  await expect(page.getByText('Actualizado: Just now')).toBeVisible()
  await page.waitForTimeout(5_500)
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await expect(page.getByText('Actualizado: Just now')).toBeVisible()
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await expect(page.getByText(/Actualizado: \d+ seconds ago/)).toBeVisible()
  // The keyboard reaches it and opens nothing; when the focus leaves it, no tab moves away from under the press.
  await page.getByRole('tab', { name: 'Logs' }).focus()
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft')
  await expect(locked).toBeFocused()
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key)
  await expect(locked).toHaveAttribute('aria-selected', 'false')
  await expect(page.getByRole('heading', { name: 'Indicadores de Rendimiento' })).toBeVisible()
  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page.getByRole('heading', { name: 'Mis Logs de Operación' })).toBeVisible()

  await without('realTimeInfo', 'operationLogs', 'kpiVisibility', 'linkSharing', 'fullScreenEnabled')
  await expect(page.getByRole('button', { name: /^Habilitar / })).toBeDisabled()
  await expect(page.getByText(/contacte al administrador/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await expect(page.getByRole('heading', { name: 'Gestión de Mis Operadores' })).toBeVisible()
})

test('the links of an operation are made, told, copied and revoked beside it', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'TCNU7200794' },
  })
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.page.goto('/supervisor')
  const open = desk.page.getByRole('article').getByRole('button', { name: 'Enlaces' })
  await open.click()
  const dialog = desk.page.getByRole('dialog', { name: 'Enlaces de TCNU 720079 4' })
  const links = dialog.getByRole('list', { name: 'Enlaces de la operación' }).getByRole('listitem')
  await expect(links).toHaveCount(1)
  await expect(links).toContainText('Vence 24 h después del final; luego muestra lo mismo que el número')
  await expect(links).toContainText('Sin vistas')

  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await expect(dialog.getByText('Escriba para quién es el enlace')).toBeVisible()
  await dialog.getByLabel('¿Para quién es?').fill('Aduana')
  await dialog.getByLabel('Qué muestra').selectOption('Muestra el avance, sin horas')
  await dialog.getByLabel('Válido por').selectOption('1 día')
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await expect(desk.page.getByText('Enlace creado')).toBeVisible()
  const customs = links.filter({ hasText: 'Aduana' })
  await expect(customs).toContainText('Vigente')
  await expectAccessible(desk.page)
  await customs.getByRole('button', { name: 'Copiar' }).click()
  await expect(desk.page.getByText('Enlace copiado')).toBeVisible()
  const url = await desk.page.evaluate(() => navigator.clipboard.readText())

  const customer = await person(browser, product.origin, { kind: 'phone' })
  await customer.page.goto(url)
  await expect(customer.page.getByText('Iniciando viaje')).toBeVisible()
  await customer.page.reload()
  await desk.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(customs).toContainText('1 vista: la primera el')

  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('button', { name: 'Enlaces', exact: true }).click()
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: /TCNU 720079 4.*En curso: 1 enlace, 1 vista/ })
    .click()
  await customs.getByRole('button', { name: 'Anular' }).click()
  await customs.getByRole('button', { name: 'Cancelar' }).click()
  await customs.getByRole('button', { name: 'Anular' }).click()
  await customs.getByRole('button', { name: 'Sí, anular' }).click()
  await expect(customs).toContainText('Anulado el')
  expect((await customer.page.goto(url))?.status()).toBe(404)
  // The default one too; then it cannot be shared any more.
  await links.first().getByRole('button', { name: 'Anular' }).click()
  await links.first().getByRole('button', { name: 'Sí, anular' }).click()
  await expect(links.first()).toContainText('Anulado el')
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  // Back to where it was opened from.
  const overview = desk.page.getByRole('dialog', { name: 'Operaciones con enlaces' })
  await expect(overview.getByText('Ninguna operación tiene enlaces')).toBeVisible()
  await expectAccessible(desk.page)
  await overview.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await desk.page.getByRole('article').getByRole('button', { name: 'Compartir' }).click()
  const sheet = desk.page.getByRole('dialog', { name: 'Compartir TCNU 720079 4' })
  await sheet.getByRole('radio', { name: 'Todo, con operador y ubicación' }).check()
  await sheet.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(
    desk.page.getByText('Este enlace ya venció o fue anulado. Cree otro en «Enlaces».'),
  ).toBeVisible()
})

test('a link without driver and place goes by WhatsApp with two presses', async ({ browser, product }) => {
  const { desk, phone, driver } = await crew(browser, product)
  await begin(phone.context.request, product.origin, 'TCNU7200794', 'en_route', 'stop_bathroom')
  await desk.context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await desk.page.goto('/supervisor')
  await desk.page.getByRole('button', { name: 'Compartir: TCNU 720079 4' }).click()
  const sheet = desk.page.getByRole('dialog', { name: 'Compartir TCNU 720079 4' })
  await expect(sheet.getByRole('radio', { name: /sin operador ni ubicación/ })).toBeChecked()
  await expectAccessible(desk.page)
  const opened = desk.context.waitForEvent('page')
  await sheet.getByRole('button', { name: 'WhatsApp' }).click()
  const whatsApp = await opened
  await whatsApp.waitForURL('https://wa.me/**')
  const message = new URL(whatsApp.url()).searchParams.get('text') ?? ''
  expect(message).toContain('Contenedor TCNU 720079 4: Parada.')
  const url = message.match(/http\S+/)?.[0] ?? ''
  const customer = await person(browser, product.origin, { kind: 'phone' })
  await customer.page.goto(url)
  await expect(customer.page.getByText('Parada').first()).toBeVisible()
  await expect(customer.page.getByText('Baño')).toHaveCount(0)
  await expect(customer.page.getByText(driver.displayName)).toHaveCount(0)
  // Shared again, it is the same link.
  await sheet.getByRole('button', { name: 'Ver todos los enlaces' }).click()
  const links = desk.page.getByRole('list', { name: 'Enlaces de la operación' }).getByRole('listitem')
  await expect(links).toHaveCount(2)
  await expect(links.last()).toContainText('Compartido')
})
