import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTES = 192

/** Mounts a small disk on this folder; null where that is not allowed. Returns what unmounts it. */
export function mountSmallDisk(folder: string, megabytes = MEGABYTES): (() => void) | null {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return null
  const options = `size=${megabytes}m,mode=755`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null
  // Lazily: a process that is still ending may stand in it.
  return () => void spawnSync('umount', ['-l', folder])
}

/** Fills the disk, and what is given back to it, until the returned function frees all of that. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'filling')
  const handle = openSync(file, 'w')
  const fill = (): void => {
    for (const chunk of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) {
      try {
        for (;;) writeSync(handle, chunk)
      } catch {
        // Full.
      }
    }
  }
  fill()
  const filling = setInterval(fill, 20)
  return () => {
    clearInterval(filling)
    closeSync(handle)
    rmSync(file)
  }
}
