import { type FileHandle, open } from 'node:fs/promises'
import { Compression, type Header, PMTiles, SharedPromiseCache, type Source, TileType } from 'pmtiles'
import { ConfigError } from '../config.ts'

/** Of one read. A tile has tens of kilobytes; a damaged directory may claim any length. */
const MOST_BYTES = 8 * 1024 * 1024
/** Directories that are kept in memory: some 20 kB each. */
const DIRECTORIES = 200
const ATTRIBUTION_LENGTH = 200

const CONTENT_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/vnd.mapbox-vector-tile',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** Map tiles in one file: a PMTiles archive, version 3. */
export interface TileArchive {
  /** Another one when the file is another. */
  version: string
  kind: 'image' | 'vector'
  contentType: string
  /** Tiles are stored compressed, and leave as they are stored. */
  isGzipped: boolean
  extent: { south: number; west: number; north: number; east: number; minZoom: number; maxZoom: number }
  /** What the file says that the map has to name, without markup. */
  attribution: string | null
  /** The bytes of a tile; null: the archive has none there. `x` and `y` lie below 2^z. */
  tile(z: number, x: number, y: number): Promise<Buffer | null>
  close(): Promise<void>
}

/** The file stays open: one that takes its name later is not read before the next start. Throws a ConfigError of one line. */
export async function openTileArchive(path: string): Promise<TileArchive> {
  const fault = (what: string) => new ConfigError('TILE_FILE', `Configuración: TILE_FILE ${what}: ${path}`)
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw fault(`no se puede leer (${error.code})`)
  })
  try {
    const { size, mtimeMs } = await file.stat()
    const source = sourceOf(file, { path, size })
    const header = await new PMTiles(source).getHeader().catch(() => {
      throw fault('no es un archivo PMTiles de la versión 3')
    })
    if (header.specVersion !== 3) throw fault('no es un archivo PMTiles de la versión 3')
    const missing = header.tileDataOffset + (header.tileDataLength ?? 0) - size
    if (missing > 0) throw fault(`está incompleto, le faltan ${missing} bytes`)
    const contentType = CONTENT_TYPES[header.tileType]
    if (contentType === undefined) throw fault('no tiene teselas PNG, JPEG, WebP, AVIF ni vectoriales (MVT)')
    const { tileCompression: compression } = header
    if (![Compression.Unknown, Compression.None, Compression.Gzip].includes(compression)) {
      throw fault('tiene teselas con una compresión que no es gzip')
    }
    let tiles = asStored(source)
    return {
      version: `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`,
      kind: header.tileType === TileType.Mvt ? 'vector' : 'image',
      contentType,
      isGzipped: compression === Compression.Gzip,
      extent: extentOf(header),
      attribution: attributionIn(await new PMTiles(source).getMetadata().catch(() => null)),
      async tile(z, x, y) {
        try {
          const found = await tiles.getZxy(z, x, y)
          return found ? Buffer.from(found.data) : null
        } catch (error) {
          // It would keep a read that failed, and fail for good.
          tiles = asStored(source)
          throw error
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Directories are unpacked, tiles are not. */
const asStored = (source: Source): PMTiles =>
  new PMTiles(source, new SharedPromiseCache(DIRECTORIES), async (bytes) => bytes)

const sourceOf = (file: FileHandle, { path, size }: { path: string; size: number }): Source => ({
  getKey: () => path,
  async getBytes(offset, length) {
    const there = Math.min(length, size - offset)
    if (there <= 0 || there > MOST_BYTES) throw new Error(`no ${length} bytes at ${offset} of ${path}`)
    const bytes = new Uint8Array(there)
    const { bytesRead } = await file.read(bytes, 0, there, offset)
    // The first read asks for more than the header needs.
    if (bytesRead < there && offset > 0) throw new Error(`${path} was cut off`)
    return { data: bytes.buffer }
  },
})

function extentOf({ minLat, minLon, maxLat, maxLon, minZoom, maxZoom }: Header): TileArchive['extent'] {
  const isGiven = minLat < maxLat && minLon < maxLon
  const [south, west, north, east] = isGiven ? [minLat, minLon, maxLat, maxLon] : [-90, -180, 90, 180]
  return { south, west, north, east, minZoom, maxZoom }
}

/** Often HTML with links, which a page should not take from a file. */
function attributionIn(metadata: unknown): string | null {
  const given = (metadata as { attribution?: unknown } | null)?.attribution
  if (typeof given !== 'string') return null
  const words = given
    .replace(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replace(/\s+/g, ' ')
    .trim()
  return words.slice(0, ATTRIBUTION_LENGTH) || null
}
