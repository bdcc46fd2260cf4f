import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:html|js|mjs|css|svg|json|webmanifest|txt|xml|map|wasm|ico)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Writes `name.br` and `name.gz` beside every compressible file under a folder, at the strongest setting, so that the
 * server sends finished bytes and compresses nothing per request. A form that is not smaller is left out: the server
 * then falls back to the next one. zlib works on Node's thread pool, so all files go at once.
 * @param {string} folder absolute
 * @returns {Promise<{ files: number, bytes: number, brotliBytes: number }>} sums over the files that have a `.br`
 */
export async function precompress(folder) {
  const total = { files: 0, bytes: 0, brotliBytes: 0 }
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(name)
      const [small, medium] = await Promise.all([
        brotli(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        gzipped(content, { level: constants.Z_BEST_COMPRESSION }),
      ])
      if (medium.length < content.length) await writeFile(`${name}.gz`, medium)
      if (small.length >= content.length) return
      await writeFile(`${name}.br`, small)
      total.files += 1
      total.bytes += content.length
      total.brotliBytes += small.length
    }),
  )
  return total
}
