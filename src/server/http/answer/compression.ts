import { pipeline, Readable } from 'node:stream'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest, onSendHookHandler } from 'fastify'

/** Characters. A shorter answer is one packet in any encoding. */
const MIN_LENGTH = 1024

/** Up to here the work, 0.2 ms at most, costs the thread about as much as handing it to another one. */
const MAX_SYNC_LENGTH = 64 * 1024

/** A PDF is compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/

// The cheapest levels: the answer shrinks to a tenth. Higher ones save little more, for many times the work.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const GZIP = { level: 1 }
const CODECS = {
  br: {
    now: (text: string | Buffer) => brotliCompressSync(text, BROTLI),
    later: (text: string | Buffer, done: Compressed) => brotliCompress(text, BROTLI, done),
    // Each piece is flushed: the next may wait for the database.
    stream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    now: (text: string | Buffer) => gzipSync(text, GZIP),
    later: (text: string | Buffer, done: Compressed) => gzip(text, GZIP, done),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
}
type Compressed = (error: Error | null, bytes: Buffer) => void

/** The encoding that the client prefers; null: it takes none of ours. */
export const encodingFor = ({ headers }: FastifyRequest): keyof typeof CODECS | null =>
  negotiate<keyof typeof CODECS>(String(headers['accept-encoding'] ?? ''), ['br', 'gzip'])

/** A page of another site could have many variants asked for, and guess from their lengths what stands beside them. */
const isAskedElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

const isWhole = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload)

/** Compresses JSON and text of `MIN_LENGTH` and more, unless `Cache-Control` says `no-transform`. The ETag stays: a weak one names the content in any encoding. */
export const compressAnswer: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (reply.hasHeader('Content-Encoding')) {
    // It was stored compressed.
    if (Buffer.isBuffer(payload)) return done(null, payload)
    // A file that failed before its first byte: the error takes its place.
    reply.removeHeader('Content-Encoding')
  }
  const isUnchanged = reply.statusCode === 304
  const isLong = isWhole(payload) ? payload.length >= MIN_LENGTH : payload instanceof Readable
  if (String(reply.getHeader('Cache-Control')).includes('no-transform')) return done(null, payload)
  if (!isUnchanged && !(isLong && COMPRESSIBLE.test(String(reply.getHeader('Content-Type'))))) {
    return done(null, payload)
  }
  reply.header('Vary', 'Accept-Encoding, Sec-Fetch-Site')
  const encoding = isUnchanged || isAskedElsewhere(request) ? null : encodingFor(request)
  if (encoding === null) return done(null, payload)
  reply.header('Content-Encoding', encoding)
  const codec = CODECS[encoding]
  // When one of the two ends, so does the other. The error is that of the compressed stream, which Fastify sends.
  if (payload instanceof Readable)
    return done(
      null,
      pipeline(payload, codec.stream(), () => {}),
    )
  if (!isWhole(payload)) return done(null, payload)
  if (payload.length <= MAX_SYNC_LENGTH) return done(null, codec.now(payload))
  codec.later(payload, done)
}
