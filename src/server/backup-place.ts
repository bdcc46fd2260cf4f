import { resolve } from 'node:path'

/** Where copies of backups go: a folder, or the objects of a bucket whose keys begin with `prefix` (empty, or with a slash last). */
export type BackupStore = { kind: 'folder'; folder: string } | { kind: 's3'; bucket: string; prefix: string }

/** `s3://bucket/path`; null: the text is none. */
export function s3Place(text: string): { bucket: string; path: string } | null {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? []
  return bucket === undefined ? null : { bucket, path }
}

/** Of a text that is the whole path of a folder, or s3://bucket/prefix. */
export function storeAt(text: string): BackupStore {
  const place = s3Place(text)
  if (place === null) return { kind: 'folder', folder: resolve(text) }
  const folders = place.path.split('/').filter((part) => part !== '')
  return { kind: 's3', bucket: place.bucket, prefix: folders.map((part) => `${part}/`).join('') }
}

/** As a person writes it. */
export const targetName = (store: BackupStore): string =>
  store.kind === 'folder' ? store.folder : `s3://${store.bucket}/${store.prefix}`.replace(/\/$/, '')

/** How a service that speaks S3 is reached. */
export interface S3Access {
  /** null: AWS, in that region. */
  endpoint: string | null
  region: string
  /** null: those of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
}

type S3Variable =
  | 'AWS_ENDPOINT_URL_S3'
  | 'AWS_ENDPOINT_URL'
  | 'AWS_REGION'
  | 'AWS_DEFAULT_REGION'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'

/** From the variables that every program for S3 reads. */
export function s3Access(e: Partial<Record<S3Variable, string | undefined>>): S3Access {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = e
  return {
    endpoint: e.AWS_ENDPOINT_URL_S3 ?? e.AWS_ENDPOINT_URL ?? null,
    region: e.AWS_REGION ?? e.AWS_DEFAULT_REGION ?? 'us-east-1',
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : {
            accessKeyId,
            secretAccessKey,
            ...(e.AWS_SESSION_TOKEN !== undefined && { sessionToken: e.AWS_SESSION_TOKEN }),
          },
  }
}
