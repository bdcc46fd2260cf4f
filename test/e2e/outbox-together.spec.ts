import { advance, onTheRoad, openOnTheRoad, types, word } from './support/driver.ts'
import { person } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('two tabs share one outbox, and each press counts once', async ({ browser, product }) => {
  const { page, context, record } = await onTheRoad(browser, product)
  const other = await context.newPage()
  for (const each of [page, other]) await openOnTheRoad(each)
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await expect(other.getByText('Sin conexión · 1 paso por enviar')).toBeVisible()
  await advance(other, 'Acceso otorgado')
  await expect(page.getByText('Sin conexión · 2 pasos por enviar')).toBeVisible()
  // Of those that were answered: what is tried while the network comes back may fail, and is tried again.
  const answered: string[] = []
  context.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'POST' && request.url().endsWith('/api/events'))
      answered.push(request.postDataJSON().eventId)
  })
  await context.setOffline(false)
  for (const each of [page, other]) await expect(word(each, 'Todo enviado')).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park', 'access_granted'])
  expect(answered).toHaveLength(2)
  expect(new Set(answered).size).toBe(2)
  for (const each of [page, other])
    await expect(each.getByRole('button', { name: 'Avanzar a Vehículo estacionado' })).toBeVisible()
})

test('what one tab cannot send the other one does', async ({ browser, product }) => {
  const { page, context, record } = await onTheRoad(browser, product)
  const other = await context.newPage()
  for (const each of [page, other]) await openOnTheRoad(each)
  await page.route('**/api/events', (route) => route.abort('connectionreset'))
  await advance(page, 'Llegada al parque')
  for (const each of [page, other]) await expect(word(each, '1 paso por enviar')).toBeVisible()
  for (const each of [other, page]) await expect(word(each, 'Todo enviado')).toBeVisible({ timeout: 30_000 })
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park'])
})

test('two phones advance at once: one 201, one 409, and both show the truth', async ({
  browser,
  product,
}) => {
  const { phone, driver, record } = await onTheRoad(browser, product)
  const second = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  const statuses: number[] = []
  for (const { page } of [phone, second]) {
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/api/events'))
        statuses.push(response.status())
    })
    await openOnTheRoad(page)
  }
  // Both have pressed before either is heard.
  for (const { context } of [phone, second]) await context.setOffline(true)
  await advance(phone.page, 'Llegada al parque')
  await advance(second.page, 'Llegada al parque')
  await advance(second.page, 'Acceso otorgado')
  await phone.context.setOffline(false)
  await expect(word(phone.page, 'Todo enviado')).toBeVisible()
  await second.context.setOffline(false)
  await expect(word(second.page, '1 paso rechazado')).toBeVisible()
  await expect(second.page.getByRole('listitem').getByText(/Ya estaba registrado/)).toBeVisible()
  await expectAccessible(second.page)
  for (const { page } of [phone, second]) await expect(page.getByText('Estacionando vehículo')).toBeVisible()
  expect(statuses.sort()).toEqual([201, 201, 409])
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park', 'access_granted'])
  await second.page.getByRole('button', { name: 'Entendido' }).click()
  await expect(second.page.getByText('1 paso rechazado')).toBeHidden()
  await second.page.reload()
  await expect(second.page.getByText('Estacionando vehículo')).toBeVisible()
  await expect(second.page.getByText('1 paso rechazado')).toBeHidden()
})
