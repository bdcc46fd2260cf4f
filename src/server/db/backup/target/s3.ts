import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type BackupStore, type S3Access, targetName } from '../../../backup-place.ts'
import { backupNamed } from '../names.ts'
import { digestOf, isSame } from './digest.ts'
import { CopyDiffers, type Target } from './target.ts'

const PART_BYTES = 8 * 1024 * 1024
/** An upload has at most 10,000. */
const MOST_PARTS = 9_000
/** With the size of a part, what a copy holds in memory. */
const PARTS_AT_ONCE = 2

const CONNECT_MS = 10_000
/** Without a byte. */
const SILENT_MS = 60_000

/** A bucket of a service that speaks S3. A multipart upload appears when it is completed, or not at all. */
export function s3Target(
  store: Extract<BackupStore, { kind: 's3' }>,
  { endpoint, region, credentials }: S3Access,
): Target {
  const { bucket: Bucket, prefix } = store
  const client = new S3Client({
    region,
    // A service elsewhere rarely has a name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // null: those of the machine's role.
    ...(credentials !== null && { credentials }),
    // Others do not know AWS's newer checksums; the copy is read back anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
  })
  const of = (file: string) => ({ Bucket, Key: `${prefix}${file}` })

  const read = async (file: string, abortSignal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> => {
    const { Body } = await client.send(new GetObjectCommand(of(file)), {
      ...(abortSignal && { abortSignal }),
    })
    return Body as AsyncIterable<Uint8Array>
  }
  const remove = async (file: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(of(file)))
  }

  return {
    name: targetName(store),
    read: (file) => read(file),
    remove,

    async list() {
      const files: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key = '' } of Contents) files.push(Key.slice(prefix.length))
      }
      return files
    },

    async put(file, path, digest, stopping) {
      const Body = createReadStream(path)
      const upload = new Upload({
        client,
        params: { ...of(file), Body, Metadata: { sha256: digest.sha256 } },
        partSize: Math.max(PART_BYTES, Math.ceil(digest.bytes / MOST_PARTS)),
        queueSize: PARTS_AT_ONCE,
      })
      const breakOff = (): void => void upload.abort()
      stopping?.addEventListener('abort', breakOff, { once: true })
      try {
        await upload.done()
      } finally {
        stopping?.removeEventListener('abort', breakOff)
        Body.destroy()
      }
      if (isSame(await digestOf(await read(file, stopping)), digest)) return
      await remove(file)
      throw new CopyDiffers()
    },

    async sweep(before) {
      // Not every service lists them; then its own rules remove them.
      const { Uploads = [] } = await client
        .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
        .catch(() => ({ Uploads: [] }))
      for (const { Key = '', UploadId, Initiated } of Uploads) {
        if (!backupNamed(Key.slice(prefix.length)) || (Initiated?.getTime() ?? before) >= before) continue
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      }
    },
  }
}
