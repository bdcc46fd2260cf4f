import { readFile } from 'node:fs/promises'
import { crew } from './support/driver.ts'
import { createOperator, PHONE, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

test('the history shows, filters, follows and exports what was recorded', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const [ana, luis] = [
    await createOperator(context.request, product.origin, 'Ana Ortega'),
    await createOperator(context.request, product.origin, 'Luis Peña'),
  ]
  const first = await person(browser, product.origin, { kind: 'phone', signedInAs: ana })
  const second = await person(browser, product.origin, { kind: 'phone', signedInAs: luis })
  const began = hoursAgo(5)
  const one = trip(first.context.request, product.origin, began)
  await one.start('CSQU3054383', 0, { coordinates: { lat: 19.07, lng: -104.29 } })
  await one.record('en_route', 20)
  await one.record('stop_fuel', 60)
  const two = trip(second.context.request, product.origin, began)
  await two.start('TCNU7200794', 5)

  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page.getByRole('heading', { name: 'Mis Logs de Operación' })).toBeVisible()
  await expect(page.getByText('Mostrando 4 de 4 eventos')).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Parada: Combustible')
  await expect(rows.filter({ hasText: 'En ruta al parque' })).toContainText('2400')
  await expectAccessible(page)

  // A live event comes to the top, and closes the interval below it.
  await one.record('resume_route', 75)
  await expect(page.getByText('Mostrando 5 de 5 eventos')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Retomar ruta')
  await expect(rows.nth(2)).toContainText('900')

  await page.getByLabel('Buscar', { exact: true }).fill('tcnu')
  await expect(page.getByText('Mostrando 1 de 1 eventos')).toBeVisible()
  // By what the rows say of a driver, live too; so does the file.
  await page.getByLabel('Buscar', { exact: true }).fill('ana ortega')
  await expect(page.getByText('Mostrando 4 de 4 eventos')).toBeVisible()
  await one.record('arrived_at_park', 90)
  await expect(page.getByText('Mostrando 5 de 5 eventos')).toBeVisible()
  await page.getByLabel('Buscar', { exact: true }).fill('nada de esto')
  await expect(page.getByText(/Ningún evento coincide/)).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page.getByText('Mostrando 6 de 6 eventos')).toBeVisible()

  const search = page.getByRole('search')
  await search.getByRole('button', { name: /^Fechas/ }).click()
  await page.getByRole('button', { name: 'Ayer' }).click()
  await expect(page).toHaveURL(/log\.desde=(\S{10})&log\.hasta=\1/)
  await search.getByRole('button', { name: /^Fechas/ }).click()
  await page.getByRole('button', { name: 'Últimos 7 días' }).click()
  await expect(page.getByText('Mostrando 6 de 6 eventos')).toBeVisible()
  // The filter and the rows call a driver the same.
  await search.getByRole('combobox', { name: 'Operador', exact: true }).click()
  await page.getByRole('option', { name: 'Luis Peña', exact: true }).click()
  await expect(page.getByText('Mostrando 1 de 1 eventos')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Luis Peña')
  await search.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page.getByText('Mostrando 6 de 6 eventos')).toBeVisible()
  await expect(
    page
      .locator('tbody')
      .getByText(/^(Hoy|Ayer), /)
      .first(),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^logs_filtrados_\d{4}-\d{2}-\d{2}\.csv$/)
  await expect(page.getByText('Exportación exitosa')).toBeVisible()
  const text = await readFile(await file.path(), 'utf8')
  const api = await (await context.request.get(`${product.origin}/api/events`)).json()
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(api.length + 1)
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
    api.map((e: { id: number; userId: number }) => [
      String(e.id),
      e.userId === ana.id ? ana.displayName : luis.displayName,
    ]),
  )
})

test('on a phone a row of the history is a card in which nothing is cut off', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { start, record } = trip(phone.context.request, product.origin, hoursAgo(5))
  await start('CSQU3054383', 0, { coordinates: { lat: 19.07, lng: -104.29 } })
  await record('en_route', 20, { coordinates: { lat: 19.08, lng: -104.2 } })
  const { page } = desk
  await page.setViewportSize(PHONE)
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Logs' }).click()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  // Hours late, so the note stands in full too.
  await expect(rows.nth(1).getByText(/^registrado .* después$/)).toBeVisible()
  await expect(rows.nth(1).getByRole('link')).toBeVisible()
  const cards = await page.locator('tbody tr[aria-rowindex]').evaluateAll((all) =>
    all.map((row) => ({
      height: row.getBoundingClientRect().height,
      cut: [...row.querySelectorAll('td, td *')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflow === 'hidden')
        .map((cell) => cell.textContent),
    })),
  )
  expect(cards).toEqual([
    { height: 124, cut: [] },
    { height: 124, cut: [] },
  ])
  await expectAccessible(page)
})
