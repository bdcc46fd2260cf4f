import { advance, onTheRoad, openOnTheRoad, types, word } from './support/driver.ts'
import { createOperator, PASSWORD, signIn } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a session that ends in the middle keeps everything, for the same driver alone', async ({
  browser,
  product,
}) => {
  const { desk, page, context, driver, record } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await advance(page, 'Acceso otorgado')
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByText('Sesión terminada · 2 pasos por enviar')).toBeVisible()
  // The trip goes on.
  await advance(page, 'Vehículo estacionado')
  await expect(page.getByText('Sesión terminada · 3 pasos por enviar')).toBeVisible()
  await expectAccessible(page)

  // Somebody else on this phone neither sees nor sends them.
  const colleague = await createOperator(desk.context.request, product.origin, 'Otra Persona')
  await page.getByRole('link', { name: 'Entrar' }).click()
  await page.getByRole('textbox', { name: 'Usuario' }).fill(colleague.username)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('esperan pasos de otro operador')).toBeVisible()
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(types(await record())).toEqual(['start_trip', 'en_route'])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth$/)

  await signIn(context, product.origin, driver)
  await page.goto('/operator')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(types(await record())).toEqual([
    'start_trip',
    'en_route',
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
  ])
})

test('leaving with steps to send asks first, and keeps them', async ({ browser, product }) => {
  const { page, context, driver, record } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  // The way out works, the steps do not get through.
  await context.route('**/api/events', (route) =>
    route.fulfill({ status: 503, json: { error: 'Intente de nuevo', code: 'unavailable' } }),
  )
  await advance(page, 'Llegada al parque')
  await advance(page, 'Acceso otorgado')
  await expect(page.getByText('Servidor ocupado · 2 pasos por enviar')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Tiene 2 pasos por enviar' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Quedarme' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await context.unroute('**/api/events')
  await signIn(context, product.origin, driver)
  await page.goto('/operator')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  expect(types(await record()).slice(2)).toEqual(['arrived_at_park', 'access_granted'])
})

test('logging out after everything is sent leaves no data on the phone', async ({ browser, product }) => {
  const { page } = await onTheRoad(browser, product)
  const kept = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('acarreo')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const count = (store: string) =>
        new Promise<number>((resolve) => {
          const counting = db.transaction(store).objectStore(store).count()
          counting.onsuccess = () => resolve(counting.result)
        })
      const counts = await Promise.all(['entries', 'heads', 'logs'].map(count))
      db.close()
      return counts
    })
  await page.goto('/operator')
  await advance(page, 'Llegada al parque')
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await expect.poll(kept).toEqual([1, 1, 1])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect.poll(kept).toEqual([0, 0, 0])
})

test('what version 1 of the store kept is shown after the upgrade, before the server answers', async ({
  browser,
  product,
}) => {
  const { page, driver } = await onTheRoad(browser, product)
  await page.route('**/api/containers/active', (route) =>
    route.fulfill({ status: 503, json: { error: 'Intente de nuevo', code: 'unavailable' } }),
  )
  // A document of the same origin that does not open the store.
  await page.goto('/healthz')
  await page.evaluate(async (userId) => {
    const opening = indexedDB.open('acarreo', 1)
    await new Promise((resolve, reject) => {
      opening.onupgradeneeded = () => {
        const db = opening.result
        db.createObjectStore('entries', { keyPath: 'eventId' }).createIndex('userId', 'userId')
        const heads = db.createObjectStore('heads', { keyPath: 'userId' })
        db.createObjectStore('logs', { keyPath: 'userId' })
        const known = {
          key: 'CSQU3054383_abcdefghijklmnop',
          containerNumber: 'CSQU3054383',
          operationType: 'load',
          eventType: 'stop_fuel',
          lastStep: 'en_route',
          lastStepAt: Date.now() - 60_000,
          startedAt: Date.now() - 120_000,
          lastEventAt: Date.now(),
          version: 3,
        }
        heads.put({ userId, known, asked: true, endedKey: null, revision: 4 })
      }
      opening.onsuccess = resolve
      opening.onerror = () => reject(opening.error)
    })
    opening.result.close()
  }, driver.id)
  await page.goto('/operator')
  await expect(page.getByText('Parada: Combustible').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeDisabled()
})
