import {
  advance,
  begin,
  crew,
  cutOff,
  finish,
  onTheRoad,
  openOnTheRoad,
  resume,
  start,
  stop,
  types,
  word,
} from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('seven presses without a network, the tab closed and opened again: the record is those seven', async ({
  browser,
  product,
}) => {
  const { context, phone, record } = await onTheRoad(browser, product)
  let { page } = phone
  const read = page.waitForResponse('**/api/events/*')
  await page.goto('/operator')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await read
  await context.setOffline(true)
  const pressed: number[] = []
  pressed.push(await stop(page, 'Gasolina'))
  await expect(page.getByText('Sin conexión · 1 paso por enviar')).toBeVisible()
  pressed.push(await resume(page))
  pressed.push(await advance(page, 'Llegada al parque'))
  await expect(page.getByText('Sin conexión · 3 pasos por enviar')).toBeVisible()
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'En el teléfono' })).toHaveCount(3)
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()
  pressed.push(await advance(page, 'Acceso otorgado'))
  pressed.push(await advance(page, 'Vehículo estacionado'))
  expect(await record()).toHaveLength(2)

  await page.close()
  await context.setOffline(false)
  await cutOff(context, true)
  page = await context.newPage()
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a Carga completada' })).toBeVisible()
  await expect(page.getByText(/Sin conexión · 5 pasos por enviar/)).toBeVisible()
  pressed.push(await advance(page, 'Carga completada'))
  pressed.push(await advance(page, 'Salida del parque'))
  await expect(page.getByText(/7 pasos por enviar/)).toBeVisible()
  expect(await record()).toHaveLength(2)

  await cutOff(context, false)
  await expect(word(page, 'Todo enviado')).toBeVisible()
  const events = (await record()).slice(2)
  expect(types(events)).toEqual([
    'stop_fuel',
    'resume_route',
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
    'load_complete',
    'exit_park',
  ])
  for (const [index, { timestamp }] of events.entries()) {
    expect(Math.abs(Date.parse(timestamp) - (pressed[index] ?? 0))).toBeLessThan(2_000)
  }
})

test('a whole trip and the start of the next one, without a network', async ({ browser, product }) => {
  // The button rests after each of its ten presses.
  const { phone, record } = await crew(browser, product)
  const { page, context } = phone
  await page.goto('/operator')
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  // The log comes with the first touch; an installed page has it already.
  const log = page.waitForResponse(/operation-log.*\.js/)
  await page.getByLabel('Número de contenedor').click()
  await log
  await context.setOffline(true)
  for (const number of ['TEXU3070079', 'CSQU3054383']) {
    await start(page, number)
    await expect(word(page, 'Inicio guardado en este teléfono')).toBeVisible()
    if (number === 'CSQU3054383') break
    for (const step of ['En ruta al parque', 'Llegada al parque', 'Acceso otorgado', 'Vehículo estacionado'])
      await advance(page, step)
    for (const step of ['Carga completada', 'Salida del parque']) await advance(page, step)
    await finish(page)
    await expect(page.getByText('¡Operación Completada!')).toBeVisible()
    await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  }
  await advance(page, 'En ruta al parque')
  await expect(page.getByText('Sin conexión · 10 pasos por enviar')).toBeVisible()
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'En el teléfono' })).toHaveCount(2)
  await context.setOffline(false)
  await expect(word(page, 'Todo enviado')).toBeVisible()
  // The log stays open when the server's key replaces the local one.
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(2)
  const events = await record()
  expect(events).toHaveLength(10)
  expect(types(events).slice(0, 2)).toEqual(['start_trip', 'en_route'])
  expect(types(events).slice(7)).toEqual(['end_trip', 'start_trip', 'en_route'])
  expect(new Set(events.map(({ containerId }) => containerId)).size).toBe(2)
})

test('the log of a trip that begins without a network shows nothing of the one before', async ({
  browser,
  product,
}) => {
  const { phone } = await crew(browser, product)
  const { page, context } = phone
  const steps = ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete']
  await begin(context.request, product.origin, 'CSQU3054383', ...steps, 'exit_park')
  await page.goto('/operator')
  const log = page.getByRole('tab', { name: 'Registro de Eventos' })
  await log.click()
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(7)
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()
  await finish(page)
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await context.setOffline(true)
  await start(page, 'TEXU3070079')
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
  await log.click()
  await expect(page.getByRole('row').filter({ hasText: 'En el teléfono' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(0)
})

test('a phone that is 37 minutes wrong gives times that are right within two seconds', async ({
  browser,
  product,
}) => {
  const { page, context, record } = await onTheRoad(browser, product)
  await context.addInitScript(() => {
    const shift = 37 * 60_000
    const now = Date.now.bind(Date)
    class Shifted extends Date {
      constructor(...given: []) {
        if (given.length === 0) super(now() + shift)
        else super(...given)
      }
      static override now = () => now() + shift
    }
    window.Date = Shifted as DateConstructor
  })
  await openOnTheRoad(page)
  await expect(page.getByRole('timer')).toHaveText(/^\d+ s$/)
  await context.setOffline(true)
  const pressed: number[] = []
  for (const step of ['Llegada al parque', 'Acceso otorgado']) {
    pressed.push(Date.now())
    await advance(page, step)
    await page.waitForTimeout(1500)
  }
  // Opened again without a network: this page has never measured the clock when it is pressed.
  await page.close()
  await context.setOffline(false)
  await cutOff(context, true)
  const again = await context.newPage()
  await again.goto('/operator')
  await expect(again.getByRole('button', { name: 'Avanzar a Vehículo estacionado' })).toBeVisible()
  pressed.push(Date.now())
  await advance(again, 'Vehículo estacionado')
  await cutOff(context, false)
  await expect(word(again, 'Todo enviado')).toBeVisible()
  const events = (await record()).slice(2)
  expect(events).toHaveLength(3)
  for (const [index, event] of events.entries()) {
    expect(Math.abs(Date.parse(event.timestamp) - (pressed[index] ?? 0))).toBeLessThan(2_000)
    expect(Math.abs((event.clockOffsetMs ?? 0) + 37 * 60_000)).toBeLessThan(2_000)
  }
  // From one press to the next, as the desk shows it.
  for (const [index, { duration }] of events.slice(0, -1).entries()) {
    const really = ((pressed[index + 1] ?? 0) - (pressed[index] ?? 0)) / 1000
    expect(Math.abs((duration ?? Number.NaN) - really)).toBeLessThan(2)
  }
})

test('a server that asks for patience is not pressed by every poll that it answers', async ({
  browser,
  product,
}) => {
  const { page, context } = await onTheRoad(browser, product)
  let posts = 0
  await context.route('**/api/events', (route) => {
    posts++
    const json = { error: 'Intente de nuevo', code: 'unavailable' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '120' }, json })
  })
  let polls = 0
  await page.goto('/operator')
  await advance(page, 'Llegada al parque')
  await expect(page.getByText('Servidor ocupado · 1 paso por enviar')).toBeVisible()
  page.on('response', (response) => {
    if (response.url().endsWith('/api/containers/active')) polls++
  })
  await expect.poll(() => polls, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  expect(posts).toBe(1)
})

test('asks every three seconds while shown, with a few bytes for what has not changed', async ({
  browser,
  product,
}) => {
  const { page, context } = await onTheRoad(browser, product)
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/containers/active')) statuses.push(response.status())
  })
  await page.goto('/operator')
  await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(3)
  expect(statuses[0]).toBe(200)
  expect(statuses.slice(1)).toEqual(statuses.slice(1).map(() => 304))
  await context.setOffline(true)
  await page.waitForTimeout(500)
  const asked = statuses.length
  await page.waitForTimeout(4000)
  expect(statuses).toHaveLength(asked)
})
