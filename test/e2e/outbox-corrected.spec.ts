import type { APIRequestContext } from '@playwright/test'
import { advance, onTheRoad, openOnTheRoad, start, types, word } from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

async function correct(
  request: APIRequestContext,
  origin: string,
  key: string,
  body: { kind: string; position?: number },
): Promise<void> {
  const response = await request.post(`${origin}/api/containers/${key}/corrections`, {
    data: { reason: 'se equivocó de botón', ...body },
  })
  if (!response.ok()) throw new Error(await response.text())
}

test('a phone that was offline during a retraction goes on from the state that counts', async ({
  browser,
  product: { origin },
}) => {
  const { desk, page, context, record } = await onTheRoad(browser, { origin })
  await openOnTheRoad(page)
  await advance(page, 'Llegada al parque')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await context.setOffline(true)
  await advance(page, 'Acceso otorgado')
  await expect(page.getByText('Sin conexión · 1 paso por enviar')).toBeVisible()
  const key = (await record())[0]?.containerId ?? ''
  await correct(desk.context.request, origin, key, { kind: 'retraction', position: 3 })
  await context.setOffline(false)

  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  // The press that rested on it is told, not lost.
  const told = page.getByRole('region', { name: '1 paso rechazado' })
  await expect(told).toContainText('Acceso otorgado')
  await expect(told).toContainText('la corrigió su supervisor')
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  // The first row is the state.
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(1)).toContainText('En ruta al parque')
  // A toast that fades has no contrast.
  await expect(page.getByText('Su supervisor retiró: Llegada al parque')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()
  await page.getByRole('button', { name: 'Entendido' }).click()
  await advance(page, 'Llegada al parque')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park'])

  // While the phone is looking on.
  await correct(desk.context.request, origin, key, { kind: 'retraction', position: 5 })
  await expect(page.getByText('Su supervisor retiró: Llegada al parque')).toBeVisible()
  await correct(desk.context.request, origin, key, { kind: 'cancellation' })
  await expect(page.getByText('Su supervisor anuló la operación')).toBeVisible()
  await start(page, 'MSKU1234565')
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
})

test('a press that was taken back before its answer came is told, and the trip goes on before it', async ({
  browser,
  product: { origin },
}) => {
  const { desk, page, context, record } = await onTheRoad(browser, { origin })
  await openOnTheRoad(page)
  // It reaches the server; the answers get lost.
  await context.route('**/api/events', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await advance(page, 'Llegada al parque')
  await expect.poll(async () => types(await record())).toContain('arrived_at_park')
  const key = (await record())[0]?.containerId ?? ''
  await correct(desk.context.request, origin, key, { kind: 'retraction', position: 3 })
  // Waits for the retry under way, whose answer is to be lost as well.
  await context.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Su supervisor retiró este paso.').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
})

test('presses that wait in an operation that was cancelled are told, and the start form is free', async ({
  browser,
  product: { origin },
}) => {
  const { desk, page, context, record } = await onTheRoad(browser, { origin })
  await openOnTheRoad(page)
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await advance(page, 'Acceso otorgado')
  const key = (await record())[0]?.containerId ?? ''
  await correct(desk.context.request, origin, key, { kind: 'cancellation' })
  await context.setOffline(false)
  const told = page.getByRole('region', { name: '2 pasos rechazados' })
  await expect(told.getByText('Su supervisor anuló la operación.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Start Operation' })).toBeVisible()
})
