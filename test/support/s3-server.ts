import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Access } from '#server/backup-place'

/** What a request is answered with instead: a status and the service's code. */
type Refusal = { status: number; code: string }

export interface S3Server {
  access: S3Access & { credentials: NonNullable<S3Access['credentials']> }
  /** What is in the bucket, by key. */
  objects: Map<string, Buffer>
  /** Unfinished multipart uploads, by id. */
  uploads: Map<string, { key: string; initiated: Date; parts: Map<number, Buffer> }>
  /** Decides before anything else is done. */
  refuse(decide: (method: string, url: URL) => Refusal | null): void
  /** So many requests came, by `METHOD` and what of the query names the action. */
  requests: string[]
  close(): Promise<void>
}

const BUCKET = 'respaldos'
const KEYS = { accessKeyId: 'AKIAACARREOTEST', secretAccessKey: 'a secret of the bucket, for tests' }
const EMPTY = createHash('sha256').digest('hex')

/**
 * A bucket in memory that speaks as much S3 as a backup needs, and refuses what is not signed with its key: the signature is
 * calculated again here, from the request as it came (AWS Signature Version 4).
 */
export async function s3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()
  const requests: string[] = []
  let decide: (method: string, url: URL) => Refusal | null = () => null

  async function answer(request: IncomingMessage): Promise<{ status: number; body: string | Buffer }> {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const method = request.method ?? ''
    requests.push(
      [method, ...['uploads', 'partNumber', 'uploadId'].filter((k) => url.searchParams.has(k))].join(' '),
    )
    const body = await whole(request)
    const refusal = decide(method, url) ?? judgeSignature(request, url, body)
    if (refusal)
      return {
        status: refusal.status,
        body: `<Error><Code>${refusal.code}</Code><Message>no</Message></Error>`,
      }
    const [, bucket, ...path] = url.pathname.split('/').map(decodeURIComponent)
    if (bucket !== BUCKET) return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }
    return { status: 200, ...act(method, path.join('/'), url.searchParams, body) }
  }

  function act(
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): { status?: number; body: string | Buffer } {
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (method === 'GET' && key === '' && query.has('uploads')) return { body: listUploads() }
    if (method === 'GET' && key === '') return { body: list(query) }
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, initiated: new Date(), parts: new Map() })
      return {
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    if (query.has('uploadId') && !upload)
      return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    if (upload && method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { body: '' }
    }
    if (upload && method === 'POST') {
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(upload.key, Buffer.concat(parts))
      uploads.delete(query.get('uploadId') ?? '')
      return { body: '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>' }
    }
    if (upload && method === 'DELETE') {
      uploads.delete(query.get('uploadId') ?? '')
      return { status: 204, body: '' }
    }
    if (method === 'PUT') {
      objects.set(key, body)
      return { body: '' }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204, body: '' }
    }
    const found = objects.get(key)
    return found ? { body: found } : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
  }

  /** Two a page, so that a client must ask for the next one. */
  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, 2).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    const next = `<IsTruncated>true</IsTruncated><NextContinuationToken>${keys[1]}</NextContinuationToken>`
    return `<ListBucketResult>${keys.length > 2 ? next : '<IsTruncated>false</IsTruncated>'}${page.join('')}</ListBucketResult>`
  }

  const listUploads = (): string =>
    `<ListMultipartUploadsResult>${[...uploads]
      .map(
        ([id, { key, initiated }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
      )
      .join('')}</ListMultipartUploadsResult>`

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { etag: '"x"', 'content-length': Buffer.byteLength(body) }).end(body)
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: 'mx-central-1', credentials: KEYS },
    objects,
    uploads,
    requests,
    refuse(next) {
      decide = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const S3_BUCKET = BUCKET

/** The variables with which the product reaches it. */
export const s3Variables = ({ access }: Pick<S3Server, 'access'>): Record<string, string> => ({
  AWS_ENDPOINT_URL: access.endpoint ?? '',
  AWS_REGION: access.region,
  AWS_ACCESS_KEY_ID: access.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: access.credentials.secretAccessKey,
})

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function judgeSignature({ method, headers }: IncomingMessage, url: URL, body: Buffer): Refusal | null {
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== KEYS.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  const content = String(headers['x-amz-content-sha256'])
  if (content !== (body.length === 0 ? EMPTY : sha256(body)))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, url.pathname, query, signed.join(''), names, content].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${KEYS.secretAccessKey}`)
  const isRight = names.split(';').includes('host') && hmac(key, text).toString('hex') === signature
  return isRight ? null : { status: 403, code: 'SignatureDoesNotMatch' }
}

async function whole(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}
