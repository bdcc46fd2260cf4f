import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { TileType } from 'pmtiles'
import { pmtiles, type TilesToWrite } from '../support/tiles/pmtiles.ts'
import { pngTile, vectorTile } from '../support/tiles/tile.ts'
import { DESK, PARK, registerSupervisor } from './support/people.ts'
import { startProduct } from './support/product.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** Every tile of these zooms that lies over Mexico. */
function everywhere(bytes: Uint8Array, zooms: readonly number[]): Record<string, Uint8Array> {
  const tiles: Record<string, Uint8Array> = {}
  for (const z of zooms) {
    const count = 2 ** z
    for (let x = Math.floor(count * 0.15); x < count * 0.28; x++) {
      for (let y = Math.floor(count * 0.38); y < count * 0.48; y++) tiles[`${z}/${x}/${y}`] = bytes
    }
  }
  return tiles
}

/** A supervisor at the map of places of a product that serves this archive. */
async function atTheMap(
  browser: Browser,
  archive: TilesToWrite,
  work: (desk: { page: Page; origin: string; asked: string[]; faults: string[] }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-tiles-'))
  const file = join(folder, 'region.pmtiles')
  await writeFile(file, pmtiles(archive))
  const product = await startProduct({ TILE_FILE: file })
  try {
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport: DESK,
      colorScheme: 'light',
    })
    await registerSupervisor(context, product.origin)
    const page = await context.newPage()
    const [asked, faults]: [string[], string[]] = [[], []]
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto('/supervisor?tab=places')
    await work({ page, origin: product.origin, asked, faults })
  } finally {
    await product.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

const map = (page: Page) => page.getByRole('region', { name: 'Mapa de los lugares' })

async function goToThePark(page: Page): Promise<void> {
  await page.getByLabel('Ir a un lugar').fill(`${PARK.latitude}, ${PARK.longitude}`)
  await page.getByLabel('Ir a un lugar').press('Enter')
}

test('the desk draws the images of a file, and names whom they are of', async ({ browser }) => {
  const tiles = everywhere(pngTile(190, 210, 190), [4, 5, 6])
  await atTheMap(browser, { tiles, type: TileType.Png }, async ({ page, origin, asked, faults }) => {
    const drawn = map(page).locator('img.leaflet-tile-loaded')
    await expect(drawn.first()).toBeVisible()
    expect(await drawn.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
    await expect(map(page).getByRole('link', { name: 'OpenStreetMap' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    )
    // Tiles bring their own names.
    await expect(map(page)).not.toContainText('Manzanillo')
    // Closer than the file goes, its last tiles are drawn larger.
    await goToThePark(page)
    await expect(drawn.first()).toHaveAttribute('src', /\/api\/tiles\/6\//)
    // Beside the operations as well.
    await page.getByRole('tab', { name: 'Operaciones' }).click()
    await expect(
      page.getByRole('region', { name: 'Mapa' }).locator('img.leaflet-tile-loaded').first(),
    ).toBeVisible()
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
    expect(faults).toEqual([])
    await expectAccessible(page)
  })
})

/** The colours in the middles of the tiles, each once: a tile of the data is four on the map. */
const colours = (page: Page) =>
  map(page)
    .locator('canvas.leaflet-tile-loaded')
    .evaluateAll((canvases: HTMLCanvasElement[]) => {
      const middles = canvases.map((canvas) => {
        const { data } =
          canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1) ?? {}
        return Array.from(data ?? []).join()
      })
      return [...new Set(middles)].sort()
    })

test('the desk draws vector tiles of a file, in light and dark, and asks nobody else', async ({
  browser,
}) => {
  const tiles = everywhere(gzipSync(vectorTile()), [2, 3, 4, 5, 6])
  const archive: TilesToWrite = {
    tiles,
    type: TileType.Mvt,
    gzipped: true,
    metadata: { attribution: '<a href="https://protomaps.com">Protomaps</a> © OpenStreetMap' },
    // A region: around it lies the schematic.
    bounds: [-106, 18, -100, 23],
  }
  await atTheMap(browser, archive, async ({ page, origin, asked, faults }) => {
    const drawn = map(page).locator('canvas.leaflet-tile-loaded')
    await expect(drawn.first()).toBeVisible()
    await expect(map(page)).toContainText('Protomaps © OpenStreetMap')
    await expect(map(page)).toContainText('Ensenada')
    await expect(map(page)).not.toContainText('Guadalajara')
    // Land, and what is none.
    const opaque = /^\d+,\d+,\d+,255$/
    await expect
      .poll(() => colours(page))
      .toEqual([expect.stringMatching(opaque), expect.stringMatching(opaque)])
    const light = await colours(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect
      .poll(async () => (await colours(page)).filter((colour) => !light.includes(colour)))
      .toHaveLength(2)
    expect(asked.some((url) => /\/api\/tiles\/\d+\/\d+\/\d+\?v=/.test(url))).toBe(true)
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
    expect(faults).toEqual([])
    await expectAccessible(page)
  })
})
