import { gzipSync } from 'node:zlib'
import { Compression, type TileType, zxyToTileId } from 'pmtiles'

export interface TilesToWrite {
  /** By 'z/x/y'. */
  tiles: Record<string, Uint8Array>
  type: TileType
  /** Whether the bytes of the tiles are compressed. */
  gzipped?: boolean
  metadata?: object
  /** West, south, east, north. */
  bounds?: [number, number, number, number]
}

/** As the format counts: seven bits a byte, the lowest first. */
export function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return [...bytes, rest]
}

const HEADER = 127

/** A PMTiles archive, version 3, with one directory: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
export function pmtiles({ tiles, type, gzipped = false, metadata = {}, bounds }: TilesToWrite): Buffer {
  const zooms = Object.keys(tiles).map((name) => Number(name.split('/')[0]))
  const entries = Object.entries(tiles)
    .map(([name, bytes]) => {
      const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
      return { id: zxyToTileId(z, x, y), bytes }
    })
    .sort((a, b) => a.id - b.id)
  const directory = gzipSync(
    Buffer.from(
      [
        entries.length,
        ...entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
        ...entries.map(() => 1),
        ...entries.map(({ bytes }) => bytes.length),
        // Zero: right behind the one before.
        ...entries.map((_, i) => (i === 0 ? 1 : 0)),
      ].flatMap(varint),
    ),
  )
  const json = gzipSync(JSON.stringify(metadata))
  const data = Buffer.concat(entries.map(({ bytes }) => bytes))
  const header = Buffer.alloc(HEADER)
  header.write('PMTiles\x03', 'latin1')
  const at = HEADER + directory.length
  const places = [
    HEADER,
    directory.length,
    at,
    json.length,
    at + json.length,
    0,
    at + json.length,
    data.length,
  ]
  for (const [i, value] of places.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  for (const i of [0, 1, 2]) header.writeBigUInt64LE(BigInt(entries.length), 72 + 8 * i)
  const kinds = [1, Compression.Gzip, gzipped ? Compression.Gzip : Compression.None, type]
  for (const [i, value] of [...kinds, Math.min(...zooms), Math.max(...zooms)].entries()) {
    header.writeUInt8(value, 96 + i)
  }
  for (const [i, degrees] of (bounds ?? [-180, -85, 180, 85]).entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  }
  return Buffer.concat([header, directory, json, data])
}
