import type { Locator } from '@playwright/test'
import { pesos } from '#domain/detention/money'
import { parkOfImportadora, tripToPark } from './support/detention.ts'
import { crew } from './support/driver.ts'
import { person } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** Two visits of one client that cost 630.00 each, and its agreement. */
async function month({ desk, phone }: Awaited<ReturnType<typeof crew>>, origin: string) {
  const post = async (path: string, data: object) => {
    const answer = await desk.context.request.post(`${origin}${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { clientId } = await parkOfImportadora(desk.context.request, origin)
  await post('/api/detention/contracts', {
    name: 'Importadora 2026',
    clientId,
    placeId: null,
    operationType: null,
    basis: 'visit',
    freeMinutes: 120,
    blockMinutes: 15,
    rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
    pauses: [],
    taxBasisPoints: 1600,
    validFrom: '2026-01-01',
    validUntil: null,
  })
  const { request } = phone.context
  const first = await tripToPark(request, origin, 'CSQU3054383', 10)
  await tripToPark(request, origin, 'TCNU7200794', 5)
  return { post, first }
}

test('a month of one client is settled and sent in four presses, and a correction asks for it again', async ({
  browser,
  product,
}) => {
  const people = await crew(browser, product)
  const { post, first } = await month(people, product.origin)
  const { desk } = people
  const { page } = desk
  await desk.context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Estadía' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Importadora' })).toContainText(pesos(126_000))
  await page.evaluate(() => {
    addEventListener('click', () => {
      document.documentElement.dataset.presses = String(
        Number(document.documentElement.dataset.presses ?? 0) + 1,
      )
    })
  })

  await page.getByRole('button', { name: 'Ver las visitas: Importadora' }).click()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const opened = desk.context.waitForEvent('page')
  await page.getByRole('button', { name: 'Enviar por WhatsApp' }).click()
  const whatsapp = await opened
  await whatsapp.waitForURL('https://wa.me/**')
  await expect(page.getByText('versión 1', { exact: true })).toBeVisible()
  const visits = page.getByRole('table', { name: 'Visitas: Importadora' })
  await expect(visits.getByRole('button', { name: /^Enviado\. / })).toHaveCount(2)
  expect(Number(await page.evaluate(() => document.documentElement.dataset.presses))).toBeLessThanOrEqual(4)

  // The parts of a visit add up to it.
  await page.getByRole('button', { name: /^Partes de la visita:.*CSQU/ }).press('Enter')
  const parts = visits.getByRole('term')
  await expect(parts).toHaveText(['Fila', 'Estacionamiento', 'Servicio', 'Salida', 'Visita', 'Terminal'])
  await expect(visits.getByRole('definition')).toHaveText([
    '41 min',
    '14 min',
    '1 h 25 min',
    '17 min',
    '2 h 37 min',
    '1 h 56 min',
  ])
  await expectAccessible(page)

  // The client has the month; then the guard says that the truck came later.
  const message = new URL(whatsapp.url()).searchParams.get('text') ?? ''
  const link = message.split(' ').at(-1) ?? ''
  const record = await (await desk.context.request.get(`/api/events/${first.containerId}`)).json()
  const arrival = record.find(({ eventType }: { eventType: string }) => eventType === 'arrived_at_park')
  await post(`/api/containers/${first.containerId}/corrections`, {
    kind: 'time',
    position: arrival.position,
    timestamp: new Date(Date.parse(arrival.timestamp) + 600_000).toISOString(),
    reason: 'según la caseta',
  })
  const monthOf = async () => (await desk.context.request.get('/api/detention')).json()
  const renewed = visits.getByRole('button', { name: /^corregido; versión 2: / })
  await expect
    .poll(async () => (await monthOf()).clients[0].settlement.renewedVersion, { timeout: 30_000 })
    .toBe(2)
  await page.reload()
  // Of the visit that was corrected alone.
  await expect(renewed).toHaveAccessibleName(/CSQU/)
  await expect(page.getByText(/^Corregido; versión 2\. El cliente tiene la versión 1/)).toBeVisible()
  await expectAccessible(page)

  const stranger = await person(browser, product.origin, { kind: 'phone' })
  await stranger.page.goto(link)
  await expect(stranger.page.getByText(pesos(126_000)).first()).toBeVisible()
  await expect(stranger.page.getByText('Corregido; versión 2')).toBeVisible()
  await expectAccessible(stranger.page)
  await stranger.page.getByRole('link', { name: 'Abrir la versión 2' }).click()
  await expect(stranger.page.getByText(pesos(105_000)).first()).toBeVisible()
  await expect(stranger.page.getByText('Es la versión más reciente.')).toBeVisible()

  await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
  await page.getByRole('button', { name: 'Enviar por WhatsApp' }).click()
  await expect(page.getByText('versión 2', { exact: true })).toBeVisible()
  await expect(renewed).toHaveCount(0)
})

const nameOf = (month: string, written: 'long' | 'short') =>
  new Intl.DateTimeFormat('es-MX', { month: written, timeZone: 'UTC' }).format(new Date(`${month}-01`))
const monthIn = (calendar: Locator, month: string) =>
  calendar.getByRole('button', { name: new RegExp(`^${nameOf(month, 'short')}`, 'i') })

test('the product says which day and month it is, whatever the device does, and another month is chosen by keyboard', async ({
  browser,
  product,
}) => {
  const people = await crew(browser, product)
  await month(people, product.origin)
  const { page } = people.desk
  // A zone where it is another day than in UTC.
  const timezone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), timezone } })
  })
  await page.clock.setFixedTime(Date.now() + 40 * 86_400_000)
  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page.getByText(/^Hoy, /)).toBeVisible()
  await page.getByRole('tab', { name: 'Estadía' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Importadora' })).toContainText(pesos(126_000))
  const { month: current } = await (await people.desk.context.request.get('/api/detention')).json()
  const field = page.getByRole('button', { name: 'Mes', exact: true })
  await expect(field).toHaveText(new RegExp(`^${nameOf(current, 'long')} ${current.slice(0, 4)}$`, 'i'))

  await field.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Mes' })
  await expectAccessible(page)
  await calendar.getByRole('button', { name: 'Año anterior' }).press('Enter')
  await monthIn(calendar, '2000-03').press('Enter')
  await expect(field).toHaveText(new RegExp(`^marzo ${Number(current.slice(0, 4)) - 1}$`, 'i'))
  await expect(page.getByText('Ninguna visita en este mes')).toBeVisible()
  await field.press('Enter')
  await calendar.getByRole('button', { name: 'Año siguiente' }).press('Enter')
  await monthIn(calendar, current).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Importadora' })).toBeVisible()

  await page.getByRole('button', { name: 'Nuevo acuerdo' }).click()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format()
  await expect(page.getByLabel('Desde el día')).toHaveValue(today)
})
