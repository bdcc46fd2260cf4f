import type { BrowserContext } from '@playwright/test'
import { advance, begin, crew, resume, SETTLED, stop, types, word } from './driver.ts'
import { type Account, createOperator, PASSWORD, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

async function signIn(context: BrowserContext, origin: string, { username }: Account): Promise<void> {
  const response = await context.request.post(`${origin}/api/login`, {
    data: { username, password: PASSWORD },
  })
  if (!response.ok()) throw new Error(await response.text())
}

/** The page itself is read from the server; without a network there is none, so only the API is taken away. */
async function cutOff(context: BrowserContext, cut: boolean): Promise<void> {
  if (cut) {
    await context.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await context.route('**/healthz', (route) => route.abort('internetdisconnected'))
  } else {
    await context.unroute('**/api/**')
    await context.unroute('**/healthz')
  }
}

test('seven presses without a network, the tab closed and opened again: the record is those seven', async ({
  browser,
  product,
}) => {
  const { desk, phone, record } = await crew(browser, product)
  await begin(phone.context.request, product.origin, 'CSQU3054383', 'en_route')
  const { context } = phone
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
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 20_000 })
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
  for (const { context: each } of [desk, phone]) await each.close()
})

test('a whole trip and the start of the next one, without a network', async ({ browser, product }) => {
  const { desk, phone, record } = await crew(browser, product)
  const { page, context } = phone
  await page.goto('/operator')
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  await context.setOffline(true)
  for (const number of ['TEXU3070079', 'CSQU3054383']) {
    await page.getByLabel('Número de contenedor').fill(number)
    await page.getByRole('button', { name: 'Start Operation' }).click()
    await expect(page.getByText('Operación iniciada')).toBeVisible(SETTLED)
    if (number === 'CSQU3054383') break
    for (const step of ['En ruta al parque', 'Llegada al parque', 'Acceso otorgado', 'Vehículo estacionado'])
      await advance(page, step)
    for (const step of ['Carga completada', 'Salida del parque']) await advance(page, step)
    await page.getByRole('button', { name: '¡Finalizar operación!' }).click()
    await page.getByRole('button', { name: 'Sí, finalizar' }).click()
    await expect(page.getByText('¡Operación Completada!')).toBeVisible(SETTLED)
    await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible(SETTLED)
  }
  await advance(page, 'En ruta al parque')
  await expect(page.getByText('Sin conexión · 10 pasos por enviar')).toBeVisible()
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'En el teléfono' })).toHaveCount(2)
  await context.setOffline(false)
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 20_000 })
  // The log stays open where the driver is reading it, whatever name the server gave the trip.
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(2)
  const events = await record()
  expect(events).toHaveLength(10)
  expect(types(events).slice(0, 2)).toEqual(['start_trip', 'en_route'])
  expect(types(events).slice(7)).toEqual(['end_trip', 'start_trip', 'en_route'])
  expect(new Set(events.map(({ containerId }) => containerId)).size).toBe(2)
  for (const { context: each } of [desk, phone]) await each.close()
})

test('the log of a trip that begins without a network shows nothing of the one before', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { page, context } = phone
  const steps = ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete']
  await begin(context.request, product.origin, 'CSQU3054383', ...steps, 'exit_park')
  await page.goto('/operator')
  const log = page.getByRole('tab', { name: 'Registro de Eventos' })
  await log.click()
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(7)
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()
  await page.getByRole('button', { name: '¡Finalizar operación!' }).click()
  await page.getByRole('button', { name: 'Sí, finalizar' }).click()
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible(SETTLED)
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 10_000 })
  await context.setOffline(true)
  await page.getByLabel('Número de contenedor').fill('TEXU3070079')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible(SETTLED)
  await log.click()
  await expect(page.getByRole('row').filter({ hasText: 'En el teléfono' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(0)
  for (const { context: each } of [desk, phone]) await each.close()
})

test('two tabs share one outbox, and each press counts once', async ({ browser, product }) => {
  const { desk, phone, record } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.goto('/operator')
  const other = await context.newPage()
  await other.goto('/operator')
  await expect(other.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await expect(other.getByText('Sin conexión · 1 paso por enviar')).toBeVisible(SETTLED)
  await advance(other, 'Acceso otorgado')
  await expect(page.getByText('Sin conexión · 2 pasos por enviar')).toBeVisible(SETTLED)
  const posts: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/events'))
      posts.push(request.postDataJSON().eventId)
  })
  await context.setOffline(false)
  for (const each of [page, other]) await expect(word(each, 'Todo enviado')).toBeVisible({ timeout: 20_000 })
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park', 'access_granted'])
  expect(posts).toHaveLength(new Set(posts).size)
  for (const each of [page, other])
    await expect(each.getByRole('button', { name: 'Avanzar a Vehículo estacionado' })).toBeVisible()
  for (const { context: each } of [desk, phone]) await each.close()
})

test('what one tab cannot send the other one does', async ({ browser, product }) => {
  const { desk, phone, record } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.goto('/operator')
  const other = await context.newPage()
  await other.goto('/operator')
  await expect(other.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  await page.route('**/api/events', (route) => route.abort('connectionreset'))
  await advance(page, 'Llegada al parque')
  for (const each of [other, page]) await expect(word(each, 'Todo enviado')).toBeVisible({ timeout: 30_000 })
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park'])
  for (const { context: each } of [desk, phone]) await each.close()
})

test('two phones advance at once: one 201, one 409, and both show the truth', async ({
  browser,
  product,
}) => {
  const { desk, phone, driver, record } = await crew(browser, product)
  const second = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  await begin(phone.context.request, product.origin, 'CSQU3054383', 'en_route')
  const statuses: number[] = []
  for (const { page } of [phone, second]) {
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/api/events'))
        statuses.push(response.status())
    })
    await page.goto('/operator')
    await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  }
  // Both have pressed before either is heard.
  for (const { context } of [phone, second]) await context.setOffline(true)
  await advance(phone.page, 'Llegada al parque')
  await advance(second.page, 'Llegada al parque')
  await advance(second.page, 'Acceso otorgado')
  await phone.context.setOffline(false)
  await expect(word(phone.page, 'Todo enviado')).toBeVisible({ timeout: 10_000 })
  await second.context.setOffline(false)
  await expect(word(second.page, 'Todo enviado')).toBeVisible({ timeout: 10_000 })
  await expect(second.page.getByText('Un paso no se registró')).toBeVisible()
  await expect(second.page.getByRole('listitem').getByText(/Ya estaba registrado/)).toBeVisible()
  await expectAccessible(second.page)
  for (const { page } of [phone, second])
    await expect(page.getByText('Estacionando vehículo')).toBeVisible({ timeout: 5_000 })
  expect(statuses.sort()).toEqual([201, 201, 409])
  expect(types(await record())).toEqual(['start_trip', 'en_route', 'arrived_at_park', 'access_granted'])
  await second.page.getByRole('button', { name: 'Entendido' }).click()
  await expect(second.page.getByText('Un paso no se registró')).toBeHidden()
  await second.page.reload()
  await expect(second.page.getByText('Estacionando vehículo')).toBeVisible()
  await expect(second.page.getByText('Un paso no se registró')).toBeHidden()
  for (const { context } of [desk, phone, second]) await context.close()
})

test('a session that ends in the middle keeps everything, for the same driver alone', async ({
  browser,
  product,
}) => {
  const { desk, phone, driver, record } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
  await context.setOffline(true)
  await advance(page, 'Llegada al parque')
  await advance(page, 'Acceso otorgado')
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByText('Sesión terminada · 2 pasos por enviar')).toBeVisible({
    timeout: 10_000,
  })
  // The trip goes on all the same.
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
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 10_000 })
  expect(types(await record())).toEqual([
    'start_trip',
    'en_route',
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
  ])
  for (const { context: each } of [desk, phone]) await each.close()
})

test('leaving with steps to send asks first, and keeps them', async ({ browser, product }) => {
  const { desk, phone, driver, record } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
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
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 10_000 })
  expect(types(await record()).slice(2)).toEqual(['arrived_at_park', 'access_granted'])
  for (const { context: each } of [desk, phone]) await each.close()
})

test('whoever leaves with everything sent leaves nothing behind on the phone', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
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
  await expect(word(page, 'Todo enviado')).toBeVisible({ timeout: 10_000 })
  await expect.poll(kept, { timeout: 10_000 }).toEqual([1, 1, 1])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect.poll(kept, { timeout: 10_000 }).toEqual([0, 0, 0])
  for (const { context: each } of [desk, phone]) await each.close()
})

test('a phone that is 37 minutes wrong gives times that are right within two seconds', async ({
  browser,
  product,
}) => {
  const { desk, phone, record } = await crew(browser, product)
  const { page, context } = phone
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
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
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
  await expect(word(again, 'Todo enviado')).toBeVisible({ timeout: 20_000 })
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
  for (const { context: each } of [desk, phone]) await each.close()
})

test('a server that asks for patience is not pressed by every poll that it answers', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
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
  for (const { context: each } of [desk, phone]) await each.close()
})

test('asks every three seconds while shown, with a few bytes for what has not changed', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { page, context } = phone
  await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/containers/active')) statuses.push(response.status())
  })
  await page.goto('/operator')
  await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  expect(statuses[0]).toBe(200)
  expect(statuses.slice(1)).toEqual(statuses.slice(1).map(() => 304))
  await context.setOffline(true)
  await page.waitForTimeout(500)
  const asked = statuses.length
  await page.waitForTimeout(4000)
  expect(statuses).toHaveLength(asked)
  for (const { context: each } of [desk, phone]) await each.close()
})
