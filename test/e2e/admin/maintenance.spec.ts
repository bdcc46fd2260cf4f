import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { FROM_BUILD, type ServerProcess, startServer } from '../../support/processes/server-process.ts'
import { advance, crew, onTheRoad, openOnTheRoad, word } from '../support/driver.ts'
import { person, registerSupervisor } from '../support/people.ts'
import { expect, expectAccessible, overflow, test } from '../support/test.ts'

const ADMIN_KEY = 'una clave de administrador para la prueba'

let server: ServerProcess
let origin: string
let dataDir: string

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-maintenance-'))
  server = await startServer(dataDir, FROM_BUILD, { env: { ADMIN_KEY } })
  origin = server.origin.replace('127.0.0.1', 'localhost')
})
test.afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function set(request: APIRequestContext, key: string, value: string): Promise<void> {
  const answer = await request.post(`${origin}/api/admin/settings`, {
    data: { key, value },
    headers: { 'X-Admin-Key': ADMIN_KEY },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}

const TITLE = 'Estamos dando mantenimiento'

test('during maintenance every page but the driver’s rests, and comes back to where it was', async ({
  browser,
  request,
}) => {
  const { desk } = await crew(browser, { origin })
  await desk.page.goto('/supervisor')
  await desk.page.getByRole('tab', { name: 'Operadores' }).click()
  await desk.page.getByRole('button', { name: 'Agregar operador' }).first().click()
  const dialog = desk.page.getByRole('dialog', { name: 'Nuevo operador' })
  await dialog.getByLabel('Usuario').fill('medio.escrito')
  await expect(desk.page.getByText('Online', { exact: true }).first()).toBeAttached()

  await set(request, 'maintenance_mode', 'true')
  const late = await person(browser, origin, { kind: 'phone' })
  await late.page.goto('/auth')
  for (const { page } of [desk, late]) {
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
    await expect(page.getByRole('heading', { name: TITLE })).toBeFocused()
    await expect(page.getByText('se envían solos en cuanto termine el mantenimiento')).toBeVisible()
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    // Nobody gets behind it, however often and fast they press, and what lies under it stays open.
    await Promise.all(Array.from({ length: 6 }, () => page.keyboard.press('Escape')))
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  }

  // Calm: apart from the one question nothing is asked of the server; files of the page may still come.
  const asked: string[] = []
  desk.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  await desk.page.waitForTimeout(11_000)
  expect(asked.length).toBeGreaterThanOrEqual(1)
  expect(asked.length).toBeLessThanOrEqual(3)
  expect(new Set(asked)).toEqual(new Set(['/api/config']))
  await desk.page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(desk.page.getByText('Todavía estamos trabajando en ello.')).toBeVisible()

  // The administrator's page does not rest.
  await late.page.goto('/admin')
  await late.page.waitForLoadState('networkidle')
  await expect(late.page.getByRole('heading', { name: TITLE })).toBeHidden()
  await late.page.goto('/auth')
  await expect(late.page.getByRole('heading', { name: TITLE })).toBeVisible()

  await set(request, 'maintenance_mode', 'false')
  for (const { page } of [desk, late]) {
    await expect(page.getByRole('heading', { name: TITLE })).toBeHidden()
  }
  await expect(dialog.getByLabel('Usuario')).toHaveValue('medio.escrito')
  await expect(desk.page.getByText('Online', { exact: true }).first()).toBeAttached()
  await expect(late.page.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('during maintenance a driver goes on: the phone keeps the steps, also over a reload, and delivers them after', async ({
  browser,
  request,
}) => {
  const { context, page } = await onTheRoad(browser, { origin })
  await openOnTheRoad(page)
  await set(request, 'maintenance_mode', 'true')
  await expect(word(page, 'Mantenimiento: se guarda en el teléfono')).toBeVisible()
  await expect(page.getByRole('heading', { name: TITLE })).toBeHidden()
  await advance(page, 'Llegada al parque')
  await expect(word(page, 'Mantenimiento: se guarda en el teléfono · 1 paso por enviar')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Avanzar a Acceso otorgado' })).toBeVisible()
  await expect(word(page, 'Mantenimiento: se guarda en el teléfono · 1 paso por enviar')).toBeVisible()
  // Offline on top of it: nothing else is said once the signal is back.
  await context.setOffline(true)
  await expect(word(page, '1 paso por enviar')).toBeVisible()
  await context.setOffline(false)
  await set(request, 'maintenance_mode', 'false')
  // At once: not when the pause of a server that was busy is over.
  await expect(word(page, 'Todo enviado')).toBeVisible()
  const active = await (await context.request.get(`${origin}/api/containers/active`)).json()
  expect(active).toMatchObject({ currentEventType: 'arrived_at_park' })
})

test('with registration closed the page says who makes accounts, and an invitation still opens the form', async ({
  browser,
  request,
}) => {
  const { context, page } = await person(browser, origin, { kind: 'phone' })
  await registerSupervisor(context, origin)
  const made = await context.request.post(`${origin}/api/users/invitations`)
  const { url } = await made.json()
  await context.clearCookies()
  await set(request, 'registration', 'admin')
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Registrarse' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Registrarse' })
  await expect(panel.getByText('Las cuentas de supervisor las crea el administrador')).toBeVisible()
  await expect(panel.getByText('pida a su supervisor un enlace de invitación')).toBeVisible()
  await expect(panel.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(url)
  await expect(panel.getByText('Invitación de su supervisor')).toBeVisible()
  await expect(panel.getByLabel('Usuario')).toBeVisible()
  await page.goto('/auth?invitation=nada')
  await panel.getByRole('button', { name: 'Registrarme sin invitación' }).click()
  await expect(panel.getByText('Las cuentas de supervisor las crea el administrador')).toBeVisible()
  await set(request, 'registration', 'open')
})
