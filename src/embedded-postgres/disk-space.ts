import { statfsSync } from 'node:fs'

/** Two segments of PostgreSQL's log. With less it may stop at any write, and may not start. */
const LEAST_BYTES = 32 * 1024 * 1024

/** What an ordinary account may still write to the disk of this folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Whether PostgreSQL cannot work here for want of space. */
export function isFull(folder: string): boolean {
  try {
    return freeBytes(folder) < LEAST_BYTES
  } catch {
    return false
  }
}
