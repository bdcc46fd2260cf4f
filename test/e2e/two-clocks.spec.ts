import { advance, crew, openOnTheRoad } from './support/driver.ts'
import { createOperator, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, layoutShift, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

const GATE = { lat: 19.07, lng: -104.29 }
const POOR = { coordinates: GATE, accuracy: 820, fixAgeSeconds: 190 }

test('the desk says what was recorded late and which position is doubtful', async ({ browser, product }) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const phones = []
  for (const name of ['Ana Ortega', 'Luis Peña']) {
    const driver = await createOperator(context.request, product.origin, name)
    phones.push(await person(browser, product.origin, { kind: 'phone', signedInAs: driver }))
  }
  const [ana, luis] = phones.map((phone) => phone.context.request)
  if (!ana || !luis) throw new Error('two drivers')
  // Ana had no signal, and her phone is 37 minutes slow: what it shows is 37 minutes less.
  const slow = { clockOffsetMs: 37 * 60_000 }
  const late = trip(ana, product.origin, hoursAgo(3) - 37 * 60_000)
  await late.start('CSQU3054383', 0, slow)
  await late.record('en_route', 130, { ...slow, ...POOR })
  const inTime = trip(luis, product.origin, Date.now())
  await inTime.start('TCNU7200794', 0, { coordinates: GATE, accuracy: 9, fixAgeSeconds: 1 })
  await inTime.record('en_route', 0)

  await page.goto('/supervisor')
  const lateCard = page.getByRole('article').filter({ hasText: 'Ana Ortega' })
  const goodCard = page.getByRole('article').filter({ hasText: 'Luis Peña' })
  const lateNote = lateCard.getByText('registrado 50 min después')
  await expect(lateNote).toBeVisible()
  await expect(lateCard.getByText('Posición aproximada')).toBeVisible()
  await expect(lateCard.getByTitle(/^Ocurrió: .+:\d\d\. Registrado: .+:\d\d\.$/)).toBeVisible()
  await expect(
    lateCard.getByTitle('Exactitud: 820 m. Tomada 3 min antes de registrar el paso.'),
  ).toBeVisible()
  await expect(goodCard).toBeVisible()
  await expect(goodCard).not.toContainText(/registrado|aproximada/)
  await expectAccessible(page)
  // The mark takes no room: from the last step to the facts below it is as far with it as without.
  const room = async (card: typeof lateCard) => {
    const icon = page.getByRole('img', { name: 'Último paso completado' })
    const step = await card.getByRole('paragraph').filter({ has: icon }).boundingBox()
    const facts = await card.getByRole('definition').first().boundingBox()
    return (facts?.y ?? Number.NaN) - (step ? step.y + step.height : Number.NaN)
  }
  expect(await room(lateCard)).toBeCloseTo(await room(goodCard), 1)
  const before = await layoutShift(page)
  await inTime.record('arrived_at_park', 0, POOR)
  await expect(goodCard.getByText('Posición aproximada')).toBeVisible()
  // The step's own words change within their line; a mark that took room would count a hundred times this.
  expect((await layoutShift(page)) - before).toBeLessThan(0.00005)

  await page.getByRole('tab', { name: 'Logs' }).click()
  const rows = page.getByRole('row')
  const lateRow = rows.filter({ hasText: 'En ruta al parque' }).filter({ hasText: 'después' })
  await expect(lateRow).toContainText('registrado 50 min después')
  await expect(lateRow).toContainText('Posición aproximada')
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: 'registrado' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Posición aproximada' })).toHaveCount(2)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([40]))
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(lateRow.getByText('registrado 50 min después')).toBeVisible()
  await expectAccessible(page)
})

test('a time that cannot be blocks no step: desk and driver see the nearest one, and what the phone said', async ({
  browser,
  product,
}) => {
  const { desk, phone, record } = await crew(browser, product)
  const measured = { clockOffsetMs: 0 }
  const odd = trip(phone.context.request, product.origin, hoursAgo(2))
  await odd.start('CSQU3054383', 0, measured)
  await odd.record('en_route', 100, measured)
  // As after a step that was recorded while the server's clock was an hour ahead.
  await odd.record('stop_fuel', 40, measured)
  const noYear = new Date(0).toISOString()
  await odd.record('resume_route', 0, { occurredAt: noYear })

  await openOnTheRoad(phone.page)
  await advance(phone.page, 'Llegada al parque')
  await expect.poll(async () => (await record()).at(-1)?.eventType).toBe('arrived_at_park')
  await phone.page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  const log = phone.page.getByRole('row')
  const adjusted = log.filter({ hasText: 'hora ajustada' })
  await expect(adjusted).toHaveCount(2)
  await expect(adjusted.first()).toContainText(/hora ajustada, teléfono \d\d\/\d\d\/(69|70)/)
  await expectAccessible(phone.page)

  await desk.page.goto('/supervisor')
  await desk.page.getByRole('tab', { name: 'Logs' }).click()
  const row = desk.page.getByRole('row').filter({ hasText: 'Parada: Combustible' })
  await expect(row.getByText(/^hora ajustada, teléfono \d\d:\d\d$/)).toBeVisible()
  await expect(
    row.getByTitle(/^El teléfono dijo: .+\. Hora posible más cercana: .+\. Registrado: .+\.$/),
  ).toBeVisible()
  const rows = desk.page.getByRole('row')
  const heights = await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([40]))
  await expectAccessible(desk.page)
  await desk.page.setViewportSize({ width: 390, height: 844 })
  await expect(row.getByText('hora ajustada')).toBeVisible()
  await expectAccessible(desk.page)
})
