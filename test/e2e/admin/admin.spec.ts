import { administrator, company } from '../support/console.ts'
import { DESK, PHONE, person } from '../support/people.ts'
import { expect, expectAccessible, layoutShift, overflow, test } from '../support/test.ts'
import { hoursAgo, trip } from '../support/trips.ts'

test('metrics tell what was recorded, in three views', async ({ browser, product }) => {
  const { supervisor, operators } = await company(browser, product, ['Ana Paz', 'Luz Sol'])
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

  const { page } = await administrator(browser, product, DESK, '/admin?tab=metricas')
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
  const links = page.getByRole('region', { name: 'Compartir enlaces' })
  await expect(links).toContainText('Activa')
  await expect(links).toContainText('Visitas a los enlaces0')
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
})

test('the console speaks English on request, answers of the server included', async ({
  browser,
  product,
}) => {
  const { page } = await administrator(browser, product, PHONE, '/admin?tab=sistema')
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
})

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`each screen on ${name} is accessible, fits, and does not jump`, async ({ browser, product }) => {
    const { supervisor, operators } = await company(browser, product, ['Ana Paz'])
    const { page } = await administrator(browser, product, viewport)
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
      if (ready === 'Configuración global') {
        const trail = page.getByRole('navigation', { name: 'Dónde está' })
        await expect(trail).toHaveText('AdministraciónConfiguración')
      }
      await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
      await expectAccessible(page)
      expect(await overflow(page), search).toBeLessThanOrEqual(0)
      expect(await layoutShift(page), search).toBeLessThan(0.05)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main a, nav button')]
          .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.height < 44)
          .map(({ name, box }) => `${name} ${box.height}`),
      )
      expect(small, search).toEqual([])
    }
  })
}
