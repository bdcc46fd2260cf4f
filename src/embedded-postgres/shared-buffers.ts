import { totalmem } from 'node:os'

const MB = 2 ** 20
/** Of the memory; the operating system's page cache needs the most of it. */
const SHARE = 1 / 8
const LEAST_MB = 128
const MOST_MB = 1024

/** In bytes: the machine's, or less where a container is limited. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * The setting `shared_buffers` for so many bytes of memory. PostgreSQL takes the memory only as it reads pages. A page that is
 * not in it costs four times as much, even from the page cache.
 */
export function sharedBuffers(bytes = memory()): string {
  const share = Math.floor((bytes * SHARE) / MB)
  return `${Math.min(MOST_MB, Math.max(LEAST_MB, share))}MB`
}
