import { localMinute } from '#domain/time/zone'
import { crew } from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

const REASON = 'lo dice la caseta'

test('a supervisor corrects an arrival and takes back a press; the first record stays', async ({
  browser,
  product,
}) => {
  const { desk, phone, supervisor } = await crew(browser, product)
  const began = hoursAgo(3)
  const { start, record } = trip(phone.context.request, product.origin, began)
  await start('CSQU3054383', 0)
  await record('en_route', 10)
  await record('arrived_at_park', 60)
  await record('access_granted', 90)
  await phone.page.goto('/operator')
  await expect(phone.page.getByText('Estacionando vehículo').first()).toBeVisible()

  const { page } = desk
  const { timezone } = await (await desk.context.request.get(`${product.origin}/api/config`)).json()
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Logs' }).click()
  await page.getByRole('button', { name: /^Corregir: Llegada al parque/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Corregir: Llegada al parque' })
  const time = dialog.getByLabel('Hora correcta')
  await expect(time).toBeVisible()
  await expectAccessible(page)

  // Outside of its bounds nothing is sent, and what was typed stays.
  await time.fill(localMinute(began + 2 * 60_000, timezone))
  await dialog.getByLabel('Motivo').fill(REASON)
  await dialog.getByRole('button', { name: 'Guardar corrección' }).click()
  await expect(dialog.getByText(/^Entre /)).toHaveCount(2)
  await expect(dialog.getByLabel('Motivo')).toHaveValue(REASON)
  await time.fill(localMinute(began + 40 * 60_000, timezone))
  await dialog.getByRole('button', { name: 'Guardar corrección' }).click()

  const log = page.getByRole('dialog', { name: /^Registro de/ })
  const by = `por ${supervisor.username}: ${REASON}`
  await expect(log.getByText(new RegExp(`corregido a .*${by}`))).toBeVisible()
  await expectAccessible(page)

  await log.getByRole('button', { name: 'Corregir: Acceso otorgado' }).click()
  const form = page.getByRole('dialog', { name: 'Corregir: Acceso otorgado' })
  await form.getByText('Retirar', { exact: true }).click()
  await form.getByLabel('Motivo').fill('tocó dos veces')
  await form.getByRole('button', { name: 'Retirar evento' }).click()
  await expect(log.locator('del', { hasText: 'Acceso otorgado' })).toBeVisible()
  await expect(log.getByText(`Retirado por ${supervisor.username}: tocó dos veces`)).toBeVisible()
  await log.getByRole('button', { name: 'Cerrar', exact: true }).click()

  // Both times stand in the logs; the retracted event does not.
  await expect(page.getByText('Mostrando 3 de 3 eventos')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Llegada al parque' })
  const onThisDevice = localMinute(began + 60 * 60_000, 'America/Mexico_City').slice(11)
  await expect(row.getByText(`${onThisDevice}, corregido a`)).toContainText(by)
  // The phone follows without a reload.
  await expect(phone.page.getByText('Esperando acceso').first()).toBeVisible()
})

test('a number is corrected and an operation cancelled from its card', async ({ browser, product }) => {
  const { desk, phone, supervisor } = await crew(browser, product)
  const { start, record } = trip(phone.context.request, product.origin, hoursAgo(1))
  await start('CSQU3054383', 0)
  await record('en_route', 10)
  await record('stop_fuel', 20)
  const { page } = desk
  await page.goto('/supervisor')
  await page.getByRole('button', { name: 'Corregir: CSQU 305438 3' }).click()
  const log = page.getByRole('dialog', { name: 'Registro de CSQU 305438 3' })
  await log.getByRole('button', { name: 'Corregir el número' }).click()
  const form = page.getByRole('dialog', { name: 'Corregir el número del contenedor' })
  await form.getByLabel('Número correcto').fill('tcnu 720079-4')
  await form.getByRole('button', { name: 'Guardar corrección' }).click()
  await expect(form.getByLabel('Motivo')).toBeFocused()
  await form.getByLabel('Motivo').fill('error de dedo')
  await form.getByRole('button', { name: 'Guardar corrección' }).click()
  const renamed = page.getByRole('dialog', { name: 'Registro de TCNU 720079 4' })
  await expect(renamed.getByText(/Registrado como CSQU 305438 3, corregido por/)).toBeVisible()

  await renamed.getByRole('button', { name: 'Corregir: Parada: Combustible' }).click()
  const stop = page.getByRole('dialog', { name: 'Corregir: Parada: Combustible' })
  await stop.getByText('El tipo', { exact: true }).click()
  await stop.getByText('Parada: Descanso').click()
  await stop.getByLabel('Motivo').fill('dormía')
  await stop.getByRole('button', { name: 'Guardar corrección' }).click()
  await expect(renamed.getByText(/^Parada: Combustible, corregido a Parada: Descanso por/)).toBeVisible()

  await renamed.getByRole('button', { name: 'Anular operación' }).click()
  const cancel = page.getByRole('dialog', { name: 'Anular operación' })
  await cancel.getByLabel('Motivo').fill('viaje de prueba')
  await cancel.getByRole('button', { name: 'Sí, anular operación' }).click()
  await expect(
    renamed.getByText(`Operación anulada por ${supervisor.username}: viaje de prueba`),
  ).toBeVisible()
  await expect(renamed.getByRole('button', { name: /^Corregir/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTitle('0 operaciones activas')).toBeVisible()
  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page.getByText(/^Operación anulada por/)).toHaveCount(3)
})
