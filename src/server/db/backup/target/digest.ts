import { createHash } from 'node:crypto'

export interface Digest {
  bytes: number
  /** Hex. */
  sha256: string
}

export async function digestOf(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const isSame = (a: Digest, b: Digest): boolean => a.bytes === b.bytes && a.sha256 === b.sha256
