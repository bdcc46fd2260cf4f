import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTES = 192

/** Mounts a disk of 192 MB on this folder; null where that is not allowed. Returns what unmounts it. */
export function mountSmallDisk(folder: string): (() => void) | null {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return null
  const options = `size=${MEGABYTES}m,mode=755`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null
  // Lazily: a process that is still ending may stand in it.
  return () => void spawnSync('umount', ['-l', folder])
}

/** Writes until nothing more fits; returns what gives the space back. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'filling')
  const handle = openSync(file, 'w')
  for (const chunk of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) {
    try {
      for (;;) writeSync(handle, chunk)
    } catch {
      // Full.
    }
  }
  closeSync(handle)
  return () => rmSync(file)
}
