import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { randomToken } from '../../adapters/ids.ts'
import { ENCRYPTED, encryptedFor } from './encryption.ts'

/** The end of the name of a file that is still being written. */
export const UNFINISHED = '.partial'

/** Time in a file name, in the order of time: 20260310T180000123Z. `now` is epoch milliseconds. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:.]/g, '')

/**
 * Writes the pieces, compressed, as `folder/name`, readable by its owner only. The file appears by rename when all of it
 * is synced to the disk. If the name exists, `-2`, `-3` and so on are added before the extension. Returns the name and
 * the number of bytes. A failure leaves no file, nor does `signal`, which ends it. With a `key` (encryption.ts)
 * it is encrypted, and its name says so.
 */
export async function writeCompressed(
  folder: string,
  { stem, ending }: { stem: string; ending: string },
  pieces: AsyncIterable<string>,
  { key, signal }: { key: string | undefined; signal?: AbortSignal | undefined },
): Promise<{ file: string; bytes: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = { stem, ending: key === undefined ? ending : `${ending}${ENCRYPTED}` }
  const unfinished = join(folder, `${stem}.${randomToken()}${UNFINISHED}`)
  try {
    // Backpressure: the next rows are fetched when the disk has taken these.
    const rows = Readable.from(pieces, { highWaterMark: 1 })
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
    const until = signal ? { signal } : {}
    if (key === undefined) await pipeline(rows, createGzip(), file, until)
    else await pipeline(rows, createGzip(), encryptedFor(key), file, until)
    const bytes = await syncFile(unfinished)
    const named = await freeName(folder, name)
    await rename(unfinished, join(folder, named))
    await syncFolder(folder)
    // The folder itself may be new.
    await syncFolder(dirname(folder))
    return { file: named, bytes }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Removes unfinished files whose names begin with `start`. Callers must not write such files meanwhile. */
export async function removeUnfinished(folder: string, start: string): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (file.startsWith(start) && file.endsWith(UNFINISHED)) await rm(join(folder, file), { force: true })
  }
}

async function freeName(folder: string, { stem, ending }: { stem: string; ending: string }): Promise<string> {
  for (let n = 1; ; n++) {
    const file = `${stem}${n === 1 ? '' : `-${n}`}${ending}`
    const found = await stat(join(folder, file)).catch(() => null)
    if (!found) return file
  }
}

/** Makes its content durable; returns its size. */
export async function syncFile(path: string): Promise<number> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** A name is durable when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
