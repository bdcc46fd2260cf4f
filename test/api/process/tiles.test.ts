import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { TileType } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openTileArchive, type TileArchive } from '#server/adapters/tile-archive'
import { readConfig } from '#server/config'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { startServer, workersOf } from '../../support/processes/server-process.ts'
import { pmtiles, type TilesToWrite } from '../../support/tiles/pmtiles.ts'
import { pngTile, vectorTile } from '../../support/tiles/tile.ts'

const cookieOf = ({ cookie }: Actor) => `${SESSION_COOKIE}=${cookie}`
const PNG = pngTile(200, 30, 30)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-tiles-'))
})
const opened: TileArchive[] = []
afterAll(async () => {
  for (const archive of opened) await archive.close()
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, archive: TilesToWrite): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, pmtiles(archive))
  return path
}

/** The product with that archive, and a supervisor. */
async function productWith(path: string, env: Record<string, string> = {}) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env })
  const tileArchive = await openTileArchive(path)
  opened.push(tileArchive)
  const t = await createTestApp({ config, tileArchive })
  return { t, boss: await register(t.app, 'supervisor') }
}

describe('an archive of images', () => {
  let t: TestApp
  let boss: Actor
  let url: string
  const tile = (z: number, x: number, y: number, v = '') =>
    url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)) + v
  beforeAll(async () => {
    const tiles = { '0/0/0': PNG, '1/0/0': PNG }
    const path = await file('image.pmtiles', { tiles, type: TileType.Png, bounds: [-104, 20, -103, 21] })
    ;({ t, boss } = await productWith(path))
    url = (await anonymous(t.app).get('/api/config')).body.tiles.tileUrl
  })
  afterAll(() => t.close())

  it('is what maps are drawn on, and names OpenStreetMap', async () => {
    const { body } = await anonymous(t.app).get('/api/config')
    expect(body.tiles).toEqual({
      tileUrl: expect.stringMatching(/^\/api\/tiles\/\{z\}\/\{x\}\/\{y\}\?v=\w+-\w+$/),
      kind: 'image',
      attribution: '© OpenStreetMap',
      extent: { west: -104, south: 20, east: -103, north: 21, minZoom: 0, maxZoom: 1 },
    })
    const page = await t.app.inject('/')
    expect(page.headers['content-security-policy']).toContain("img-src 'self' data:;")
  })

  it('is served tile by tile, kept by the browser, and not sent again', async () => {
    const cookie = cookieOf(boss)
    const answer = await t.app.inject({ url: tile(1, 0, 0), headers: { cookie } })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(PNG)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=2592000',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-encoding']).toBeUndefined()
    const again = await t.app.inject({
      url: tile(1, 0, 0),
      headers: { cookie, 'if-none-match': String(answer.headers.etag) },
    })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const other = await t.app.inject({
      url: tile(0, 0, 0),
      headers: { cookie, 'if-none-match': String(answer.headers.etag) },
    })
    expect(other.statusCode).toBe(200)
  })

  it.each([
    ['has no tile', '1/1/1', 204],
    ['has no such zoom', '9/1/1', 204],
    ['the map ends', '1/2/0', 404],
    ['there is no number', '1/0/..%2f..%2fetc%2fpasswd', 404],
    ['there is no whole number', '1/0.5/0', 404],
    ['there is a sign', '1/-1/0', 404],
    ['nobody looks', '25/0/0', 404],
  ])('where it %s: %s answers %i', async (_, path, status) => {
    expect((await boss.get(`/api/tiles/${path}`)).status).toBe(status)
  })

  it('is for supervisors', async () => {
    expect((await anonymous(t.app).get(tile(0, 0, 0))).status).toBe(401)
    const driver = await operatorOf(t.app, boss)
    expect((await driver.get(tile(0, 0, 0))).status).toBe(403)
  })
})

it('vector tiles leave compressed as they are stored', async () => {
  const packed = gzipSync(vectorTile())
  const path = await file('vector.pmtiles', { tiles: { '0/0/0': packed }, type: TileType.Mvt, gzipped: true })
  const { t, boss } = await productWith(path, { TILE_ATTRIBUTION: 'INEGI y <b>otros</b>' })
  const { body } = await anonymous(t.app).get('/api/config')
  expect(body.tiles).toMatchObject({ kind: 'vector', attribution: 'INEGI y <b>otros</b>' })
  const answer = await t.app.inject({
    url: '/api/tiles/0/0/0',
    headers: { cookie: cookieOf(boss), 'accept-encoding': 'gzip, br' },
  })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
  })
  expect(gunzipSync(answer.rawPayload)).toEqual(vectorTile())
  await t.close()
})

it('a tile that cannot be read is a failure that no browser keeps', async () => {
  const tiles = { '0/0/0': PNG, '1/1/1': PNG }
  const path = await file('cut.pmtiles', { tiles, type: TileType.Png })
  const { t, boss } = await productWith(path)
  await truncate(path, (await stat(path)).size - 1)
  const failed = await boss.get('/api/tiles/1/1/1')
  expect([failed.status, failed.headers['cache-control']]).toEqual([500, 'no-store'])
  expect((await boss.get('/api/tiles/0/0/0')).status).toBe(200)
  await t.close()
})

it('without an archive there are no tiles', async () => {
  const t = await createTestApp()
  const boss = await register(t.app, 'supervisor')
  expect((await anonymous(t.app).get('/api/config')).body.tiles).toBeNull()
  expect((await boss.get('/api/tiles/0/0/0')).status).toBe(404)
  await t.close()
})

it('a file that cannot be served stops the start with one line, before anything is written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-tiles-data-'))
  const TILE_FILE = join(folder, 'nada.pmtiles')
  const started = startServer(dataDir, inject('program'), { env: { TILE_FILE } })
  await expect(started).rejects.toThrow(
    /^The server ended \(78\):\n\S+ ERROR CONFIG_INVALID \S+ Configuración: TILE_FILE no se puede leer \(ENOENT\): \S+nada\.pmtiles( variable=TILE_FILE)?$/,
  )
  expect(await readdir(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})

it('each worker of a machine serves the file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-tiles-data-'))
  const path = await file('shared.pmtiles', { tiles: { '0/0/0': PNG }, type: TileType.Png })
  const env = { TILE_FILE: path, PROCESSES: '2' }
  const server = await startServer(dataDir, inject('program'), { env })
  const workers = workersOf(server.pid)
  expect(workers).toHaveLength(2)
  const answers: string[] = []
  for (const worker of workers) {
    // A worker that hangs takes no connection: the other one answers.
    process.kill(worker, 'SIGSTOP')
    const response = await fetch(`${server.origin}/api/config`, { headers: { connection: 'close' } })
    answers.push(((await response.json()) as { tiles: { tileUrl: string } }).tiles.tileUrl)
    process.kill(worker, 'SIGCONT')
  }
  // The same addresses from every worker: a browser's cache holds for all of them.
  expect(new Set(answers).size).toBe(1)
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)
