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
  const monthOf = async () => {
    const month = new Date().toISOString().slice(0, 7)
    return (await desk.context.request.get(`/api/detention?month=${month}`)).json()
  }
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
