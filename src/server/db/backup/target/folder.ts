import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { randomToken } from '../../../adapters/ids.ts'
import { syncFile, syncFolder, UNFINISHED } from '../durable-file.ts'
import { backupNamed } from '../names.ts'
import { digestOf, isSame } from './digest.ts'
import { CopyDiffers, type Target } from './target.ts'

/** A folder that is there already: one that is made would be on this machine, where a share is not mounted. */
export function folderTarget(folder: string): Target {
  const at = (file: string): string => join(folder, file)
  // Not every share can do this; the file itself is synced.
  const settle = (): Promise<void> => syncFolder(folder).catch(() => {})
  return {
    name: folder,
    list: async () => (await readdir(folder)).filter((file) => !file.endsWith(UNFINISHED)),

    async put(file, path, digest, signal) {
      const unfinished = at(`${file}.${randomToken()}${UNFINISHED}`)
      try {
        const copy = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
        await pipeline(createReadStream(path, { signal }), copy)
        await syncFile(unfinished)
        if (!isSame(await digestOf(createReadStream(unfinished, { signal })), digest)) throw new CopyDiffers()
        await rename(unfinished, at(file))
        await settle()
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
    },

    read: async (file) => createReadStream(at(file)),

    async remove(file) {
      await rm(at(file), { force: true })
      await settle()
    },

    async sweep(before) {
      for (const file of await readdir(folder)) {
        const of = file.endsWith(UNFINISHED) ? file.replace(/\.\w+\.partial$/, '') : ''
        if (!backupNamed(of)) continue
        const found = await stat(at(file)).catch(() => null)
        if (found && found.mtimeMs < before) await rm(at(file), { force: true })
      }
    },
  }
}
