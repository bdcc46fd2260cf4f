import type { Digest } from './digest.ts'

/** Where copies of backups go. Each call throws what the folder or the service says. */
export interface Target {
  /** As a person writes it. */
  name: string
  /** Names of the whole files there, in no order; of others too. */
  list(): Promise<string[]>
  /** Copies the file at `path`, which has this digest. It appears when all of it is there; read back, and equal. */
  put(file: string, path: string, digest: Digest, stopping?: AbortSignal): Promise<void>
  read(file: string): Promise<AsyncIterable<Uint8Array>>
  remove(file: string): Promise<void>
  /** Removes what killed copies of our backups left unfinished before then, epoch milliseconds. */
  sweep(before: number): Promise<void>
}

/** What is there after a copy is not what was copied. */
export class CopyDiffers extends Error {}
