import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS, type EndpointName } from '#contract/endpoints/all'
import type { Endpoint } from '#contract/endpoints/endpoint'
import { route } from '../route.ts'
import { compressAnswer } from './compression.ts'

const ROW = { name: 'Chofer Uno', status: 'En camino al puerto' }
const rowsOf = (count: number): object[] => Array.from({ length: count }, (_, id) => ({ id, ...ROW }))
const LONG = rowsOf(100)
/** Compressed on another thread. */
const VERY_LONG = rowsOf(3_000)
const PIECE = `${'"CSQU3054383","Chofer Uno"\r\n'.repeat(10_000)}`

const endpoints = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]

let app: FastifyInstance
let port: number
/** What the next file is made of. */
let pieces: () => AsyncGenerator<string>

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  for (const [name] of endpoints) route(app, name, () => LONG as never)
  const onSend = compressAnswer
  const csv = (reply: FastifyReply) => reply.type('text/csv; charset=utf-8')
  app.get('/very-long', { onSend }, async () => VERY_LONG)
  app.get('/short', { onSend }, async () => rowsOf(5))
  app.get('/pdf', { onSend }, (_, reply) => reply.type('application/pdf').send(Buffer.alloc(5_000)))
  app.get('/file', { onSend }, (_, reply) => csv(reply).send(Readable.from(pieces(), { objectMode: false })))
  app.get('/unchanged', { onSend }, (_, reply) => reply.header('ETag', 'W/"1"').code(304).send())
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): ClientRequest {
  return request({
    port,
    path,
    method,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
  }).end()
}

async function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  const [answer] = await once(asked, 'response')
  return answer
}

async function got(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await answerOf(ask(path, headers, method))
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

describe('what is compressed', () => {
  it('reads and files of every endpoint but those that tell tokens', async () => {
    const plain: string[] = []
    for (const [name, { answer }] of endpoints) {
      const [method = '', path = ''] = name.split(' ')
      const { headers } = await got(path, {}, method)
      const isRead = method === 'GET' || (answer !== undefined && 'content' in answer)
      if (headers['content-encoding'] === undefined && isRead) plain.push(name)
      if (!isRead) expect([name, headers['content-encoding']]).toEqual([name, undefined])
    }
    expect(plain.sort()).toEqual([
      'GET /api/containers/:containerId/links',
      'GET /api/evidence/links',
      'GET /api/supervisor/kpis/corrections',
    ])
  })

  /** Fields that sound like a secret and are none. */
  const OPEN = new Set(['publicKey', 'googleMapsLink', 'facilityCode', 'tileUrl'])
  const SECRET =
    /"(\w*(?:token|secret|code|challenge|url|link|password|key)\w*)":\{(?:"type":"array","items":\{|"anyOf":\[\{)?"type":"string"/gi

  it('no answer with a field that sounds like a secret', () => {
    const told = endpoints.flatMap(([name, { answer, secret }]) => {
      if (!name.startsWith('GET ') || secret || answer === undefined || 'content' in answer) return []
      const text = JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' }))
      const fields = [...text.matchAll(SECRET)]
      return fields.flatMap(([, field = '']) => (OPEN.has(field) ? [] : [`${name}: ${field}`]))
    })
    expect(told).toEqual([])
  })

  it.each([
    ['br', brotliDecompressSync, '/very-long'],
    ['gzip', gunzipSync, '/very-long'],
    ['br', brotliDecompressSync, '/api/alerts'],
    ['gzip', gunzipSync, '/api/alerts'],
  ] as const)('with %s, and comes out whole', async (encoding, decompress, path) => {
    const plain = await got(path, { 'accept-encoding': 'identity' })
    const small = await got(path, { 'accept-encoding': encoding })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(small.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(small.bytes.length),
      vary: 'Accept-Encoding, Sec-Fetch-Site',
    })
    expect(plain.headers.vary).toBe(small.headers.vary)
    expect(decompress(small.bytes).equals(plain.bytes)).toBe(true)
    expect(small.bytes.length * 5).toBeLessThan(plain.bytes.length)
  })

  it.each([
    ['what is short', '/short', {}],
    ['a PDF', '/pdf', {}],
    ['for who takes only others', '/api/alerts', { 'accept-encoding': 'zstd, br;q=0' }],
    ['for who says nothing', '/api/alerts', { 'accept-encoding': '' }],
    ['for a page of another site', '/api/alerts', { 'sec-fetch-site': 'cross-site' }],
    ['for a page of a neighbouring host', '/api/alerts', { 'sec-fetch-site': 'same-site' }],
  ])('not %s', async (_, path, headers) => {
    const answer = await got(path, headers as Record<string, string>)
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('HEAD says what GET would send', async () => {
    const [get, head] = [await got('/api/alerts'), await got('/api/alerts', {}, 'HEAD')]
    expect(head.bytes).toHaveLength(0)
    expect(head.headers['content-encoding']).toBe('br')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  it('304 varies as its 200 does, and has no encoding', async () => {
    const { status, headers } = await got('/unchanged')
    expect([status, headers.vary, headers['content-encoding']]).toEqual([
      304,
      'Accept-Encoding, Sec-Fetch-Site',
      undefined,
    ])
  })
})

describe('a file', () => {
  it.each([
    ['br', createBrotliDecompress],
    ['gzip', createGunzip],
  ] as const)('sends each piece when it is made (%s)', async (encoding, decompress) => {
    let goOn = (): void => {}
    const next = new Promise<void>((resolve) => {
      goOn = resolve
    })
    pieces = async function* () {
      yield PIECE
      await next
      yield PIECE
    }
    const answer = await answerOf(ask('/file', { 'accept-encoding': encoding }))
    const opened = answer.pipe(decompress())
    let text = ''
    opened.setEncoding('utf8').on('data', (data: string) => {
      text += data
    })
    await expect.poll(() => text.length, { timeout: 1_000 }).toBe(PIECE.length)
    goOn()
    await once(opened, 'end')
    expect(text).toBe(PIECE + PIECE)
  })

  it('ends being made when the client goes away', async () => {
    let hasEnded = false
    pieces = async function* () {
      try {
        for (;;) {
          yield PIECE
          await pause(1)
        }
      } finally {
        hasEnded = true
      }
    }
    const asked = ask('/file')
    const answer = await answerOf(asked)
    await once(answer, 'data')
    asked.destroy()
    await expect.poll(() => hasEnded).toBe(true)
  })

  it('waits for a client that does not read', async () => {
    let made = 0
    pieces = async function* () {
      for (; made < 400; made++) {
        // What cannot be compressed: else all of it would fit into the socket.
        yield Array.from({ length: 10_000 }, () => Math.random().toString(36)).join()
      }
    }
    const asked = ask('/file')
    const answer = await answerOf(asked)
    answer.pause()
    let before = -1
    while (before !== made) {
      before = made
      await pause(300)
    }
    expect(made).toBeLessThan(200)
    asked.destroy()
  })

  it('that fails before its first piece is an error, and not compressed', async () => {
    // biome-ignore lint/correctness/useYield: it fails first
    pieces = async function* () {
      throw new Error('no')
    }
    const { status, headers, bytes } = await got('/file')
    expect([status, headers['content-encoding']]).toEqual([500, undefined])
    expect(JSON.parse(String(bytes)).message).toBe('no')
  })

  it('that fails later breaks off', async () => {
    pieces = async function* () {
      yield PIECE
      await pause(200)
      throw new Error('no')
    }
    const answer = await answerOf(ask('/file'))
    expect(answer.headers['content-encoding']).toBe('br')
    await expect(buffer(answer)).rejects.toThrow('aborted')
  })
})
