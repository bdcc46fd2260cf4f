import type { Browser, Page } from '@playwright/test'
import { createOperator, person, registerSupervisor } from './support/people.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

const NUMBERS = ['BMOU2200000', 'TCNU7200794', 'CSQU3054383', 'HLXU8123451']
const NAMES = ['Ana Ortega', 'José Núñez', 'Luis Peña', 'Rosa Zepeda']

const anywhere = { placeId: null, partOfDay: null }

/** A desk with three trucks: one waits longer than normal, one rests, one is on its way. A fourth is ready to begin. */
async function yard(browser: Browser, product: Product) {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const trips = []
  for (const [index, name] of NAMES.entries()) {
    const driver = await createOperator(context.request, product.origin, name)
    await context.request.put(`${product.origin}/api/users/operators/${driver.id}`, {
      data: { displayName: name, phone: `314 555 010${index}` },
    })
    const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
    trips.push(trip(phone.context.request, product.origin, hoursAgo(2)))
  }
  const [overdue, resting, driving, ready] = trips
  const at = (lat: number, lng: number) => ({ coordinates: { lat, lng } })
  await overdue?.start(NUMBERS[0] as string, 0, at(19.07, -104.29))
  await overdue?.record('en_route', 10, at(19.1, -104.2))
  await overdue?.record('arrived_at_park', 60, at(19.24, -103.72))
  await resting?.start(NUMBERS[1] as string, 5, at(19.07, -104.29))
  await resting?.record('en_route', 20, at(19.1, -104.2))
  await resting?.record('stop_rest', 110, at(19.15, -104.1))
  await driving?.start(NUMBERS[2] as string, 15, at(19.07, -104.29))
  await driving?.record('en_route', 100, at(19.1, -104.2))
  await page.route('**/api/supervisor/step-percentiles', (route) =>
    route.fulfill({
      json: [
        {
          operationType: 'load',
          eventType: 'arrived_at_park',
          samples: 40,
          ...anywhere,
          normalSeconds: 22 * 60,
          p75Seconds: 30 * 60,
        },
        {
          operationType: 'load',
          eventType: 'en_route',
          samples: 90,
          ...anywhere,
          normalSeconds: 200 * 60,
          p75Seconds: 240 * 60,
        },
      ],
    }),
  )
  await page.goto('/supervisor')
  await expect(page.getByRole('article')).toHaveCount(3)
  // Pressed before the others, and delivered last.
  return { page, context, startFourth: () => ready?.start(NUMBERS[3] as string, -5) }
}

const numbers = (page: Page) =>
  page.locator('[data-operation] button[title^="Ver el detalle"]').allInnerTexts()
const compact = (texts: string[]) => texts.map((each) => each.replace(/\s/g, ''))

test('the desk names what is out of the ordinary, and finds an operation in any spelling', async ({
  browser,
  product,
}) => {
  const { page } = await yard(browser, product)
  // By their start: what is out of the ordinary does not jump the queue.
  expect(compact(await numbers(page))).toEqual([NUMBERS[2], NUMBERS[1], NUMBERS[0]])
  await expect(page.getByRole('article').last()).toContainText('normal 22 min')
  await expect(page.getByRole('article').last().getByRole('img', { name: 'Sobre lo normal' })).toBeVisible()
  const exceptions = page.getByRole('region', { name: 'Fuera de lo normal' })
  await expect(exceptions.getByRole('listitem')).toHaveCount(2)
  await expect(exceptions.getByRole('listitem').first()).toContainText('1 h 0 min; normal 22')
  await expect(exceptions.getByRole('link', { name: 'Llamar a Ana Ortega' })).toHaveAttribute(
    'href',
    'tel:3145550100',
  )
  await expectAccessible(page)

  const chip = (name: RegExp) => page.getByRole('button', { name })
  await expect(chip(/^Detenidos 1/)).toBeVisible()
  await chip(/^En espera 1/).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/op\.mostrar=waiting/)
  await chip(/^En espera 1/).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Buscar operación' }).fill('tcnu-720079 4')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Buscar operación' }).fill('nada')
  await expect(page.getByText('Ninguna operación coincide')).toBeVisible()
  await page.getByRole('button', { name: 'Mostrar todas' }).click()
  await page.getByRole('button', { name: 'Filas' }).click()
  const rows = page.getByRole('list', { name: 'Operaciones de Transporte Activas' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  expect((await rows.first().boundingBox())?.height).toBe(40)
  await expectAccessible(page)
  await page.reload()
  await expect(rows.first()).toHaveAttribute('aria-label', /CSQU 305438 3/)
})

test('a new operation comes to the front until the person chooses another order, which stays theirs', async ({
  browser,
  product,
}) => {
  const { page, context, startFourth } = await yard(browser, product)
  const order = page.getByRole('combobox', { name: 'Ordenar por' })
  const shown = expect.poll(async () => compact(await numbers(page)))
  await expect(order.getByRole('option', { selected: true })).toHaveText('Más reciente')
  await page.getByRole('button', { name: 'Filas' }).click()
  await startFourth()
  const front = [NUMBERS[3], NUMBERS[2], NUMBERS[1], NUMBERS[0]]
  await shown.toEqual(front)
  await page.getByRole('button', { name: 'Tarjetas' }).click()
  await shown.toEqual(front)

  await order.selectOption('Mayor demora')
  await expect.poll(async () => compact(await numbers(page)).slice(0, 2)).toEqual([NUMBERS[0], NUMBERS[1]])
  await page.goto('/supervisor')
  await expect(order).toHaveValue('delay')
  await page.getByRole('textbox', { name: 'Buscar operación' }).fill('nada')
  await page.getByRole('button', { name: 'Mostrar todas' }).click()
  await expect(order).toHaveValue('delay')
  await order.selectOption('Contenedor')
  await expect.poll(async () => compact(await numbers(page))).toEqual([...NUMBERS].sort())

  // Another person at this computer has chosen none.
  await registerSupervisor(context, product.origin)
  await page.goto('/supervisor')
  await expect(order).toHaveValue('newest')
})

test('an operation opens beside the board, with both clocks, its way and whom to call', async ({
  browser,
  product,
}) => {
  const { page } = await yard(browser, product)
  await page.getByRole('button', { name: /BMOU/ }).first().click()
  const detail = page.getByRole('complementary', { name: /BMOU/ })
  await expect(detail.getByRole('link', { name: 'Llamar' })).toHaveAttribute('href', 'tel:3145550100')
  await expect(detail.getByRole('img', { name: 'Recorrido con 3 posiciones' })).toBeVisible()
  const steps = detail.getByRole('list', { name: /Eventos de la operación/ }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.first()).toContainText('Llegada al parque')
  await expect(steps.first().getByRole('time')).toHaveAttribute('title', /registr/i)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(page.locator('[data-operation]').filter({ hasText: 'BMOU' })).toBeFocused()
})

test('nothing moves under the pointer: a new operation waits until it is asked for', async ({
  browser,
  product,
}) => {
  const { page, startFourth } = await yard(browser, product)
  await page.getByRole('article').first().hover()
  await startFourth()
  const waiting = page.getByRole('button', { name: '1 operación nueva' })
  await expect(waiting).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await waiting.click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(waiting).toBeHidden()
  await expect.poll(async () => compact(await numbers(page))[0]).toBe(NUMBERS[3])

  // A wide screen is used: more columns, and a wider map.
  const columns = async () =>
    new Set(
      await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().x))),
    ).size
  const map = page.getByRole('region', { name: 'Mapa de las operaciones activas' })
  const width = async () => (await map.boundingBox())?.width ?? 0
  // On their way to their places for a moment.
  await expect.poll(columns).toBe(3)
  const before = await width()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(columns).toBe(4)
  await expect.poll(width).toBeGreaterThan(before * 1.2)
})

test('by keyboard, a card is one stop, and the section is in the address', async ({ browser, product }) => {
  const { page } = await yard(browser, product)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const cards = page.locator('[data-operation]')
  await cards.nth(0).focus()
  await page.keyboard.press('Tab')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cards.nth(1).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /TCNU/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards.nth(1)).toBeFocused()

  // The section is in the address.
  await page.getByRole('tab', { name: 'Operaciones' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/tab=alerts/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Avisos', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('a number with a wrong check digit is marked until its operation was opened', async ({
  browser,
  product,
}) => {
  const { page, context } = await yard(browser, product)
  const driver = await createOperator(context.request, product.origin, 'Elena Ruiz')
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  await trip(phone.context.request, product.origin, hoursAgo(1)).start('CSQU3054384', 0)
  const marks = page.getByRole('img', { name: /El último dígito no corresponde/ })
  const card = page.getByRole('article', { name: 'CSQU3054384' })
  await expect(card.getByRole('img', { name: /El último dígito no corresponde/ })).toBeVisible()
  await expect(marks).toHaveCount(1)
  await expectAccessible(page)
  await card.getByTitle('Ver el detalle de CSQU 305438 4').click()
  const detail = page.getByRole('complementary', { name: 'CSQU3054384' })
  await expect(detail.getByText(/El último dígito no corresponde/)).toBeVisible()
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Cerrar el detalle' }).click()
  await expect(marks).toHaveCount(0)
  await page.reload()
  await expect(card).toBeVisible()
  await expect(marks).toHaveCount(0)
})

test('prints the states in their colours and no control, and a narrow row cuts no state', async ({
  browser,
  product,
}) => {
  const { page } = await yard(browser, product)
  await page.goto('/supervisor')
  const state = page.getByRole('listitem').getByText('Esperando acceso').first()
  const controls = page
    .locator('search, .mantine-Button-root, .mantine-ActionIcon-root')
    .filter({ visible: true })
  const printed = async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(controls).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  }
  await expect(state).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(state).toBeVisible()
  await expect(state).toHaveCSS('print-color-adjust', 'exact')
  await printed()

  // Of an operation that is open, its sheet alone.
  await page
    .getByTitle(/^Ver el detalle de /)
    .first()
    .click()
  const sheet = page.getByRole('complementary')
  await expect(sheet.locator('time').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('button').or(sheet.getByRole('link'))).toHaveCount(0)
  await expect(sheet.locator('time').first()).toBeVisible()
  await expect(state).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await sheet.getByRole('button', { name: 'Cerrar el detalle' }).click()

  const screen = page.viewportSize()
  for (const [tab, ready] of [
    ['Indicadores', 'Proporción de tiempo productivo'],
    ['Logs', 'Mis Logs de Operación'],
    ['Estadía', 'Por cliente'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { name: ready })).toBeVisible()
    await printed()
    // A sheet of A4.
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    if (tab === 'Indicadores') await expect(page.getByText(/^\p{L}+ de 20\d\d, Todos$/u)).toBeVisible()
    if (tab === 'Logs') await expect(page.getByRole('cell', { name: 'Iniciar viaje' }).first()).toBeVisible()
    const cutCells = () =>
      page
        .locator('th, td')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    await expect.poll(cutCells).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    if (screen) await page.setViewportSize(screen)
  }

  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await page.getByRole('button', { name: 'Filas' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  const rows = page.locator('[data-operation]')
  await expect(rows).toHaveCount(3)
  const cut = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const word = row.querySelector('[class*="_cut"]')
      const isWhole = word !== null && word.scrollWidth <= word.clientWidth
      const fits = (word?.getBoundingClientRect().height ?? 0) <= row.clientHeight
      return isWhole && fits ? [] : [row.textContent]
    }),
  )
  expect(cut).toEqual([])
})
