import { begin, crew } from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

test('the figures say which corrections they rest on, and a report that some came later', async ({
  browser,
  product: { origin },
}) => {
  const { desk, phone, driver } = await crew(browser, { origin })
  const correct = async (key: string, data: object) => {
    const answer = await desk.context.request.post(`${origin}/api/containers/${key}/corrections`, { data })
    expect(answer.status()).toBe(201)
  }
  const { request } = phone.context
  await correct(await begin(request, origin, 'TCNU7200794', 'en_route'), {
    kind: 'cancellation',
    reason: 'viaje de prueba',
  })
  const began = hoursAgo(1)
  const driven = trip(request, origin, began)
  await driven.start('CSQU3054383', 0)
  await driven.record('en_route', 10)
  await driven.record('arrived_at_park', 20)
  const { page } = desk
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Reporte guardado exitosamente')).toBeVisible()
  const corrections = page.getByRole('button', { name: 'correcciones: 2' })
  await expect(corrections).toBeHidden()
  const timestamp = new Date(began + 5 * 60_000).toISOString()
  await correct(driven.containerId, { kind: 'time', position: 2, timestamp, reason: 'lo dice la caseta' })
  await correct(driven.containerId, { kind: 'retraction', position: 3, reason: 'se equivocó de botón' })
  await page.reload()
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await corrections.click()
  const behind = page.getByRole('dialog')
  await expect(behind).toContainText('Retirado: Llegada al parque')
  await expect(behind).toContainText('se equivocó de botón')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // Behind a figure a corrected event has both times, and a cancelled operation does not stand there.
  await page.getByRole('button', { name: /detrás de: Inconsistencias GPS/ }).click()
  await expect(behind.getByRole('row')).toHaveCount(2)
  await expect(behind.getByText(/corregido a .* por .*: lo dice la caseta/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reportes guardados' }).click()
  await expect(behind).toContainText('Hay correcciones posteriores')
  await expectAccessible(page)

  await behind.getByRole('button', { name: /^Abrir/ }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText(/Acarreo · .*Guardado el/)
  await expectAccessible(page)
  const scheme = (name: string) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await scheme('dark')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // Paper is white.
  await scheme('light')
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  const paper = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await scheme('dark')
  await page.keyboard.press('Escape')

  // Month and filters are in the address, beside those of other tabs.
  const operator = page.getByRole('combobox', { name: 'Operador' })
  await operator.click()
  await page.getByRole('option', { name: driver.displayName, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`tab=kpis&kpi\\.operador=${driver.id}$`))
  await page.reload()
  await operator.waitFor()
  await expect(operator).toHaveValue(driver.displayName)
  await operator.click()
  await page.getByRole('option', { name: 'Todos', exact: true }).click()
  await expect(page).toHaveURL(/tab=kpis$/)
})
