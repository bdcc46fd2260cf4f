import { crc32, deflateSync } from 'node:zlib'
import { varint } from './pmtiles.ts'

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one colour, 256 pixels a side. */
export function pngTile(red: number, green: number, blue: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(256, 0)
  size.writeUInt32BE(256, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(256 * 3, Buffer.from([red, green, blue]))])
  const rows = deflateSync(Buffer.concat(Array.from({ length: 256 }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const field = (number: number, bytes: number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const whole = (number: number, value: number): number[] => [...varint(number * 8), ...varint(value)]
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const EXTENT = 4096

/** A vector tile (MVT 2.1) with land in its western half, in the layer 'earth' of Protomaps. */
export function vectorTile(): Buffer {
  const half = EXTENT / 2
  const [moveTo, lineTo, close] = [9, 26, 15]
  const square = [moveTo, 0, 0, lineTo, half, 0, 0, EXTENT, -half, 0, close].map((value, i) =>
    [0, 3, 10].includes(i) ? value : zigzag(value),
  )
  const polygon = [...whole(3, 3), ...field(4, square.flatMap(varint))]
  const layer = [
    ...field(1, [...Buffer.from('earth')]),
    ...field(2, polygon),
    ...whole(5, EXTENT),
    ...whole(15, 2),
  ]
  return Buffer.from(field(3, layer))
}
