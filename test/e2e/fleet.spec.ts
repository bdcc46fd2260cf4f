import { createOperator, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

test('beside the cards stand the trucks on a schematic, and what is out of the ordinary', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  for (const [name, number, hours] of [
    ['Ana Ortega', 'CSQU3054383', 3],
    ['Luis Peña', 'TCNU7200794', 1],
  ] as const) {
    const driver = await createOperator(context.request, product.origin, name)
    const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
    const { start, record } = trip(phone.context.request, product.origin, hoursAgo(hours))
    await start(number, 0, { coordinates: { lat: 19.07, lng: -104.29 } })
    await record('en_route', 10, { coordinates: { lat: 19.243, lng: -103.725 - hours / 10 } })
  }

  await page.goto('/supervisor')
  await expect(page.locator('.leaflet-marker-icon[title]').first()).toBeVisible()
  await expect(page.getByText('Esquema sin mapa de fondo')).toBeVisible()
  await expect(page.locator('.leaflet-control-scale')).toBeVisible()
  // The states' borders and the coast.
  await expect(page.locator('.leaflet-coast-pane path')).toHaveCount(2)
  // Both are on the same parallel: what is further down than it is would be pushed there by something.
  const trucks = page.locator('.leaflet-marker-icon[title]')
  await expect(trucks).toHaveCount(2)
  const [one, two] = [await trucks.nth(0).boundingBox(), await trucks.nth(1).boundingBox()]
  expect(Math.abs((one?.y ?? 0) - (two?.y ?? 100))).toBeLessThan(2)
  const exceptions = page.getByRole('region', { name: 'Fuera de lo normal' })
  await expect(exceptions).toContainText('Todo va dentro de lo normal.')
  await expect(exceptions).toContainText('2 operaciones sin historial suficiente para comparar.')
  await expectAccessible(page)
  await trucks.and(page.getByTitle(/Luis Peña/)).click()
  await expect(page.locator('[data-operation]').filter({ hasText: 'Luis Peña' })).toBeFocused()

  // Card and sign point at each other; only the way of what is pointed at is drawn.
  const ways = page.locator('.leaflet-overlay-pane path[stroke-width="3"]')
  await page.mouse.move(0, 0)
  await page.getByRole('tab', { name: 'Operaciones' }).focus()
  await expect(ways).toHaveCount(0)
  const luis = page.locator('[data-operation]').filter({ hasText: 'Luis Peña' })
  await luis.hover()
  await expect(page.getByTitle(/Luis Peña/).and(trucks)).toHaveAttribute('data-pointed', '')
  await expect(ways).toHaveCount(1)
  await trucks.and(page.getByTitle(/Ana Ortega/)).hover()
  await expect(page.locator('[data-operation][data-pointed]')).toContainText('Ana Ortega')

  const frame = page.getByRole('region', { name: 'Mapa de las operaciones activas' })
  const width = async () => (await frame.boundingBox())?.width ?? 0
  const small = await width()
  await page.getByRole('button', { name: 'Mapa a media pantalla' }).click()
  await expect.poll(width).toBeGreaterThan(small * 1.5)
  await page.getByRole('button', { name: 'Mapa a toda la pantalla' }).click()
  await expect.poll(width).toBeGreaterThan(1_200)
  await page.getByRole('button', { name: 'Reducir el mapa' }).click()
  await expect.poll(width).toBe(small)

  // Who asked for less motion gets the same map, standing still.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(trucks.first()).toBeVisible()
  const sizes = await page.evaluate(() => {
    const { body } = document
    const size = () => getComputedStyle(body).fontSize
    const before = size()
    body.style.fontSize = '40px'
    return [before, size()]
  })
  expect(sizes).toEqual(['16px', '40px'])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(trucks.first()).toBeVisible()

  // On a tablet that is turned they would push the first truck out of sight.
  const side = page.getByRole('button', { name: 'Mapa y demoras' })
  const map = page.locator('.leaflet-container')
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(map).toBeHidden()
  await side.click()
  await expect(map).toBeVisible()
  if (wide) await page.setViewportSize(wide)
  await side.click()
  await expect(map).toBeHidden()
})

test('of many trucks, those that pass quickly show the least, and are whole once the list rests', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const driver = await createOperator(context.request, product.origin, 'Ana Ortega')
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  await trip(phone.context.request, product.origin, hoursAgo(1)).start('CSQU3054383', 0)
  await page.route('**/api/supervisor/operations', async (route) => {
    const response = await route.fetch()
    if (response.status() !== 200) return route.fulfill({ response })
    const body = await response.json()
    const [real] = body.operations
    const copies = Array.from({ length: 300 }, (_, n) => ({
      ...real,
      containerId: `${real.containerId}${n}`,
      displayName: `Operador ${n}`,
    }))
    await route.fulfill({ response, json: { ...body, operations: copies } })
  })
  await page.goto('/supervisor')
  await page.getByRole('button', { name: 'Tarjetas', exact: true }).click()
  await expect(page.locator('[data-operation]').first()).toBeVisible()

  const passing = page.locator('[data-operation]:not(:has(article))')
  await page.evaluate(`globalThis.passed = []; new MutationObserver((all) => {
    for (const { addedNodes } of all) for (const item of addedNodes)
      if (item instanceof HTMLLIElement && !item.querySelector('article')) passed.push(item.textContent)
  }).observe(document.querySelector('[data-operation]').parentElement, { childList: true })`)
  await page.evaluate(`globalThis.seen = [0]; addEventListener('scroll', () => seen.push(scrollY))`)
  await page.mouse.move(400, 500)
  for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 500)
  expect(await page.evaluate('passed[0]')).toMatch(/^CSQU 305438 3.+Operador \d+$/)
  await expect(passing).toHaveCount(0)
  // The page goes where the wheel turns, and never back.
  expect(await page.evaluate('seen.every((y, n) => n === 0 || y >= seen[n - 1])')).toBe(true)
  await expect(
    page.locator('[data-operation]').first().getByRole('button', { name: 'Corregir' }),
  ).toBeVisible()

  // On paper all of them.
  const operations = page.locator('[data-operation]')
  expect(await operations.count()).toBeLessThan(60)
  await page.emulateMedia({ media: 'print' })
  await expect(operations).toHaveCount(300)
  await page.emulateMedia({ media: 'screen' })
  await expect(operations).not.toHaveCount(300)

  await page.getByRole('button', { name: 'Filas', exact: true }).click()
  for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 500)
  await expect(page.locator('[data-operation]:not(:has(button))')).toHaveCount(0)
})
