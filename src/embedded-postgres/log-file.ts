import { closeSync, copyFileSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs'

const largestBytes = 8 * 1024 * 1024
const checkEveryMs = 10 * 60 * 1000

/**
 * Keeps the log at two files of about 8 MB. The content is copied and the file emptied, because PostgreSQL goes on
 * writing to the file it was given; opened for appending, it continues at the new end. On a full disk there is no copy:
 * the database needs the space.
 */
export function boundLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= largestBytes) return
  try {
    copyFileSync(file, `${file}.1`)
  } catch {
    rmSync(`${file}.1`, { force: true })
  }
  truncateSync(file, 0)
}

/** Returns the function that ends the watch. */
export function keepLogBounded(file: string): () => void {
  const timer = setInterval(() => boundLog(file), checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The last message of weight after `offset` bytes, for the line that says why PostgreSQL did not start. */
export function lastFailure(file: string, offset: number): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const buffer = Buffer.alloc(Math.max(0, Math.min(size - offset, 64 * 1024)))
  const handle = openSync(file, 'r')
  try {
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
  } finally {
    closeSync(handle)
  }
  const lines = buffer.toString('utf8').trim().split('\n')
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').trim()
}
