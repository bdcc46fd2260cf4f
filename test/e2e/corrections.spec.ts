import type { Route } from '@playwright/test'
import { localMinute } from '#domain/time/zone'
import { AFTERNOON_OF_DEVICES } from './support/afternoon.ts'
import { begin, crew, cutOff } from './support/driver.ts'
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
  const onThisDevice = localMinute(began + 60 * 60_000, AFTERNOON_OF_DEVICES).slice(11)
  await expect(row.getByText(`${onThisDevice}, corregido a`)).toContainText(by)
  // The phone follows without a reload.
  await expect(phone.page.getByText('Esperando acceso').first()).toBeVisible()
  // Beside the board the newest of the list is the state.
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await page.getByRole('button', { name: /^CSQU/ }).first().click()
  const steps = page.getByRole('list', { name: /Eventos de la operación/ }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.first()).toContainText('Llegada al parque')
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

test('a correction whose answer is lost is stored once, and a refused one keeps what was typed', async ({
  browser,
  product: { origin },
}) => {
  const { desk, phone } = await crew(browser, { origin })
  const key = await begin(phone.context.request, origin, 'CSQU3054383', 'en_route', 'stop_fuel')
  const { page, context } = desk
  const reason = page.getByLabel('Motivo')
  const save = page.getByRole('button', { name: 'Guardar corrección' })
  const failure = page.getByText('No se pudo corregir')
  const [bathroom, rest, fuel] = ['Parada: Baño', 'Parada: Descanso', 'Parada: Combustible']
  const ids: string[] = []
  let fate: (route: Route) => Promise<unknown> = (route) => route.continue()
  const path = '**/api/containers/*/corrections'
  const takePosts = () =>
    page.route(path, (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      ids.push(route.request().postDataJSON().correctionId)
      return fate(route)
    })
  const loseAnswer = async (route: Route) => {
    expect((await route.fetch()).status()).toBe(201)
    await route.abort('connectionreset')
  }
  const change = async (from: string, to: string, why: string) => {
    await page.getByRole('button', { name: `Corregir: ${from}` }).click()
    await page.getByText('El tipo', { exact: true }).click()
    await page.getByRole('radio', { name: to }).check()
    await reason.fill(why)
  }
  await page.goto('/supervisor')
  await page.getByRole('button', { name: 'Corregir: CSQU 305438 3' }).click()

  // Nothing else is reached either: what was typed stays, and pressed again it is the same correction.
  await change(fuel, rest, 'dormía')
  await cutOff(context, true)
  await takePosts()
  fate = loseAnswer
  await save.click()
  await expect(failure).toBeVisible()
  await expect(reason).toHaveValue('dormía')
  await expectAccessible(page)
  fate = (route) => route.continue()
  await save.click()
  await expect(page.getByRole('dialog', { name: /^Registro de/ })).toBeVisible()
  expect(ids[0]).toBe(ids[1])
  await cutOff(context, false)

  // Once the record shows it, the form says so by itself.
  await change(rest, bathroom, 'lo dijo él')
  fate = loseAnswer
  await save.click()
  await expect(page.getByText(/corregido a Parada: Baño por .*: lo dijo él$/)).toBeVisible()
  expect(
    await (await context.request.get(`${origin}/api/containers/${key}/corrections`)).json(),
  ).toHaveLength(2)

  // Somebody else was faster.
  await change(bathroom, fuel, 'la factura')
  fate = async (route) => {
    const data = { kind: 'cancellation', reason: 'viaje de prueba' }
    expect((await context.request.post(route.request().url(), { data })).status()).toBe(201)
    await route.continue()
  }
  await save.click()
  await expect(failure).toBeVisible()
  await expect(page.getByText('Estado actual: Operación anulada.')).toBeVisible()
  await expect(reason).toHaveValue('la factura')
  await expectAccessible(page)
})
