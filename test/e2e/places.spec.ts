import { writeFile } from 'node:fs/promises'
import { crew, pressRested, start, word } from './support/driver.ts'
import { PARK } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

/** A phone whose positions come from a recorded track: `moveTo(metres north of the gate, accuracy)`. */
function virtualPhone({ latitude, longitude }: typeof PARK): void {
  const heard = new Set<PositionCallback>()
  const now = { latitude: latitude - 0.2, longitude, accuracy: 20 }
  const position = () => ({ coords: { ...now }, timestamp: Date.now() }) as GeolocationPosition
  Object.defineProperty(navigator, 'geolocation', {
    value: {
      getCurrentPosition: (done: PositionCallback) => done(position()),
      watchPosition: (done: PositionCallback) => {
        heard.add(done)
        done(position())
        return heard.size
      },
      clearWatch: () => heard.clear(),
    },
  })
  Object.assign(window, {
    moveTo: (metresNorth: number, accuracy: number) => {
      Object.assign(now, { latitude: latitude + metresNorth / 111_195, accuracy })
      for (const done of heard) done(position())
    },
  })
}

test('a supervisor keeps a place, the phone suggests the arrival there, and the record says so', async ({
  browser,
  product,
}) => {
  const { desk, phone, record } = await crew(browser, product)
  const { page } = desk
  await page.goto('/supervisor?tab=places')
  await expect(page.getByText('Todavía no hay lugares')).toBeVisible()
  await expectAccessible(page)

  // Drawn: a press on the map is the centre. Then typed, which is the same.
  await page.getByRole('button', { name: 'Nuevo lugar' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Escriba un nombre')).toBeVisible()
  const noPosition = page.getByText('Escriba latitud y longitud')
  await expect(noPosition).toBeVisible()
  await page.getByRole('region', { name: 'Mapa de los lugares' }).click({ position: { x: 300, y: 200 } })
  await expect(page.getByLabel('Centro')).toHaveValue(/^\d\d\.\d+, -\d+\.\d+$/)
  // The map has given what was missing; the name is still.
  await expect(noPosition).toBeHidden()
  await expect(page.getByText('Escriba un nombre')).toBeVisible()
  // A name moves the map alone; a pasted link is the centre; what is neither says what would help.
  const seek = async (words: string) => {
    await page.getByLabel('Ir a un lugar').fill(words)
    await page.getByLabel('Ir a un lugar').press('Enter')
  }
  const drawn = await page.getByLabel('Centro').inputValue()
  await seek('lazaro cardenas')
  await expect(page.getByRole('region', { name: 'Mapa de los lugares' })).toContainText('Lázaro Cárdenas')
  await expect(page.getByLabel('Centro')).toHaveValue(drawn)
  await seek('Atlántida')
  await expect(page.getByText('«Atlántida» no está en la lista')).toBeVisible()
  await seek(`https://www.google.com/maps/@${PARK.latitude},${PARK.longitude},17z`)
  await expect(page.getByLabel('Centro')).toHaveValue(`${PARK.latitude}, ${PARK.longitude}`)
  await page.getByLabel('Nombre').fill('Parque El Salto')
  await page.getByLabel('Tiempo libre (minutos)').fill('120')
  await page.getByLabel('Cliente', { exact: true }).fill('Aceros del Norte')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Lugar creado')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Lugares en uso' })).toContainText('2 h 0 min libres')

  // A file with a fault says which element, and why; mended, it is taken.
  const feature = (name: string, radius: number) => ({
    type: 'Feature',
    properties: { name, kind: 'port', radius },
    geometry: { type: 'Point', coordinates: [-104.29, 19.07] },
  })
  const file = test.info().outputPath('lugares.geojson')
  const choose = async (radius: number) => {
    await writeFile(
      file,
      JSON.stringify({ type: 'FeatureCollection', features: [feature('Puerto', radius)] }),
    )
    await page.locator('input[type=file]').setInputFiles(file)
  }
  await choose(5)
  await expect(page.getByText('Elemento 1: El radio va de 20 a 20,000 metros')).toBeVisible()
  await choose(900)
  await expect(page.getByRole('list', { name: 'Lugares en uso' })).toContainText('Puerto')
  await expectAccessible(page)

  await phone.page.addInitScript(virtualPhone, PARK)
  await phone.page.clock.install()
  await phone.page.goto('/operator')
  await expect(phone.page.getByLabel('Destino (opcional)')).toHaveValue('')
  await phone.page.getByLabel('Destino (opcional)').selectOption('Puerto')
  await expectAccessible(phone.page)
  await start(phone.page, 'CSQU3054383')
  await phone.page.clock.runFor(3000)
  await pressRested(phone.page, 'Avanzar a En ruta al parque')
  await phone.page.clock.runFor(3000)
  await expect(word(phone.page, 'Viajando al parque')).toBeVisible()

  // The driver said where to; the supervisor leaves it to the arrival, and the phone hears of it.
  const next = phone.page.getByRole('region', { name: 'Lo que sigue' })
  await expect(next).toContainText('Destino: Puerto')
  await expect(next.getByRole('link', { name: /Navegar/ })).toHaveAttribute(
    'href',
    /destination=19\.07,-104\.29/,
  )
  await expectAccessible(phone.page)
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await page.getByRole('button', { name: /CSQU/ }).first().click()
  const detail = page.getByRole('complementary', { name: /CSQU/ })
  await detail.getByLabel('Lugar').selectOption('')
  await expect(next).not.toContainText('Destino')

  const suggestion = phone.page.getByRole('status', { name: 'Llegada sugerida' })
  /** A minute, then the next fix of the track. */
  const then = async (metresNorth: number, accuracy: number) => {
    await phone.page.clock.runFor(60_000)
    await phone.page.evaluate(
      ([metres, exact]) => window.moveTo(metres ?? 0, exact ?? 0),
      [metresNorth, accuracy],
    )
  }
  // One of 800 m never asks, nor does passing by; then two good ones, two minutes apart, with a bad one between.
  for (const [metres, accuracy] of [
    [0, 800],
    [0, 800],
    [0, 30],
    [2000, 30],
    [100, 30],
    [9000, 800],
  ] as const) {
    await then(metres, accuracy)
    await expect(suggestion).toBeHidden()
  }
  await then(120, 60)
  await expect(suggestion).toContainText('Parece que llegó a Parque El Salto')
  await expectAccessible(phone.page)
  // Put off, and back within three minutes: not asked again.
  await suggestion.getByRole('button', { name: 'Aún no' }).click()
  await then(2000, 30)
  await then(100, 30)
  await then(100, 30)
  await expect(suggestion).toBeHidden()
  expect((await record()).map(({ eventType }) => eventType)).toEqual(['start_trip', 'en_route'])
  // Away for longer, and back: asked once more, and taken.
  for (const metres of [3000, 3000, 3000, 3000, 50, 50]) await then(metres, 30)
  await then(50, 30)
  await suggestion.getByRole('button', { name: 'Registrar llegada' }).click()
  await phone.page.clock.runFor(3000)
  await expect(word(phone.page, 'Esperando acceso')).toBeVisible()

  await expect(page.locator('[data-operation]').getByText('Parque El Salto')).toBeVisible()
  await expect(detail).toContainText('sugerida por el teléfono')
  await expect(detail.getByLabel('Lugar')).toHaveValue('')
  await detail.getByLabel('Lugar').selectOption('Puerto')
  await expect(detail.getByText(/fuera del parque \(\d+\.\d km\)/)).toBeVisible()
  await expectAccessible(page)

  // Counted: on the desk, and in the history.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fuera del parque 1' }).click()
  await expect(page.locator('[data-operation]')).toHaveCount(1)
  await page.goto('/supervisor?tab=logs')
  await page.getByRole('button', { name: 'Filtros avanzados' }).click()
  await page.getByRole('button', { name: 'Fuera del parque' }).click()
  await expect(page.getByText('Mostrando 1 de 1 eventos')).toBeVisible()
  await expectAccessible(page)
})

test('the tracks of the own trucks lie under the drawing of a place', async ({ browser, product }) => {
  const { desk, phone } = await crew(browser, product)
  const { page } = desk
  const gate = { lat: PARK.latitude, lng: PARK.longitude }
  const yard = { lat: gate.lat + 0.003, lng: gate.lng + 0.002 }
  const began = hoursAgo(5)
  const { start: begins, record } = trip(phone.context.request, product.origin, began)
  await begins('CSQU3054383', 0)
  for (const [step, minutes, coordinates] of [
    ['en_route', 1, { lat: 20.2, lng: -103.4 }],
    ['arrived_at_park', 60, gate],
    ['access_granted', 70, gate],
    ['vehicle_parked', 80, yard],
    ['load_complete', 120, yard],
    ['exit_park', 140, gate],
  ] as const)
    await record(step, minutes, { coordinates })

  await page.goto('/supervisor?tab=places')
  await page.getByRole('button', { name: 'Nuevo lugar' }).click()
  const seek = async (words: string) => {
    await page.getByLabel('Ir a un lugar').fill(words)
    await page.getByLabel('Ir a un lugar').press('Enter')
  }
  await seek(`${gate.lat}, ${gate.lng}`)
  const map = page.getByRole('region', { name: 'Mapa de los lugares' })
  const under = map.locator('.leaflet-own-tracks-pane path')
  await expect(page.getByText('5 pasos aquí en los últimos 28 días')).toBeVisible()
  // The way from gate to yard, the gate, the yard.
  await expect(under).toHaveCount(3)
  // Where the gate is drawn, the draft's centre lies: a supervisor sees what to draw around.
  const [dots, handle] = await Promise.all([
    map.locator('.leaflet-own-tracks-pane path[class*="gate"]').boundingBox(),
    map.locator('[class*="handle"]').boundingBox(),
  ])
  const middle = (box: { x: number; width: number } | null) => (box ? box.x + box.width / 2 : 0)
  expect(Math.abs(middle(dots) - middle(handle))).toBeLessThan(8)
  await expect(page.getByRole('list', { name: 'Qué se ve de los recorridos' })).toContainText(
    'Estacionado y carga',
  )
  await expectAccessible(page)

  await page.getByLabel('Recorridos de sus viajes').uncheck()
  await expect(under).toHaveCount(0)
  await page.getByLabel('Recorridos de sus viajes').check()
  await expect(under).toHaveCount(3)
  await seek('Mérida')
  await expect(page.getByText('Ningún viaje pasó por aquí en los últimos 28 días.')).toBeVisible()
  await desk.context.setOffline(true)
  await seek('Tijuana')
  await expect(
    page.getByText('Sin conexión. Los recorridos de esta parte se cargan cuando vuelva.'),
  ).toBeVisible()
  await desk.context.setOffline(false)
  await expect(page.getByText('Ningún viaje pasó por aquí en los últimos 28 días.')).toBeVisible()
})

declare global {
  interface Window {
    moveTo(metresNorth: number, accuracy: number): void
  }
}
