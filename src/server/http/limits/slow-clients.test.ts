import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { type ClientTimes, closingInTurns, installSlowClients } from './slow-clients.ts'

/** More than the buffers of two sockets hold. */
const LARGE = 16 * 1024 * 1024
const REQUEST = { headersMs: 200, requestMs: 400 }
const HEAD =
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'

async function listening(times: Partial<ClientTimes>): Promise<Server> {
  const app = Fastify({ clientErrorHandler: closingInTurns() })
  installSlowClients(app, { checkMs: 50, ...times })
  app.get('/large', () => 'x'.repeat(LARGE))
  app.post('/', () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return app.server
}

async function opened(
  server: Server,
  first: string,
): Promise<{ socket: Socket; said: () => string; closed: Promise<unknown> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(first)
  return { socket, closed, said: () => said }
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

it.each([
  ['a body', `${HEAD}\r\n`],
  ['headers', HEAD],
])('closes a request of which %s comes one byte after the other', async (_what, first) => {
  const { socket, closed, said } = await opened(await listening(REQUEST), first)
  const dripping = setInterval(() => socket.write('X'), 20)
  await closed
  clearInterval(dripping)
  expect(said()).toMatch(/^HTTP\/1.1 408 /)
})

it('answers while a hundred are closed that came at the same moment', async () => {
  const server = await listening({ headersMs: 200, requestMs: 400, checkMs: 300 })
  const open = await Promise.all(Array.from({ length: 100 }, () => opened(server, HEAD)))
  await Promise.all(open.map(({ closed }) => closed))
  expect(open.filter(({ said }) => !/^HTTP\/1.1 408 /.test(said()))).toEqual([])
})

it.each([
  ['400', 'nonsense\r\n\r\n'],
  ['431', `${HEAD}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
])('answers %s to what is no request, and closes', async (status, first) => {
  const { closed, said } = await opened(await listening(REQUEST), first)
  await closed
  expect(said()).toContain(`HTTP/1.1 ${status} `)
})

it('closes a connection on which nothing is asked', async () => {
  await (await opened(await listening(REQUEST), '')).closed
})

it('closes an answer that nobody reads, and leaves one that is read slowly', async () => {
  const request = 'GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const server = await listening({ stalledMs: 1_000 })
  const unread = await opened(server, request)
  unread.socket.pause()
  const slow = await opened(server, request)
  // A piece at a time: it takes longer than nothing may be taken.
  slow.socket.on('data', () => slow.socket.pause())
  const reading = setInterval(() => slow.socket.resume(), 10)
  await slow.closed
  clearInterval(reading)
  expect(slow.said().length).toBeGreaterThan(LARGE)
  await expect.poll(() => connectionsOf(server), { timeout: 10_000, interval: 20 }).toBe(0)
  unread.socket.destroy()
})
