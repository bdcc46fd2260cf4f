import type { APIRequestContext } from '@playwright/test'
import { finish, pressRested, resume, start, stop } from '../driver.ts'
import { expect, holdAnswers } from '../test.ts'
import type { Walker } from './walker.ts'

const REFUSED = { status: 409, json: { error: 'No es el siguiente paso.', code: 'not_next' } }
const REST = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park']
const STATUSES = [
  'Esperando acceso',
  'Estacionando vehículo',
  'Realizando carga',
  'Saliendo del parque',
  'Finalizando operación',
]

/** A trip from the form to the end; steps between stops and end are recorded by calls. */
export async function walkAsDriver({ context, page, shown, press, failing }: Walker): Promise<void> {
  await page.goto('/operator')
  await press('Start Operation')
  await shown('Container ID is required')
  await start(page, 'MSKU123')
  await shown('Container ID must be in format AAAA1234567')
  const answer = await holdAnswers(page, '**/api/containers', 'POST')
  await start(page, 'CSQU3054383')
  await shown('Starting...')
  answer()
  await shown('Operación iniciada')
  await shown('Iniciando viaje')
  await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await shown('Date/Time')
  await page.getByRole('tab', { name: 'Flujo de Operación' }).click()
  const refused = async (sentence: string, act: () => Promise<unknown>) => {
    await failing('**/api/events', `${sentence} Por favor, inténtelo de nuevo.`, act, REFUSED)
    await press('Entendido')
  }
  /** Until the server has it: what is on its way would be refused as well. */
  const recorded = async (title: string, act: () => Promise<unknown>) => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/events') && response.ok())
    await act()
    await answer
    await shown(title)
  }
  const advance = () => pressRested(page, 'Avanzar a En ruta al parque')
  await refused('No se pudo avanzar al siguiente paso.', advance)
  await recorded('Paso completado', advance)
  await refused('No se pudo registrar la parada.', () => stop(page, 'Gasolina'))
  await recorded('Parada registrada', () => stop(page, 'Gasolina'))
  await refused('No se pudo continuar el viaje.', () => resume(page))
  await recorded('Viaje continuado', () => resume(page))

  const key = await activeKey(context.request)
  for (const [index, eventType] of REST.entries()) {
    const answer = await context.request.post('/api/events', { data: { containerId: key, eventType } })
    if (!answer.ok()) throw new Error(await answer.text())
    await page.reload()
    await shown(STATUSES[index] ?? '')
  }
  await refused('Hubo un problema al finalizar la operación.', () => finish(page))
  const ended = await holdAnswers(page, '**/api/events', 'POST')
  await finish(page)
  await shown('Finalizando operación...')
  ended()
  await shown('¡Operación Completada!')
  await shown('No se encontró ninguna operación activa')

  const unload = { containerId: 'TCNU7200794', operationType: 'unload' }
  // The page shows the end before the server has it, and until then the driver is busy.
  const begin = async () => (await context.request.post('/api/containers', { data: unload })).status()
  await expect.poll(begin).toBe(201)
  await page.reload()
  await shown('Proceso de descarga')
  await failing('**/api/events/*', 'Error al cargar los registros de eventos.', async () => {
    await page.reload()
    await page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  })
}

const activeKey = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/containers/active')).json()).containerId
