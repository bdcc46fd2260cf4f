import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stoppable } from '../../../adapters/stopping.ts'
import { copyDiffers, notCopied, reasonOf } from '../../../text/backup-target.ts'
import { backupNamed } from '../names.ts'
import { type Digest, digestOf } from './digest.ts'
import { beyond, type Keep } from './retention.ts'
import { CopyDiffers, type Target } from './target.ts'

/** The copy was given up. The message is one line with the target and the cause. */
export class CopyFailed extends Error {}

/** Between the tries. */
const PAUSES_MS: readonly number[] = [2_000, 10_000, 30_000]
/** What is unfinished for so long was left by a process that was killed. */
const LEFT_OVER_MS = 24 * 3_600_000

/** What another try cannot mend: rights, names, credentials, room. */
const FINAL =
  /^(E(ACCES|PERM|ROFS|NOENT|NOTDIR|NOSPC|DQUOT)|AccessDenied|AllAccessDisabled|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|NoSuchBucket|PermanentRedirect|CredentialsProviderError|QuotaExceeded|XMinioStorageFull|EntityTooLarge)$/

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}

/** Copies the file at `path`; tries again what may pass. Throws CopyFailed, or the reason of `stopping`; then the target has no part of it. */
export async function copyTo(
  target: Target,
  { file, path }: { file: string; path: string },
  { now, pausesMs = PAUSES_MS, stopping }: { now: number; pausesMs?: readonly number[] } & Stoppable,
): Promise<Digest> {
  const digest = await digestOf(createReadStream(path, { signal: stopping }))
  for (let attempt = 0; ; attempt++) {
    try {
      await target.sweep(now - LEFT_OVER_MS)
      await target.put(file, path, digest, stopping)
      return digest
    } catch (error) {
      stopping?.throwIfAborted()
      const wait = FINAL.test(codeOf(error)) ? undefined : pausesMs[attempt]
      if (wait === undefined) throw new CopyFailed(notCopied(target.name, causeOf(error)))
      await pause(wait, undefined, { signal: stopping })
    }
  }
}

/** In one line, for a person. */
export const causeOf = (error: unknown): string =>
  error instanceof CopyDiffers
    ? copyDiffers
    : reasonOf(codeOf(error), error instanceof Error ? error.message : '')

/** Removes the backups at the target that `keep` does not keep; returns their names. Never other files, or `spared`. */
export async function prune(target: Target, keep: Keep, spared: readonly string[]): Promise<string[]> {
  const backups = (await target.list()).flatMap((file) => backupNamed(file) ?? [])
  const gone = beyond(backups, keep, spared)
  for (const { file } of gone) await target.remove(file)
  return gone.map(({ file }) => file)
}

/** When the newest backup at the target was written, epoch milliseconds; null: there is none. */
export async function newestAt(target: Target): Promise<{ at: number; count: number } | null> {
  const times = (await target.list()).flatMap((file) => backupNamed(file)?.at ?? [])
  return times.length === 0 ? null : { at: Math.max(...times), count: times.length }
}
