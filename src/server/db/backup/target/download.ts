import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type S3Access, s3Place } from '../../../backup-place.ts'
import { notDownloaded } from '../../../text/backup-target.ts'
import { CopyFailed, causeOf } from './copy.ts'
import { openTarget } from './open.ts'

/** Lends `act` a copy of the object, on the disk of the data folder, for as long as it runs. Throws CopyFailed. */
export async function downloaded(
  url: string,
  { dataDir, s3 }: { dataDir: string; s3: S3Access },
  act: (file: string) => Promise<void>,
): Promise<void> {
  const { bucket = '', path = '' } = s3Place(url) ?? {}
  const slash = path.lastIndexOf('/') + 1
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // A restore reads the file twice; /tmp is often memory.
  const folder = await mkdtemp(join(dataDir, 'restore-'))
  try {
    const file = join(folder, 'backup')
    try {
      const target = await openTarget({ kind: 's3', bucket, prefix: path.slice(0, slash) }, s3)
      await pipeline(await target.read(path.slice(slash)), createWriteStream(file, { mode: 0o600 }))
    } catch (error) {
      throw new CopyFailed(notDownloaded(url, causeOf(error)))
    }
    await act(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
