import { crew } from './support/driver.ts'
import { person } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a bare container number shows how far it is, but neither driver nor place', async ({
  browser,
  product,
}) => {
  const { driver, phone } = await crew(browser, product)
  const { request } = phone.context
  const started = await request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'HLXU2008419', operationType: 'unload', coordinates: { lat: 20.52, lng: -103.179 } },
  })
  const { containerId } = await started.json()
  await request.post(`${product.origin}/api/events`, { data: { containerId, eventType: 'en_route' } })

  const anyone = await person(browser, product.origin, { kind: 'phone' })
  await anyone.page.goto('/container/HLXU2008419')
  await expect(anyone.page.getByText('Viajando al parque')).toBeVisible()
  await expect(anyone.page.getByText(driver.username)).toBeHidden()
  await expect(anyone.page.getByText('20.520000')).toBeHidden()
  await expect(anyone.page.getByText(/Por seguridad de la carga/)).toBeVisible()
  await expectAccessible(anyone.page)

  await anyone.page.goto(`/container/${containerId}`)
  await expect(anyone.page.getByText(driver.username)).toBeVisible()
  await expect(anyone.page.getByText('20.520000, -103.179000').first()).toBeVisible()
  await expect(anyone.page.getByRole('link', { name: /Ver en mapa completo/ })).toHaveAttribute(
    'href',
    /google\.com\/maps\?q=20\.52,-103\.179/,
  )

  // It follows by itself, within its ten seconds.
  await request.post(`${product.origin}/api/events`, { data: { containerId, eventType: 'arrived_at_park' } })
  await expect(anyone.page.getByText('Esperando acceso')).toBeVisible({ timeout: 12_000 })
})

test('an unknown container, an unknown page and a broken page say what to do', async ({
  browser,
  product,
}) => {
  const { page } = await person(browser, product.origin, { kind: 'phone' })
  await page.goto('/container/MSKU0000000')
  await expect(page.getByText('No se encontró información para este contenedor')).toBeVisible()
  await page
    .getByRole('link', { name: 'Volver al Inicio' })
    .or(page.getByRole('button', { name: 'Volver al Inicio' }))
    .click()
  await expect(page).toHaveURL(/\/(auth)?$/)

  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Page Not Found')).toBeVisible()

  // A part of the page that cannot be had: the page says so and offers to load again.
  await page.route('**/assets/container*.js', (route) => route.abort())
  await page.goto('/container/MSKU0000000')
  await expect(page.getByRole('button', { name: /Recargar/ })).toBeVisible()
  await expectAccessible(page)
})
