import { begin, crew } from './support/driver.ts'
import { firstPage, kept, test } from './support/installed.ts'
import { createOperator, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible } from './support/test.ts'

test('a tab that cannot load fails alone, and comes by itself when the network is back', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { page } = desk
  await page.route('**/assets/kpis-panel*', (route) => route.abort())
  await page.goto('/supervisor?tab=kpis')
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudo cargar esta parte' })
  await expect(failed).toContainText('El resto sigue en vivo', { timeout: 20_000 })
  // The rest goes on: header, tabs, and what happens meanwhile.
  await expect(page.getByText('Online')).toBeVisible()
  await begin(phone.context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await expect(page.getByText('Viajando al parque').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await expect(failed).toBeVisible()
  // Last: it asks for the style sheet as well, and Chromium may keep the answer.
  await expectAccessible(page)
  await page.unroute('**/assets/kpis-panel*')
  // It is between two tries.
  await expect(page.getByRole('heading', { name: 'Indicadores de Rendimiento' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(failed).toBeHidden()
  const styles = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href).join(' '))
  await expect.poll(styles).toMatch(/\/assets\/kpis-panel-[^/]*\.css/)
})

test('a reload without a network shows the last known board and its age, and nothing after a logout', async ({
  browser,
  launch,
  network,
  product,
}) => {
  const context = await launch()
  const page = await firstPage(context)
  await registerSupervisor(context, network.origin)
  const driver = await createOperator(context.request, product.origin)
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  await begin(phone.context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.goto(`${network.origin}/supervisor`)
  const truck = page.locator('[data-operation]')
  await expect(truck).toHaveCount(1)
  await kept(page)
  // Every tab is there once the desk has been idle.
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.open((await caches.keys())[0] as string)).keys()).some(({ url }) =>
          url.includes('places-panel'),
        ),
      ),
    )
    .toBe(true)

  const lastKnown = page.getByRole('status').filter({ hasText: 'Esto es lo último que se supo' })
  network.pullPlug()
  await page.reload()
  await expect(truck).toHaveCount(1)
  await expect(truck).toContainText('Viajando al parque')
  await expect(lastKnown).toContainText(/a las \d\d:\d\d:?\d*.*hace/)
  await page.getByRole('tab', { name: 'Lugares' }).click()
  await expect(page.getByRole('tab', { name: 'Lugares' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await expect(truck).toHaveCount(1)

  network.plugIn()
  await expect(lastKnown).toBeHidden({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
  network.pullPlug()
  await page.goto(`${network.origin}/supervisor`)
  await expect(page.getByText('No se pudo comprobar su sesión')).toBeVisible()
  await expect(truck).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('CSQU3054383')
})
