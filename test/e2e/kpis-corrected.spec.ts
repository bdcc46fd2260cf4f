import { begin, crew } from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('the figures say which corrections they rest on, and a report that some came later', async ({
  browser,
  product: { origin },
}) => {
  const { desk, phone } = await crew(browser, { origin })
  const key = await begin(phone.context.request, origin, 'CSQU3054383', 'en_route', 'arrived_at_park')
  const { page } = desk
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Reporte guardado exitosamente')).toBeVisible()
  const corrections = page.getByRole('button', { name: 'correcciones: 1' })
  await expect(corrections).toBeHidden()
  const data = { kind: 'retraction', position: 3, reason: 'se equivocó de botón' }
  const answer = await desk.context.request.post(`${origin}/api/containers/${key}/corrections`, { data })
  expect(answer.status()).toBe(201)
  await page.reload()
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await corrections.click()
  const behind = page.getByRole('dialog')
  await expect(behind).toContainText('Retirado: Llegada al parque')
  await expect(behind).toContainText('se equivocó de botón')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reportes guardados' }).click()
  await expect(behind).toContainText('Hay correcciones posteriores')
  await expectAccessible(page)
})
