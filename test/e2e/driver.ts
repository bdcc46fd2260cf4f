import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { type Account, createOperator, PASSWORD, person, registerSupervisor } from './people.ts'
import type { Product } from './product.ts'
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

/** A supervisor at the desk and a driver with a phone in hand, whose network begins at `origin`. */
export async function crew(browser: Browser, product: Product, origin = product.origin) {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  const driver = await createOperator(desk.context.request, product.origin)
  const phone = await person(browser, origin, { kind: 'phone', signedInAs: driver })
  /** The whole record, oldest first, as the supervisor reads it. */
  const record = async (): Promise<Stored[]> => {
    const response = await desk.context.request.get(`${product.origin}/api/events?limit=200`)
    return (await response.json()).reverse()
  }
  return { desk, driver, phone, record }
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

export const SETTLED = { timeout: 3_000 }

export async function advance(page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name: `Avanzar a ${name}` }).click()
  const at = await page.evaluate(() => Date.now())
  await expect(page.getByRole('button', { name: `Avanzar a ${name}` })).toBeHidden(SETTLED)
  // Not before that has it been written: what waits to be sent is counted from then on.
  await expect(page.getByRole('button', { name: 'Procesando...' })).toBeHidden(SETTLED)
  return at
}

export async function stop(page: Page, reason: string): Promise<number> {
  await page.getByRole('button', { name: 'Reportar Parada' }).click()
  await page.getByText(reason, { exact: true }).click()
  await page.getByRole('button', { name: 'Confirmar Parada' }).click()
  const at = await page.evaluate(() => Date.now())
  await expect(page.getByRole('dialog')).toBeHidden(SETTLED)
  return at
}

export async function resume(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Continuar Viaje' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar Viaje' }).click()
  const at = await page.evaluate(() => Date.now())
  await expect(page.getByRole('dialog')).toBeHidden(SETTLED)
  return at
}

/** What the line about the outbox says. */
export const word = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

export async function signIn(context: BrowserContext, origin: string, { username }: Account): Promise<void> {
  const response = await context.request.post(`${origin}/api/login`, {
    data: { username, password: PASSWORD },
  })
  if (!response.ok()) throw new Error(await response.text())
}

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
