import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { createOperator, person, registerSupervisor } from './people.ts'
import { expect } from './test.ts'

export interface Stored {
  eventType: string
  timestamp: string
  recordedAt: string
  /** Whole seconds until the next event; null while there is none. */
  duration: number | null
  clockOffsetMs: number | null
  containerId: string
  displayContainerId: string
}

interface Settings {
  /** Where the phone's network begins, when something lies between it and the product. */
  network?: string
  driverName?: string
}

/** A supervisor at the desk and a driver with a phone in hand. */
export async function crew(
  browser: Browser,
  { origin }: { origin: string },
  { network = origin, driverName }: Settings = {},
) {
  const desk = await person(browser, origin, { kind: 'desk' })
  const supervisor = await registerSupervisor(desk.context, origin)
  const driver = await createOperator(desk.context.request, origin, driverName)
  const phone = await person(browser, network, { kind: 'phone', signedInAs: driver })
  /** The whole record, oldest first, as the supervisor reads it. */
  const record = async (): Promise<Stored[]> => {
    const response = await desk.context.request.get(`${origin}/api/events?limit=200`)
    return (await response.json()).reverse()
  }
  return { desk, supervisor, driver, phone, record }
}

/** The same two, and the driver is on the road to the park; the phone does not show it yet. */
export async function onTheRoad(browser: Browser, product: { origin: string }, settings: Settings = {}) {
  const { phone, ...others } = await crew(browser, product, settings)
  await begin(phone.context.request, product.origin, 'CSQU3054383', 'en_route')
  return { ...others, ...phone, phone }
}

/** The driver's page, as the one who is on the road to the park finds it. */
export async function openOnTheRoad(page: Page): Promise<void> {
  await page.goto('/operator')
  await expect(page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeVisible()
}

export const types = (events: readonly Stored[]): string[] => events.map(({ eventType }) => eventType)

export async function begin(
  request: APIRequestContext,
  origin: string,
  containerId: string,
  ...steps: string[]
) {
  const started = await request.post(`${origin}/api/containers`, { data: { containerId } })
  if (!started.ok()) throw new Error(await started.text())
  const { containerId: key } = await started.json()
  for (const eventType of steps) {
    const moved = await request.post(`${origin}/api/events`, { data: { containerId: key, eventType } })
    if (!moved.ok()) throw new Error(await moved.text())
  }
  return key as string
}

/**
 * Clicks, and answers when the page heard of it, in its epoch milliseconds: on a busy machine a question behind the click
 * comes seconds later.
 */
async function clickedAt(button: Locator): Promise<number> {
  const page = button.page()
  await page.evaluate(() => {
    const note = () => sessionStorage.setItem('clicked-at', String(Date.now()))
    window.addEventListener('click', note, { once: true, capture: true })
  })
  await button.click()
  return Number(await page.evaluate(() => sessionStorage.getItem('clicked-at')))
}

/** Presses the main button, which rests after each press: it records nothing for two seconds. */
export async function pressRested(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name })
  await expect(button).toBeEnabled()
  await expect(button).not.toHaveAttribute('data-resting')
  return clickedAt(button)
}

export async function advance(page: Page, name: string): Promise<number> {
  const at = await pressRested(page, `Avanzar a ${name}`)
  await expect(page.getByRole('button', { name: `Avanzar a ${name}` })).toBeHidden()
  // Not before that has it been written: what waits to be sent is counted from then on.
  await expect(page.getByRole('button', { name: 'Procesando...' })).toBeHidden()
  return at
}

export async function stop(page: Page, reason: string): Promise<number> {
  await page.getByRole('button', { name: 'Reportar Parada' }).click()
  await page.getByText(reason, { exact: true }).click()
  const at = await clickedAt(page.getByRole('button', { name: 'Confirmar Parada' }))
  await expect(page.getByRole('dialog')).toBeHidden()
  return at
}

export async function resume(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Continuar Viaje' }).click()
  const at = await clickedAt(page.getByRole('dialog').getByRole('button', { name: 'Continuar Viaje' }))
  await expect(page.getByRole('dialog')).toBeHidden()
  return at
}

/** What the line about the outbox says. */
export const word = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** The page itself is read from the server; without a network there is none, so only the API is taken away. */
export async function cutOff(context: BrowserContext, cut: boolean): Promise<void> {
  if (cut) {
    await context.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await context.route('**/healthz', (route) => route.abort('internetdisconnected'))
  } else {
    await context.unroute('**/api/**')
    await context.unroute('**/healthz')
  }
}

/** The last press of a trip. */
export const finish = (page: Page): Promise<number> => pressRested(page, '¡Finalizar operación!')

/** Starts a trip by the form. */
export async function start(page: Page, containerNumber: string): Promise<void> {
  await page.getByLabel('Número de contenedor').fill(containerNumber)
  await pressRested(page, 'Start Operation')
}
