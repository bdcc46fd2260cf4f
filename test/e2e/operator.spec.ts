import type { Browser } from '@playwright/test'
import { version } from 'uuid'
import { stepsOf } from '#domain/operation/steps'
import { crew, pressRested, start, word } from './support/driver.ts'
import { createOperator, person } from './support/people.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessible, holdAnswers, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

async function driverWithPhone(browser: Browser, product: Product) {
  const { driver, phone } = await crew(browser, product)
  return { driver, ...phone }
}

const advance = (name: string) => ({ name: `Avanzar a ${name}` })

const AFTER_START = stepsOf('load').slice(1)

test('a press answers at once, counts once however often it is tapped, and survives a lost answer', async ({
  browser,
  product,
}) => {
  const { context, page } = await driverWithPhone(browser, product)
  await page.goto('/operator')
  await expect(page.getByText('Sistema de Gestión de Transporte - Operador')).toBeVisible()
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByText('Container ID is required')).toBeVisible()
  await page.getByLabel('Número de contenedor').fill('MSKU123')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByText('Container ID must be in format AAAA1234567')).toBeVisible()
  await page.getByLabel('Número de contenedor').fill('CSQU3054383')
  const start = await holdAnswers(page, '**/api/containers', 'POST')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByRole('button', { name: 'Starting...' })).toBeDisabled()
  start()
  await expect(page.getByRole('button', advance('En ruta al parque'))).toBeVisible()

  const posts: string[] = []
  let lost = false
  let loseAnswer: () => void = () => undefined
  const losing = new Promise<void>((resolve) => (loseAnswer = resolve))
  await page.route('**/api/events', async (route) => {
    posts.push(route.request().postDataJSON().eventId)
    if (lost) return route.continue()
    // The server records it, and the answer is lost on the way back.
    lost = true
    await route.fetch()
    await losing
    await route.abort('connectionreset')
  })
  const button = page.getByRole('button', advance('En ruta al parque'))
  await expect(button).toBeEnabled()
  await expect(button).not.toHaveAttribute('data-resting')
  await button.dblclick({ noWaitAfter: true })
  await expect(page.getByRole('button', { name: 'Procesando...' })).toBeDisabled()
  loseAnswer()
  const told = page.getByRole('status').filter({ hasText: 'Paso completado' })
  await expect(told).toBeVisible()
  // What says whether a step has been sent stays in sight.
  const line = await page.getByRole('region', { name: 'Estado del envío' }).boundingBox()
  expect(line?.height).toBeGreaterThan(20)
  await expect
    .poll(async () => (await told.boundingBox())?.y ?? 0)
    .toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0))
  await expect(page.getByRole('button', advance('Llegada al parque'))).toBeEnabled()
  // The bar under the open tab: a library's sheets must not beat each other by where they were loaded from.
  const open = page.getByRole('tab', { name: 'Flujo de Operación' })
  await expect(open).toHaveCSS('border-bottom-width', '2px')
  await expect(open).toHaveCSS('border-bottom-color', 'rgb(11, 96, 95)')
  await expect(page.getByText('Todo enviado')).toBeVisible()
  expect(posts.length).toBeGreaterThan(1)
  expect(new Set(posts).size).toBe(1)
  expect(posts.map(version)[0]).toBe(7)
  const { containerId } = await (await context.request.get(`${product.origin}/api/containers/active`)).json()
  const events = await (await context.request.get(`${product.origin}/api/events/${containerId}`)).json()
  expect(events).toHaveLength(2)
})

test('a start that the server refuses is never called started, and what was typed stays', async ({
  browser,
  product,
}) => {
  const { desk, phone } = await crew(browser, product)
  const { page } = phone
  const other = await createOperator(desk.context.request, product.origin, 'Ana Ortega')
  const ana = await person(browser, product.origin, { kind: 'phone', signedInAs: other })
  const hers = trip(ana.context.request, product.origin, hoursAgo(1))
  await hers.start('CSQU3054383', 0)
  await page.goto('/operator')
  await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (document.body.innerText.includes('Operación iniciada')) seen.push(document.body.innerText)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const started = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length)
  const history = () => page.evaluate(() => localStorage.getItem('acarreo.container-history') ?? '')
  const failure = word(page, 'El contenedor CSQU3054383 ya tiene una')

  await start(page, 'CSQU3054383')
  await expect(failure).toBeVisible()
  await expect(failure.getByText('Error', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Número de contenedor')).toHaveValue('CSQU 305438 3')
  await expect(page.getByText('1 paso rechazado')).toBeHidden()
  expect(await started()).toBe(0)
  expect(await history()).toBe('')

  // The answer takes longer than anybody waits: stored on the phone, and the refusal is still said when it comes.
  const answer = await holdAnswers(page, '**/api/containers', 'POST')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByRole('button', { name: 'Starting...' })).toBeDisabled()
  await page.waitForTimeout(3_000)
  await expect(page.getByRole('button', { name: 'Starting...' })).toBeVisible()
  await expect(word(page, 'Inicio guardado en este teléfono')).toBeVisible()
  await expect(page.getByRole('button', advance('En ruta al parque'))).toBeVisible()
  answer()
  await expect(failure.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByText('1 paso rechazado')).toBeHidden()
  expect(await started()).toBe(0)
  await expect(page.getByText('Operación finalizada')).toBeHidden()
  await expect(page.getByLabel('Número de contenedor')).toHaveValue('CSQU 305438 3')

  // Once the container is free the same press succeeds, and nothing more is said of the failure.
  await page.unroute('**/api/containers')
  for (const [index, step] of AFTER_START.entries()) await hers.record(step, index + 1)
  await pressRested(page, 'Start Operation')
  await expect(word(page, 'Operación iniciada')).toBeVisible()
  await expect(
    page.getByText('La operación del contenedor se ha iniciado correctamente', { exact: true }),
  ).toBeVisible()
  await expect(failure).toBeHidden()
  await expect(page.getByText('1 paso rechazado')).toBeHidden()
  expect(await history()).toContain('CSQU3054383')
})

test('an operation that another device ends is told, until the next one begins there', async ({
  browser,
  product,
}) => {
  const { context, page } = await driverWithPhone(browser, product)
  const first = trip(context.request, product.origin, hoursAgo(1))
  await first.start('CSQU3054383', 0)
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
  for (const [index, step] of AFTER_START.entries()) await first.record(step, index + 1)
  await expect(page.getByText('Se cerró desde otro dispositivo. Puede iniciar una nueva.')).toBeVisible()
  await expectAccessible(page)
  await trip(context.request, product.origin, hoursAgo(0.5)).start('TCNU7200794', 0)
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
  await expect(page.getByText('Operación finalizada')).toBeHidden()
})

test('on a phone that cannot keep steps, what fails says so, and can be pressed again', async ({
  browser,
  product,
}) => {
  const { context, page } = await driverWithPhone(browser, product)
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('A mutation operation was attempted on a database', 'InvalidStateError')
    }
  })
  await page.goto('/operator')
  await expect(page.getByText('Este teléfono no puede guardar pasos')).toBeVisible()
  await expect(page.getByText('No se pudo leer lo guardado')).toBeVisible()
  await page.getByLabel('Número de contenedor').fill('TEXU3070079')
  await page.route('**/api/containers', (route) =>
    route.fulfill({ status: 500, json: { error: 'Se cayó.' } }),
  )
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByText('Se cayó.')).toBeVisible()
  await expect(page.getByLabel('Número de contenedor')).toHaveValue('TEXU 307007 9')
  await page.unroute('**/api/containers')
  await page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(page.getByRole('button', advance('En ruta al parque'))).toBeVisible()
  await pressRested(page, 'Avanzar a En ruta al parque')
  await expect(page.getByRole('button', { name: 'Reportar Parada' })).toBeVisible()

  await page.route('**/api/events', (route) => route.fulfill({ status: 500, json: { error: 'Se cayó.' } }))
  await pressRested(page, 'Avanzar a Llegada al parque')
  await expect(
    page.getByText('No se pudo avanzar al siguiente paso. Por favor, inténtelo de nuevo.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reportar Parada' }).click()
  await page.getByText('Baño').click()
  await page.getByRole('button', { name: 'Confirmar Parada' }).click()
  await expect(page.getByText('No se pudo registrar la parada. Por favor, inténtelo de nuevo.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.unroute('**/api/events')
  await page.getByRole('button', { name: 'Reportar Parada' }).click()
  await page.getByText('Baño').click()
  await page.getByRole('button', { name: 'Confirmar Parada' }).click()
  await expect(page.getByText('Parada: Baño').first()).toBeVisible()

  await page.route('**/api/events', (route) => route.fulfill({ status: 500, json: { error: 'Se cayó.' } }))
  await page.getByRole('button', { name: 'Continuar Viaje' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar Viaje' }).click()
  await expect(page.getByText('No se pudo continuar el viaje. Por favor, inténtelo de nuevo.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a step without a position is recorded', async ({ browser, product }) => {
  const { context, page } = await driverWithPhone(browser, product)
  await context.clearPermissions()
  await context.request.post(`${product.origin}/api/containers`, { data: { containerId: 'APZU3789870' } })
  await page.goto('/operator')
  await page.getByRole('button', advance('En ruta al parque')).click()
  await expect(page.getByText('Paso completado')).toBeVisible()
  await expect(page.getByText('Todo enviado')).toBeVisible()
  const active = await (await context.request.get(`${product.origin}/api/containers/active`)).json()
  expect(active).toMatchObject({ currentEventType: 'en_route', coordinates: null })
})

test('the log shows each event with its seconds, and says when there is none or it cannot be read', async ({
  browser,
  product,
}) => {
  const { context, page } = await driverWithPhone(browser, product)
  const { request } = context
  const began = Date.now() - 600_000
  const at = (seconds: number) => new Date(began + seconds * 1000).toISOString()
  const started = await request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'GYOU4047990', coordinates: { lat: 19.07, lng: -104.29 }, occurredAt: at(0) },
  })
  const { containerId } = await started.json()
  await request.post(`${product.origin}/api/events`, {
    data: { containerId, eventType: 'en_route', occurredAt: at(95) },
  })
  await page.goto('/operator')
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  for (const name of ['Date/Time', 'Operador', 'Contenedor', 'Event', 'Duration', 'Location']) {
    await expect(page.getByRole('columnheader', { name })).toBeAttached()
  }
  await expect(page.getByRole('row').nth(2)).toContainText('Iniciar viaje')
  await expect(page.getByRole('row').nth(2)).toContainText('95')
  await expect(page.getByRole('row').nth(2)).toContainText('Puerto de Manzanillo')

  await page.route('**/api/events/*', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByText('No hay registros de eventos disponibles.')).toBeVisible()
  await page.unroute('**/api/events/*')
  await page.route('**/api/events/*', (route) => route.fulfill({ json: { nonsense: true } }))
  await page.reload()
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(page.getByText('Error al cargar los registros de eventos.')).toBeVisible()
  await expectAccessible(page)
})

test('the phone asks for its operation every three seconds', async ({ browser, product }) => {
  const { page, driver } = await driverWithPhone(browser, product)
  await page.goto('/operator')
  await expect(page.getByText('No se encontró ninguna operación activa')).toBeVisible()
  // Started elsewhere, by somebody who tells nobody: only the poll can find it.
  await page.routeWebSocket('**/ws*', () => {})
  const other = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  await other.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'HLXU2008419' },
  })
  await expect(page.getByRole('button', advance('En ruta al parque'))).toBeVisible()
})

test('what comes to stand above the area pushes neither the button out of reach nor the toasts over the line', async ({
  browser,
  product,
}) => {
  const { page } = await driverWithPhone(browser, product)
  await page.goto('/operator')
  const button = page.getByRole('button', { name: 'Start Operation' })
  await expect(button).toBeInViewport({ ratio: 1 })
  // As the offer of a newer version does.
  await page.evaluate(() => {
    const offer = document.createElement('div')
    offer.style.flex = '0 0 100px'
    offer.style.height = '100px'
    document.querySelector('#root')?.prepend(offer)
  })
  const line = page.getByRole('region', { name: 'Estado del envío' })
  const bottom = await line.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(bottom).toBeGreaterThan(150)
  await expect
    .poll(() =>
      page.evaluate(() =>
        Number.parseFloat(document.documentElement.style.getPropertyValue('--toasts-from')),
      ),
    )
    .toBeGreaterThanOrEqual(bottom)
  await expect(button).toBeInViewport({ ratio: 1 })
})
