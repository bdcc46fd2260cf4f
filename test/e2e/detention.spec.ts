import { pesos } from '#domain/detention/money'
import { crew } from './support/driver.ts'
import { createOperator, PARK, person } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

const coordinates = { lat: PARK.latitude, lng: PARK.longitude }
const MINUTE = 60_000

test('a supervisor agrees on detention, sees it run up, and hands out the evidence', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const place = { name: 'Parque Norte', kind: 'park', client: 'Importadora', freeMinutes: 240 }
  const shape = { type: 'circle', center: coordinates, radiusMetres: 300 }
  const data = { ...place, shape, timeZone: 'America/Mexico_City' }
  const made = await desk.context.request.post(`${product.origin}/api/supervisor/places`, { data })
  expect(made.status()).toBe(201)

  // One truck has left again; another one has been there for 190 minutes.
  const past = trip(phone.context.request, product.origin, hoursAgo(5))
  await past.start('CSQU3054383', 0, { coordinates })
  for (const [eventType, minute] of [
    ['en_route', 5],
    ['arrived_at_park', 10],
    ['access_granted', 51],
    ['vehicle_parked', 65],
    ['load_complete', 150],
    ['exit_park', 167],
    ['end_trip', 200],
  ] as const) {
    await past.record(eventType, minute, { coordinates, accuracy: 20 })
  }
  const driver = await createOperator(desk.context.request, product.origin, 'Rosa Zepeda')
  const other = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  const now = trip(other.context.request, product.origin, Date.now() - 190.5 * MINUTE)
  await now.start('TCNU7200794', -20, { coordinates })
  await now.record('en_route', -10, { coordinates })
  await now.record('arrived_at_park', 0, { coordinates, accuracy: 20 })

  const { page } = desk
  await page.goto('/supervisor')
  const card = page.getByRole('article').filter({ hasText: 'TCNU' })
  await expect(card.getByText(/^Tiempo libre: (49|50) min$/)).toBeVisible()

  await page.getByRole('tab', { name: 'Estadía' }).click()
  await page.getByRole('button', { name: 'Nuevo acuerdo' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo acuerdo' })
  await form.getByLabel('Nombre').fill('Importadora 2026')
  await form.getByLabel('Cliente').selectOption('Importadora')
  await form.getByLabel('Tiempo libre (min)').fill('120')
  await form.getByLabel('Tarifa por hora ($)').fill('ochocientos')
  await form.getByLabel('Desde el día').fill('2026-01-01')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba pesos, como 840.00')).toBeVisible()
  await form.getByLabel('Tarifa por hora ($)').fill('840')
  await expect(form.getByText(`37 min con cargo, 45 min facturados: ${pesos(63_000)}`)).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Importadora 2026')).toBeVisible()

  await page.getByRole('button', { name: 'Ver las visitas: Importadora' }).click()
  const visits = page.getByRole('region', { name: 'Visitas: Importadora' })
  await expect(visits.getByRole('listitem').filter({ hasText: 'CSQU' })).toContainText(pesos(63_000))
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await visits.getByRole('button', { name: 'Expediente en PDF: CSQU3054383' }).click()
  expect((await download).suggestedFilename()).toBe('expediente_CSQU3054383_v1.pdf')

  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await expect(card.getByText(/^Estadía: 1 h 1\d min ·\s\$\s1,050\.00$/)).toBeVisible()

  // What the pack prints leads a stranger to its confirmation.
  const issued = await desk.context.request.post(`${product.origin}/api/evidence`, {
    data: { containerId: past.containerId },
  })
  const stranger = await person(browser, product.origin, { kind: 'phone' })
  await stranger.page.goto(new URL((await issued.json()).verifyUrl).pathname)
  await expect(stranger.page.getByText('CSQU3054383')).toBeVisible()
  await expect(stranger.page.getByText('Es la versión más reciente.')).toBeVisible()
  await expectAccessible(stranger.page)
})
