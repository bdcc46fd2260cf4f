import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { TileType } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pmtiles, type TilesToWrite } from '../../../test/support/tiles/pmtiles.ts'
import { ConfigError } from '../config.ts'
import { openTileArchive } from './tile-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-tiles-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
let counter = 0
async function written(archive: Partial<TilesToWrite> = {}): Promise<string> {
  const path = join(folder, `${counter++}.pmtiles`)
  await writeFile(path, pmtiles({ tiles: { '0/0/0': bytes('world') }, type: TileType.Png, ...archive }))
  return path
}

describe('an archive of tiles', () => {
  it('gives each tile it has as it is stored, and null where it has none', async () => {
    const packed = gzipSync('north west')
    const archive = await openTileArchive(
      await written({
        tiles: { '0/0/0': gzipSync('world'), '1/0/0': packed, '2/3/1': gzipSync('east') },
        type: TileType.Mvt,
        gzipped: true,
        bounds: [-104, 20, -103, 21],
      }),
    )
    expect(archive).toMatchObject({
      kind: 'vector',
      contentType: 'application/vnd.mapbox-vector-tile',
      isGzipped: true,
      extent: { west: -104, south: 20, east: -103, north: 21, minZoom: 0, maxZoom: 2 },
      attribution: null,
    })
    expect(await archive.tile(1, 0, 0)).toEqual(packed)
    expect(await archive.tile(1, 1, 0)).toBeNull()
    expect(await archive.tile(9, 1, 0)).toBeNull()
    await archive.close()
  })

  it('says whom to name, without markup', async () => {
    const attribution =
      '<a href="https://protomaps.com">Protomaps</a> &copy; <a href="https://openstreetmap.org">OpenStreetMap</a>'
    const archive = await openTileArchive(await written({ metadata: { attribution } }))
    expect(archive.attribution).toBe('Protomaps © OpenStreetMap')
    await archive.close()
  })

  it('has another version when the file is another', async () => {
    const [one, two] = [
      await openTileArchive(await written()),
      await openTileArchive(await written({ tiles: { '0/0/0': bytes('another world') } })),
    ]
    expect(one.version).not.toBe(two.version)
    await Promise.all([one.close(), two.close()])
  })

  it('fails where the file was cut off while it is read, and only there', async () => {
    const path = await written({ tiles: { '0/0/0': bytes('world'), '1/1/1': bytes('south east') } })
    const archive = await openTileArchive(path)
    await truncate(path, (await stat(path)).size - 3)
    await expect(archive.tile(1, 1, 1)).rejects.toThrow('was cut off')
    expect(String(await archive.tile(0, 0, 0))).toBe('world')
    await archive.close()
  })

  it.each([
    ['no se puede leer (ENOENT)', async () => join(folder, 'nada.pmtiles')],
    ['no es un archivo PMTiles', async () => folder],
    ['no es un archivo PMTiles', () => cut(() => 0)],
    ['no es un archivo PMTiles', () => cut(() => 100)],
    ['está incompleto, le faltan 2 bytes', () => cut((size) => size - 2)],
    ['no es un archivo PMTiles', () => patched(0, 'SQLite')],
    ['no es un archivo PMTiles', () => patched(7, '\x02')],
    ['no es un archivo PMTiles', () => patched(127, 'nothing')],
    ['no tiene teselas', () => written({ type: TileType.Unknown })],
    ['no tiene teselas', () => written({ type: TileType.Mlt })],
    ['tiene teselas con una compresión que no es gzip', () => patched(98, '\x04')],
  ])('stops the start with one line: %s', async (line, make) => {
    const path = await make()
    const opening = openTileArchive(path)
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(`TILE_FILE ${line}`)
    await expect(opening).rejects.toThrow(path)
    await expect(opening).rejects.not.toThrow('\n')
  })

  async function cut(to: (size: number) => number): Promise<string> {
    const path = join(folder, `${counter++}.pmtiles`)
    const whole = pmtiles({ tiles: { '0/0/0': bytes('world') }, type: TileType.Png })
    await writeFile(path, whole.subarray(0, to(whole.length)))
    return path
  }

  async function patched(offset: number, text: string): Promise<string> {
    const path = join(folder, `${counter++}.pmtiles`)
    const whole = pmtiles({ tiles: { '0/0/0': bytes('world') }, type: TileType.Png })
    whole.write(text, offset, 'latin1')
    await writeFile(path, whole)
    return path
  }
})
