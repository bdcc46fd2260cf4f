import { pesos } from '#domain/detention/money'
import { coordinates, parkOfImportadora, tripToPark } from './support/detention.ts'
import { crew } from './support/driver.ts'
import { createOperator, person } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { trip } from './support/trips.ts'

const MINUTE = 60_000

test('a supervisor agrees on detention, sees it run up, and hands out the evidence', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  await parkOfImportadora(desk.context.request, product.origin, { freeMinutes: 240 })

  // One truck has left again; another one has been there for 190 minutes.
  await tripToPark(phone.context.request, product.origin, 'CSQU3054383', 5)
  const driver = await createOperator(desk.context.request, product.origin, 'Rosa Zepeda')
  const other = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  const now = trip(other.context.request, product.origin, Date.now() - 190.5 * MINUTE)
  await now.start('TCNU7200794', -20, { coordinates })
  await now.record('en_route', -10, { coordinates })
  await now.record('arrived_at_park', 0, { coordinates, accuracy: 20 })

  const { page } = desk
  await page.goto('/supervisor')
  const card = page.getByRole('article').filter({ hasText: 'TCNU' })
  await expect(card.getByText(/^(49|50) min libres$/)).toBeVisible()

  await page.getByRole('tab', { name: 'Estadía' }).click()
  await page.getByRole('button', { name: 'Nuevo acuerdo' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo acuerdo' })
  await form.getByLabel('Nombre').fill('Importadora 2026')
  await form.getByLabel('Cliente').selectOption('Importadora')
  await form.getByLabel('Tiempo libre (min)').fill('120')
  await form.getByLabel('Pesos por hora').fill('ochocientos')
  await form.getByLabel('Desde el día').fill('2026-01-01')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba pesos, como 840.00')).toBeVisible()
  await form.getByLabel('Pesos por hora').fill('840')
  await expect(form.getByText(`37 min con cargo, 45 min facturados: ${pesos(63_000)}`)).toBeVisible()
  // Steps and pauses by the keyboard; what was typed stays when a row comes or goes.
  await form.getByRole('button', { name: 'Añadir escalón' }).press('Enter')
  await expect(form.getByLabel('Hasta (min)')).toBeFocused()
  await page.keyboard.type('60')
  await form.getByRole('button', { name: 'Añadir pausa' }).press('Enter')
  await expect(form.getByLabel('De', { exact: true })).toBeFocused()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba pesos, como 840.00')).toBeVisible()
  await expect(form.getByText('Escriba la hora')).toHaveCount(2)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Quitar la pausa 1' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Añadir pausa' })).toBeFocused()
  await form.getByLabel('Pesos por hora').nth(1).fill('1,200')
  await expect(form.getByLabel('Pesos por hora').first()).toHaveValue('840')
  await form.getByRole('button', { name: 'Guardar' }).click()
  const agreed = page.getByRole('listitem').filter({ hasText: 'Importadora 2026' })
  await expect(agreed).toContainText(`${pesos(84_000)} hasta 1 h 0 min, luego ${pesos(120_000)}`)
  await expect(agreed).toContainText('desde 1 ene 2026')

  await page.getByRole('button', { name: 'Ver las visitas: Importadora' }).click()
  const visits = page.getByRole('region', { name: 'Visitas: Importadora' })
  const visit = visits.getByRole('row').filter({ hasText: 'CSQU' })
  await expect(visit).toContainText(pesos(63_000))
  await expectAccessible(page)
  // A sheet of A4 is as narrow as a tablet, and a row on it takes the lines of a row.
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect(visit).toHaveCSS('display', 'grid')
  await page.emulateMedia({ media: 'print' })
  await expect(visit).toHaveCSS('display', 'table-row')
  expect((await visit.boundingBox())?.height).toBeLessThan(100)
  await page.emulateMedia({ media: 'screen' })
  if (screen) await page.setViewportSize(screen)
  await visits.getByRole('button', { name: 'Expediente: CSQU 305438 3' }).click()
  const pack = page.getByRole('dialog', { name: 'Expediente: CSQU 305438 3' })
  const download = page.waitForEvent('download')
  await pack.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await download).suggestedFilename()).toBe('expediente_CSQU3054383_v1.pdf')
  await pack.getByRole('button', { name: 'Crear enlace' }).click()
  await expect(pack.getByText('Escriba para quién es el enlace')).toBeVisible()
  await pack.getByLabel('¿Para quién es?').fill('Contaduría')
  await pack.getByRole('button', { name: 'Crear enlace' }).click()
  const link = pack.getByRole('listitem').filter({ hasText: 'Contaduría' })
  await expect(link).toContainText('Abre la versión 1')
  await expectAccessible(page)
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await link.getByRole('button', { name: 'Copiar: Contaduría' }).click()
  await expect(page.getByText('Enlace copiado')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())

  // A stranger opens it, and follows the hash to its confirmation.
  const stranger = await person(browser, product.origin, { kind: 'phone' })
  await stranger.page.goto(address)
  await expect(stranger.page.getByRole('heading', { name: 'CSQU3054383' })).toBeVisible()
  await expectAccessible(stranger.page)
  const handed = stranger.page.waitForEvent('download')
  await stranger.page.getByRole('link', { name: 'Descargar CSV' }).click()
  expect((await handed).suggestedFilename()).toBe('expediente_CSQU3054383_v1.csv')
  await stranger.page.getByRole('link', { name: 'Verificar un expediente' }).click()
  await expect(stranger.page.getByText('Es la versión más reciente.')).toBeVisible()
  await expectAccessible(stranger.page)

  await link.getByRole('button', { name: 'Anular: Contaduría' }).click()
  await link.getByRole('button', { name: 'Sí, anular' }).click()
  await expect(link).toContainText('Anulado')
  await stranger.page.goto(address)
  await expect(stranger.page.getByRole('heading', { name: 'No encontramos este expediente' })).toBeVisible()
  await pack.getByRole('button', { name: 'Cerrar' }).first().click()

  // Where an ended operation is looked at in the logs; one under way says when there is a pack.
  await page.getByRole('tab', { name: 'Logs' }).click()
  await page.getByRole('button', { name: 'Expediente: CSQU 305438 3' }).click()
  await expect(pack.getByRole('listitem')).toContainText('Anulado')
  await pack.getByRole('button', { name: 'Cerrar' }).first().click()
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await expect(card.getByText(/^corre: \$\s1,\d\d\d\.00 · 1 h 1\d min$/)).toBeVisible()
  await page.getByRole('button', { name: /TCNU/ }).first().click()
  const drawer = page.getByRole('complementary', { name: /TCNU/ })
  await expect(
    drawer.getByText('El expediente se puede descargar cuando la operación termine.'),
  ).toBeVisible()
  for (const [eventType, minute] of [
    ['access_granted', 150],
    ['vehicle_parked', 160],
    ['load_complete', 170],
    ['exit_park', 180],
    ['end_trip', 190],
  ] as const) {
    await now.record(eventType, minute, { coordinates })
  }
  await drawer.getByRole('button', { name: 'Expediente' }).click()
  await expect(page.getByRole('dialog', { name: 'Expediente: TCNU 720079 4' })).toBeVisible()
})
