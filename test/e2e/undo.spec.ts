import {
  advance,
  begin,
  crew,
  cutOff,
  finish,
  onTheRoad,
  openOnTheRoad,
  start,
  types,
  word,
} from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a second tap while the button rests records nothing and is not queued', async ({
  browser,
  product,
}) => {
  const { page, record } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  await page.getByRole('button', { name: 'Avanzar a Llegada al parque' }).click()
  const next = page.getByRole('button', { name: 'Avanzar a Acceso otorgado' })
  await expect(next).toBeEnabled()
  await expect(next).toHaveAttribute('data-resting', 'true')
  // In the page itself: two clicks from here may take longer than the rest.
  await next.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(next).not.toHaveAttribute('data-resting')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expect(next).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park'])
})

test('a press that is undone before it was sent never leaves the phone', async ({ browser, product }) => {
  const { page, context, record } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  await cutOff(context, true)
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await expect(word(page, '1 paso por enviar')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deshacer: Llegada al parque' }).click()
  await expect(page.getByText('Deshecho: Llegada al parque')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  await expect(word(page, 'por enviar')).toBeHidden()
  await cutOff(context, false)
  await context.setOffline(false)
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', 'en_route'])
})

test('undone while it is being sent: recorded once and retracted once, and in no list of events', async ({
  browser,
  product,
}) => {
  const { page, context, phone, record } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/api/events', async (route) => {
    // The server has it; the answer comes later.
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await advance(page, 'Llegada al parque')
  await expect.poll(async () => types(await record())).toContain('arrived_at_park')
  const corrections: string[] = []
  await context.route('**/corrections', async (route) => {
    corrections.push(route.request().postDataJSON().correctionId)
    // The answer to the first retraction is lost.
    if (corrections.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  release()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expect(page.getByText('Su supervisor retiró')).toBeHidden()
  expect(corrections.length).toBeGreaterThan(1)
  expect(new Set(corrections).size).toBe(1)
  expect(types(await record())).toEqual(['start_trip', 'en_route'])
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(1)).toContainText('En ruta al parque')
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()
  await advance(page, 'Llegada al parque')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(phone.page.url()).toContain('/operator')
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park'])
})

test('undone without a network after it was sent: the retraction waits like a step, also over a reload', async ({
  browser,
  product,
}) => {
  const { context, phone, record } = await onTheRoad(browser, product)
  let { page } = phone
  await openOnTheRoad(page)
  await advance(page, 'Llegada al parque')
  // 'Todo enviado' may still be of the step before.
  await expect.poll(async () => types(await record())).toContain('arrived_at_park')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await cutOff(context, true)
  // A page that closes lets the request go that its route still holds.
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/corrections'))
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await refused
  await expect(word(page, '1 paso por enviar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  await page.close()
  page = await context.newPage()
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  expect(types(await record())).toContain('arrived_at_park')
  await cutOff(context, false)
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', 'en_route'])
})

test('a retraction that the server refuses is told calmly, and the step stays', async ({
  browser,
  product,
}) => {
  const { page, context } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  await advance(page, 'Llegada al parque')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  const { operation } = await (await context.request.get(`${product.origin}/api/containers/active`))
    .json()
    .then((body) => ({ operation: body }))
  await context.route('**/corrections', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: 'Pasó más de un minuto: pida la corrección a su supervisor.',
        code: 'correction_refused',
        operation,
      },
    }),
  )
  await page.getByRole('button', { name: 'Deshacer' }).click()
  const told = page.getByRole('region', { name: '1 paso rechazado' })
  await expect(told).toContainText('Pasó más de un minuto: pida la corrección a su supervisor.')
  await expect(page.getByRole('button', { name: 'Avanzar a Acceso otorgado' })).toBeVisible()
  await expect(page.getByText('Todo enviado')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Entendido' }).click()
  await expect(word(page, 'Todo enviado')).toBeVisible()
})

test('the end is one press: undone while it is on the phone, and not once another trip has begun', async ({
  browser,
  product,
}) => {
  const { phone, record } = await crew(browser, product)
  const { page, context } = phone
  const trip = [
    'en_route',
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
    'load_complete',
    'exit_park',
  ]
  await begin(context.request, product.origin, 'CSQU3054383', ...trip)
  const completed = word(page, '¡Operación Completada!')
  const undo = page.getByRole('button', { name: 'Deshacer: Finalizar operación' })
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: '¡Finalizar operación!' })).toBeVisible()
  await cutOff(context, true)
  await context.setOffline(true)
  await finish(page)
  await expect(completed).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(word(page, '1 paso por enviar')).toBeVisible()
  await expectAccessible(page)
  await undo.click()
  await expect(page.getByRole('button', { name: '¡Finalizar operación!' })).toBeVisible()
  await cutOff(context, false)
  await context.setOffline(false)
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expect(page.getByRole('button', { name: '¡Finalizar operación!' })).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', ...trip])

  await finish(page)
  await expect(completed).toBeVisible()
  await expect(undo).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await start(page, 'TEXU3070079')
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', ...trip, 'end_trip', 'start_trip'])

  // A start as well, also one that the server has: driver and container are free for the next one.
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer: Iniciar viaje' }).click()
  await expect(page.getByText('Deshecho: Iniciar viaje')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Operation' })).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expectAccessible(page)
  await start(page, 'TEXU3070079')
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
})
