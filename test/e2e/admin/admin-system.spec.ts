import { administrator, company, logIn } from '../support/console.ts'
import { DESK, PASSWORD } from '../support/people.ts'
import { expect, expectAccessible, holdAnswers, test } from '../support/test.ts'

test('settings, maintenance, data sync, and the log that tells of all of it', async ({
  browser,
  product,
}) => {
  const { page: desk, context: theirs, supervisor } = await company(browser, product, ['Ana Paz'])
  await desk.goto('/supervisor')
  await expect(desk.getByText('Online')).toBeVisible()
  const { page } = await administrator(browser, product, DESK, '/admin?tab=configuracion')
  await page.getByRole('radio', { name: 'Nada sin enlace' }).click()
  await expect(page.getByText('Configuración actualizada')).toBeVisible()
  await page.getByRole('radio', { name: 'Solo el estado' }).click()
  await expect(page.getByRole('radio', { name: 'Solo el estado' })).toBeChecked()
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
    .poll(async () => (await theirs.request.get('/api/user')).status(), { timeout: 10_000 })
    .toBe(503)
  await maintenance.press('Space')
  await expect(maintenance).not.toBeChecked()
  await expect
    .poll(async () => (await theirs.request.get('/api/user')).status(), { timeout: 10_000 })
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
  await page.getByRole('searchbox', { name: 'Nombre, destino o dirección' }).fill(supervisor.username)
  await expect(log.getByRole('row')).toHaveCount(2)
  await expect(log).toContainText('Ana Paz')
  await page.getByRole('combobox', { name: 'Quién' }).click()
  await page.getByRole('option', { name: 'Administrador' }).click()
  await expect(page.getByText('Ningún registro coincide con los filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros', exact: true }).click()
  await expect(log.getByRole('row').nth(2)).toBeVisible()
})

test('a setting can be changed back before the change is answered', async ({ browser, product }) => {
  const { page } = await administrator(browser, product, DESK, '/admin?tab=configuracion')
  const sent: string[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/settings'))
      sent.push(request.postDataJSON().value)
  })
  const answer = await holdAnswers(page, '**/api/admin/settings', 'POST')
  for (const name of ['Nada sin enlace', 'Solo el estado']) {
    await page.getByRole('radio', { name }).click()
    await expect(page.getByRole('radio', { name })).toBeChecked()
  }
  answer()
  await expect.poll(() => sent).toHaveLength(2)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Solo el estado' })).toBeChecked()
})

test('the log tells at once what was changed in another tab', async ({ browser, product }) => {
  const { supervisor, operators } = await company(browser, product, ['Ana Paz'])
  const [ana] = operators
  if (!ana) throw new Error('no driver')
  const { page } = await administrator(browser, product, DESK, '/admin?tab=sistema')
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
})

test('a backup in progress and its answer are shown to a person who returns to the tab', async ({
  browser,
  product,
}) => {
  const { page } = await administrator(browser, product, DESK, '/admin?tab=sistema')
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
  // As during maintenance, when the console alone is answered.
  await page.route('**/api/config', (route) =>
    route.fulfill({ status: 503, json: { error: 'maintenance', code: 'maintenance' } }),
  )
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
})
