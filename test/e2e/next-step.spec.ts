import { begin, crew, finish, onTheRoad, openOnTheRoad, start, word } from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const LANDSCAPE = { width: 844, height: 390 }
const WITH_KEYBOARD = { width: 390, height: 430 }

test('on its side the phone shows the state on the left and the buttons on the right', async ({
  browser,
  product,
}) => {
  const { page } = await onTheRoad(browser, product)
  await page.setViewportSize(LANDSCAPE)
  await openOnTheRoad(page)
  const state = page.getByRole('status').filter({ hasText: 'Viajando al parque' })
  const button = page.getByRole('button', { name: 'Avanzar a Llegada al parque' })
  for (const part of [state, button, page.getByRole('button', { name: 'Reportar Parada' })])
    await expect(part).toBeInViewport({ ratio: 1 })
  const left = await state.boundingBox()
  const right = await button.boundingBox()
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  await expectAccessible(page)
})

test('with the keyboard open the number and its note stay above the button, grouped as on the box', async ({
  browser,
  product,
}) => {
  const { phone } = await crew(browser, product)
  const { page } = phone
  await page.setViewportSize(WITH_KEYBOARD)
  await page.goto('/operator')
  const field = page.getByLabel('Número de contenedor')
  await expect(field).toHaveAttribute('inputmode', 'text')
  await field.pressSequentially('csqu')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await field.pressSequentially('3054384')
  await expect(field).toHaveValue('CSQU 305438 4')
  for (const part of [field, page.getByText('¿Es CSQU 305438 3?')]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    const bar = await page.getByRole('button', { name: 'Start Operation' }).boundingBox()
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  // The caret stays where the driver corrects.
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(7, 7))
  await page.keyboard.press('Backspace')
  await page.keyboard.type('9')
  await expect(field).toHaveValue('CSQU 395438 4')
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7)
  await expectAccessible(page)

  // Asked once more before a trip begins with it; a second tap at once is no answer, and another number asks again.
  await page.getByRole('button', { name: 'Start Operation' }).dblclick()
  await expect(page.getByText(/Compare con la caja: ¿es CSQU 395438 \d\?/)).toBeVisible()
  await expectAccessible(page)
  await field.fill('CSQU3054384')
  await expect(page.getByRole('button', { name: 'Start Operation' })).toBeVisible()
  await page.getByRole('button', { name: 'Start Operation' }).click()
  // As long as a driver takes at least to read the question.
  await page.waitForTimeout(700)
  await page.getByRole('button', { name: 'Sí, es CSQU 305438 4' }).click()
  await expect(page.getByText('Operación iniciada')).toBeVisible()
})

/** Contrast of the words with each ground that the button shows, its fill included, in each of its states. */
function contrastsOf(button: HTMLButtonElement): Record<string, number> {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const lowest = (): number => {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(button)
    const grounds = [backgroundColor, ...(backgroundImage.match(/rgba?\([^)]*\)/g) ?? [])]
    const ratios = grounds.map((ground) => {
      const [dark = 0, light = 0] = [luminance(color), luminance(ground)].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    })
    return Math.min(...ratios)
  }
  const contrasts: Record<string, number> = {}
  for (const state of [
    '',
    'resting',
    'disabled',
    'disabled resting',
    'disabled busy',
    'disabled busy resting',
  ]) {
    button.disabled = state.includes('disabled')
    for (const mark of ['busy', 'resting']) button.toggleAttribute(`data-${mark}`, state.includes(mark))
    contrasts[state] = lowest()
  }
  return contrasts
}

test('the big button can be read in each of its states', async ({ browser, product }) => {
  const { page } = await onTheRoad(browser, product)
  await openOnTheRoad(page)
  const button = page.getByRole('button', { name: 'Avanzar a Llegada al parque' })
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media)
    for (const [state, contrast] of Object.entries(await button.evaluate(contrastsOf)))
      expect.soft(contrast, `${JSON.stringify(media)}; ${state}`).toBeGreaterThan(4.5)
  }
})

test('what comes next stands below the steps, and the trip ends with a card', async ({
  browser,
  product,
}) => {
  const { phone, supervisor } = await crew(browser, product)
  const { page, context } = phone
  const database = product.database()
  await database.pool.query('update users set phone = $1 where id = $2', ['+52 33 1234 5678', supervisor.id])
  await database.close()
  const report = async (key: string, eventType: string) => {
    const data = { containerId: key, eventType, coordinates: { lat: 20.52, lng: -103.179 }, accuracy: 10 }
    expect((await context.request.post(`${product.origin}/api/events`, { data })).ok()).toBe(true)
  }
  const rest = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park']
  const first = await begin(context.request, product.origin, 'CSQU3054383', 'en_route')
  for (const step of [...rest, 'end_trip']) await report(first, step)
  const second = await begin(context.request, product.origin, 'TEXU3070079', 'en_route')
  await page.goto('/operator')
  const next = page.getByRole('region', { name: 'Lo que sigue' })
  await expect(next.getByRole('link', { name: /Navegar/ })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/dir/?api=1&destination=20.52,-103.179',
  )
  await expect(next.getByRole('link', { name: `Llamar a ${supervisor.displayName}` })).toHaveAttribute(
    'href',
    'tel:+523312345678',
  )
  await expectAccessible(page)
  // Forced colours leave the one button its ground.
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = (name: RegExp) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await ground(/^Avanzar a/)).not.toBe(await ground(/^Reportar Parada/))
  await page.emulateMedia({ forcedColors: 'none' })
  await report(second, 'arrived_at_park')
  // Nobody drives now.
  await expect(next.getByRole('link', { name: /Navegar/ })).toBeHidden()
  for (const step of rest.slice(1)) await report(second, step)
  await finish(page)
  const card = page.getByRole('region', { name: 'Viaje terminado' })
  await expect(card).toContainText(/Viaje terminado · \d+ s · 8 pasos · todo enviado/)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Deshacer: Finalizar operación' }).click()
  await expect(page.getByRole('button', { name: '¡Finalizar operación!' })).toBeVisible()
  await expect(word(page, 'Todo enviado')).toBeVisible()
  await finish(page)
  await card.getByRole('button', { name: 'Iniciar otra' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByLabel('Número de contenedor')).toBeFocused()
  await start(page, 'MSKU1234565')
  await expect(page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
})
