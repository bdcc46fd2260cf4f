import type { Locator } from '@playwright/test'
import { createOperator, PHONE, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, overflow, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

/** Minutes from arrival to exit of five visits; the worked example. */
const VISITS = [45, 51, 90, 157, 300]
const BOXES = ['CSQU3054383', 'TCNU7200794', 'TOLU4734787', 'GYOU4047990', 'HLXU2008419']

test('the figures are the worked example, open to what is behind them, and follow a live event', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const phones = []
  for (const [i, minutes] of VISITS.entries()) {
    const driver = await createOperator(context.request, product.origin, `Chofer ${minutes}`)
    const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
    phones.push(phone.context)
    const { start, record } = trip(phone.context.request, product.origin, hoursAgo(7))
    await start(BOXES[i] ?? '', 0)
    await record('en_route', 5)
    await record('arrived_at_park', 30)
    await record('access_granted', 40)
    await record('vehicle_parked', 50)
    await record('load_complete', 60)
    await record('exit_park', 30 + minutes)
    if (minutes !== 45) await record('end_trip', 40 + minutes)
  }

  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Indicadores' }).click()
  await expect(page.getByRole('heading', { name: 'Indicadores de Rendimiento' })).toBeVisible()
  const park = page.getByRole('row', { name: /^Total/ })
  for (const figure of ['85.8', '51.0', '157.0', '4']) await expect(park).toContainText(figure)
  // The panel counts loading as unproductive, the ring does not: it says what the difference leaves.
  const unproductive = await page.getByRole('button', { name: 'Ver los eventos: Improductivo' }).innerText()
  await expect(
    page.getByText(
      `Sin la carga y la descarga quedan ${unproductive}: es lo «Improductivo» de la proporción.`,
    ),
  ).toBeVisible()
  const nineOfTen = page.getByRole('columnheader', { name: '9 de cada 10' }).first()
  await expect(nineOfTen).toHaveAttribute('title', /^p90: /)
  await page.getByRole('button', { name: 'Qué cuenta: Tiempo muerto' }).click()
  await expect(page.getByRole('dialog', { name: 'Qué cuenta: Tiempo muerto' })).toContainText(
    /^Solo las paradas de .* Son 0 min de \d+ h/,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'detrás de: Duración promedio' }).click()
  const mean = page.getByRole('dialog').getByRole('row', { name: 'Media de 4 viajes terminados' })
  await expect(mean).toContainText('3h 10m')
  await expect(page.getByRole('dialog').getByRole('row').last()).toContainText('1h 31m')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'detrás de: Tiempo en el parque' }).click()
  await expect(page.getByText('Media de 4 visitas')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await park.getByRole('button', { name: /1 excluida: más de 240 min/ }).click()
  const behind = page.getByRole('dialog')
  await expect(behind).toContainText('300')
  await expect(behind).not.toContainText('157')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const active = page
    .getByText('Operaciones activas')
    .locator('xpath=ancestor::*[self::article or self::li or self::section][1]')
  await expect(active).toContainText('1')
  const [running] = phones
  if (!running) throw new Error('nobody is under way')
  const { containerId } = await (await running.request.get(`${product.origin}/api/containers/active`)).json()
  await running.request.post(`${product.origin}/api/events`, { data: { containerId, eventType: 'end_trip' } })
  await expect(active).toContainText('0')

  // With the server's reason where it gives one, and never with a proxy's page.
  const gateway = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
  await page.route('**/api/reports', (route) => route.fulfill(gateway), { times: 1 })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Error al guardar el reporte', { exact: true })).toBeVisible()
  const refused = { status: 503, json: { error: 'La base de datos no responde.', code: 'unavailable' } }
  await page.route('**/api/reports/export', (route) => route.fulfill(refused), { times: 1 })
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  await expect(
    page.getByText('Error al exportar el reporte: La base de datos no responde.', { exact: true }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Reporte guardado exitosamente')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^reporte_\d{4}_\d{2}\.csv$/)
  const reports = await (await context.request.get(`${product.origin}/api/reports`)).json()
  expect(reports).toHaveLength(1)
  expect(reports[0].figures.parkTimings.totalTime).toMatchObject({
    mean: 85.8,
    p50: 51,
    p90: 157,
    samples: 4,
    excluded: 1,
  })

  await page.setViewportSize(PHONE)
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
})

test('a new supervisor is welcomed to premium once', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const { id } = await registerSupervisor(context, product.origin, { welcomed: false })
  await page.goto('/supervisor')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Comenzar a usar' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate((key) => localStorage.getItem(key), `premium_welcome_shown_${id}`)).toBe('true')
  await page.reload()
  await expect(page.getByText('No hay operaciones activas')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('in forced colours the open tab and the main button can be told', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/supervisor?tab=operators')
  const tab = (name: string) => page.getByRole('tab', { name })
  const style = (of: Locator, property: string) =>
    of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  const [open, other] = [tab('Operadores'), tab('Logs')]
  expect(await style(open, 'border-bottom-color')).not.toBe(await style(other, 'border-bottom-color'))
  const [main, plain] = ['Agregar operador', 'Invitar con enlace'].map((name) =>
    page.getByRole('button', { name }),
  )
  if (!main || !plain) throw new Error('no buttons')
  expect(await style(main, 'background-color')).not.toBe(await style(plain, 'background-color'))
  await expectAccessible(page)
})
