import { crew } from './support/driver.ts'
import { PHONE, person } from './support/people.ts'
import { expect, expectAccessible, layoutShift, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

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
  await expect(anyone.page.getByText(driver.displayName)).toBeHidden()
  await expect(anyone.page.getByText('20.520000')).toBeHidden()
  await expect(anyone.page.getByText(/Por seguridad de la carga/)).toBeVisible()
  await expectAccessible(anyone.page)

  await anyone.page.goto(`/container/${containerId}`)
  await expect(anyone.page.getByText(driver.displayName)).toBeVisible()
  await expect(anyone.page.getByText('20.520000, -103.179000').first()).toBeVisible()
  await expect(anyone.page.getByRole('link', { name: /Ver en mapa completo/ })).toHaveAttribute(
    'href',
    /google\.com\/maps\?q=20\.52,-103\.179/,
  )

  // It follows by itself, within its ten seconds.
  await request.post(`${product.origin}/api/events`, { data: { containerId, eventType: 'arrived_at_park' } })
  await expect(anyone.page.getByText('Esperando acceso')).toBeVisible()
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

  // A part of the page that cannot be had, under any query: the page says so and offers to load again.
  await page.route('**/assets/terms*.js*', (route) => route.abort())
  await page.goto('/terms-conditions')
  await expect(page.getByRole('button', { name: /Recargar/ })).toBeVisible()
  await expectAccessible(page)
})

test('without JavaScript a link shows everything, and a revoked one what to do', async ({
  browser,
  product,
}) => {
  const { desk, driver, phone } = await crew(browser, product)
  const started = await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'TCNU7200794', coordinates: { lat: 20.52, lng: -103.179 } },
  })
  const links = `${product.origin}/api/containers/${(await started.json()).containerId}/links`
  const made = await desk.context.request.post(links, { data: { name: 'Cliente', level: 'full', days: 1 } })
  const { id, url } = await made.json()

  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, colorScheme })
    const page = await context.newPage()
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Seguimiento de Contenedor' })).toBeVisible()
    await expect(page.getByText('Iniciando viaje')).toBeVisible()
    await expect(page.getByText(driver.displayName)).toBeVisible()
    // Both views, one below the other; the links lead there.
    await expect(page.getByRole('heading', { name: 'Historial' })).toBeVisible()
    await page.getByRole('link', { name: 'Historial' }).click()
    await expect(page).toHaveURL(`${url}#history`)
    await page.getByRole('link', { name: 'Actualizar' }).click()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Container Tracking' })).toBeVisible()
    await expect(page).toHaveURL(url)
    await context.close()
  }

  const customer = await person(browser, product.origin, { kind: 'phone' })
  await customer.page.goto(url)
  await expect(customer.page.getByText('En Progreso')).toBeVisible()
  await desk.context.request.delete(`${links}/${id}`)
  // The open page notices as well.
  await expect(customer.page.getByText('No se encontró información para este contenedor')).toBeVisible()
  const again = await customer.page.goto(url)
  expect(again?.status()).toBe(404)
  await expectAccessible(customer.page)
})

test('the page says when it cannot be renewed, and keeps view and focus when it is', async ({
  browser,
  product,
}) => {
  const { phone } = await crew(browser, product)
  const { request } = phone.context
  const started = await request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'TEXU3070079', coordinates: { lat: 20.52, lng: -103.179 } },
  })
  const { containerId } = await started.json()
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await page.goto(`/container/${containerId}`)
  const history = page.getByRole('tab', { name: 'Historial' })
  await expect(history).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await page.getByRole('tab', { name: 'Estado Actual' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(history).toBeFocused()
  await expect(history).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  const place = page.getByRole('tabpanel').getByRole('link').first()
  await place.focus()

  await context.setOffline(true)
  await expect(
    page.getByText(
      /No se pudieron obtener los eventos\. Sin conexión\. Se muestra lo último que se supo, a las \d\d:\d\d/,
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await request.post(`${product.origin}/api/events`, { data: { containerId, eventType: 'en_route' } })
  await context.setOffline(false)
  await expect(page.getByText('En ruta al parque').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(/Sin conexión/)).toBeHidden()
  await expect(history).toHaveAttribute('aria-selected', 'true')
  await expect(place).toBeFocused()

  // The network is there, and the server is not.
  await page.route(`**/container/${containerId}`, (route) => route.fulfill({ status: 503 }))
  const poll = () => page.evaluate(() => dispatchEvent(new Event('online')))
  await poll()
  const failed = page.getByText(/No se pudieron obtener los eventos\. Se muestra lo último que se supo/)
  // A poll that is under way counts for this one: then it is the next, within ten seconds.
  await expect(failed).toBeVisible()
  await expect(page.getByText('En ruta al parque').filter({ visible: true })).toBeVisible()
  await page.unroute(`**/container/${containerId}`)
  await poll()
  await expect(failed).toBeHidden()
})

test('the tracking search offers what was shared from this browser, by number alone, until it is told to forget', async ({
  browser,
  product,
}) => {
  const { desk, driver, phone } = await crew(browser, product)
  const started = await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'GYOU4047990', coordinates: { lat: 20.52, lng: -103.179 } },
  })
  const { containerId } = await started.json()
  const { page } = desk
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/rastreo')
  await expect(page.getByRole('heading', { name: 'Compartidos desde este navegador' })).toBeHidden()
  await page.goto('/supervisor')
  await page.getByRole('button', { name: 'Compartir: GYOU 404799 0' }).click()
  await page.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(page.getByText('Enlace copiado')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Iniciar Sesión').first()).toBeVisible()
  // What the next person at this computer finds opens no more than the box does.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
    containerId.split('_')[1],
  )
  await page.goto('/rastreo')
  const shared = page.getByRole('region', { name: 'Compartidos desde este navegador' })
  await expectAccessible(page)
  await shared.getByRole('link', { name: 'GYOU 404799 0' }).click()
  await expect(page.getByText('Iniciando viaje')).toBeVisible()
  await expect(page.getByText(driver.displayName)).toBeHidden()
  await page.goBack()
  await shared.getByRole('button', { name: 'Olvidar' }).click()
  await expect(shared).toBeHidden()
  await expect(page.getByLabel('Número de contenedor o enlace')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Rastrear' })).toBeVisible()
  await expect(shared).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('acarreo.shared-numbers'))).toBeNull()
})

test('a customer comes in by number, sees the way and the stops, and is told the end', async ({
  browser,
  product,
}) => {
  const { phone } = await crew(browser, product)
  const { request } = phone.context
  const journey = trip(request, product.origin, hoursAgo(3))
  await journey.start('TGHU4829131', 0, {
    operationType: 'unload',
    coordinates: { lat: 19.07, lng: -104.29 },
  })
  await journey.record('en_route', 10, { coordinates: { lat: 19.1, lng: -104.2 } })
  await journey.record('stop_rest', 40, { coordinates: { lat: 19.15, lng: -104.1 } })
  await journey.record('resume_route', 60)

  const { page, context } = await person(browser, product.origin, { kind: 'phone' })
  await context.grantPermissions(['notifications'])
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Rastrear un contenedor' }).click()
  await expectAccessible(page)
  await page.getByLabel('Número de contenedor o enlace').fill('tghu 123')
  await page.getByRole('button', { name: 'Rastrear' }).click()
  await expect(page.getByRole('alert')).toContainText('Eso no es un número de contenedor')
  await expect(page.getByLabel('Número de contenedor o enlace')).toHaveValue('tghu 123')
  await page.getByLabel('Número de contenedor o enlace').fill('Caja TGHU 482913 1, 45R1, sello 0042')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/container\/TGHU4829131$/)
  const steps = page.getByRole('region', { name: 'Pasos de la operación' })
  await expect(steps).toContainText('Parada')
  await expect(steps).not.toContainText('Descanso')

  await page.goto(`/container/${journey.containerId}`)
  await expect(steps).toContainText('Descanso')
  await expect(page.getByRole('img', { name: 'Recorrido hasta la última posición' })).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => {
    const told: string[] = []
    class Told {
      static permission = 'granted'
      constructor(words: string) {
        told.push(words)
      }
    }
    Object.assign(window, { told, Notification: Told })
  })
  await page.getByRole('button', { name: 'Avisarme al completar' }).click()
  await expect(page.getByText('Le avisaremos en este navegador')).toBeVisible()
  for (const [index, eventType] of [
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
    'unload_complete',
    'exit_park',
    'end_trip',
  ].entries())
    await journey.record(eventType, 70 + index)
  await expect(page).toHaveTitle(/^✓/)
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([
    'Operación completada',
  ])
  await expect(page.getByRole('button', { name: 'Avisarme al completar' })).toBeHidden()
})
