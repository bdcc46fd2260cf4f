import type { Page } from '@playwright/test'
import {
  advance,
  crew,
  cutOff,
  finish,
  onTheRoad,
  openOnTheRoad,
  pressRested,
  resume,
  start,
  stop,
  word,
} from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** What the driver is told with this title, by a status message. */
const told = (page: Page, title: string) =>
  page.getByRole('status').filter({ has: page.getByText(title, { exact: true }) })

for (const [how, cut] of [
  [
    'with 500',
    async (page: Page) => page.route('**/api/containers', (route) => route.fulfill({ status: 500 })),
  ],
  ['not at all', async (page: Page) => cutOff(page.context(), true)],
] as const)
  test(`a start that is answered ${how} waits on the phone, and is started once the server says so`, async ({
    browser,
    product,
  }) => {
    const { phone, record } = await crew(browser, product)
    const { page, context } = phone
    await page.goto('/operator')
    await expect(page.getByText('Por favor inicie una nueva operación')).toBeVisible()
    await cut(page)
    await start(page, 'CSQU3054383')
    await expect(told(page, 'Inicio guardado en este teléfono')).toBeVisible()
    await expect(word(page, '1 paso por enviar')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
    await expect(page.getByText('Operación iniciada')).toBeHidden()
    await expectAccessible(page)
    expect(await record()).toEqual([])
    await page.unroute('**/api/containers')
    await cutOff(context, false)
    await expect(told(page, 'Operación iniciada')).toBeVisible()
    await expect(word(page, 'Todo enviado')).toBeVisible()
    expect(await record()).toHaveLength(1)
  })

test('a step, a stop, a resume and an end that the server refuses are errors, in the words of each', async ({
  browser,
  product,
}) => {
  const { page } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  let refuses = true
  await page.route('**/api/events', (route) =>
    refuses
      ? route.fulfill({ status: 409, json: { error: 'No es el siguiente paso.', code: 'not_next' } })
      : route.continue(),
  )
  const failed = async (sentence: string) => {
    const error = told(page, 'Error')
    await expect(error.getByText(`${sentence} Por favor, inténtelo de nuevo.`, { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Entendido' }).click()
    // The list forgets the press; the notice stays until the next one.
    await expect(page.getByText('1 paso rechazado')).toBeHidden()
    await expect(error).toBeVisible()
  }
  const recorded = async (title: string, work: () => Promise<unknown>) => {
    refuses = false
    await work()
    await expect(told(page, title)).toBeVisible()
    await expect(word(page, 'Todo enviado')).toBeVisible()
    refuses = true
  }

  await pressRested(page, 'Avanzar a Llegada al parque')
  await failed('No se pudo avanzar al siguiente paso.')
  await expectAccessible(page)
  await stop(page, 'Baño')
  await failed('No se pudo registrar la parada.')
  await recorded('Parada registrada', () => stop(page, 'Baño'))
  await resume(page)
  await failed('No se pudo continuar el viaje.')
  await recorded('Viaje continuado', () => resume(page))
  await expect(page.getByText('Has continuado tu viaje exitosamente', { exact: true })).toBeVisible()
  for (const step of [
    'Llegada al parque',
    'Acceso otorgado',
    'Vehículo estacionado',
    'Carga completada',
    'Salida del parque',
  ])
    await recorded('Paso completado', () => advance(page, step))
  await finish(page)
  await failed('Hubo un problema al finalizar la operación.')
  await recorded('¡Operación Completada!', () => finish(page))
  await expect(page.getByRole('button', { name: 'Start Operation' })).toBeVisible()
})
