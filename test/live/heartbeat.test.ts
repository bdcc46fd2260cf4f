import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { plainClock } from '#server/adapters/clock'
import { memoryBus } from '#server/live/bus/memory'
import { type Connections, createConnections } from '#server/live/connections'

const PING_MS = 25_000

let server: WebSocketServer
let connections: Connections

beforeEach(async () => {
  // Sockets keep their own time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  connections = createConnections({
    bus: memoryBus(),
    clock: plainClock(Date.now),
    perAccount: 10,
    onEntitlementsChanged: () => {},
  })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, { socket: wire }) => {
    connections.add(socket, wire, { role: 'operator', userId: 1, sessionId: 's' })
  })
  await once(server, 'listening')
})
afterEach(async () => {
  await connections.stop()
  vi.useRealTimers()
  server.close()
})

async function client(
  options: WebSocket.ClientOptions = {},
): Promise<{ socket: WebSocket; heard: string[] }> {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options)
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await once(socket, 'open')
  await vi.waitFor(() => expect(connections.size()).toBeGreaterThan(0))
  return { socket, heard }
}

it('each socket gets a heartbeat that a script hears beside each ping', async () => {
  const { socket, heard } = await client()
  for (const beats of [1, 2]) {
    const pinged = once(socket, 'ping')
    vi.advanceTimersByTime(PING_MS)
    await pinged
    expect(heard).toEqual(Array(beats).fill('{"type":"heartbeat","payload":{}}'))
  }
})

it('a socket that answers two pings no more is terminated', async () => {
  const { socket } = await client({ autoPong: false })
  vi.advanceTimersByTime(2 * PING_MS)
  expect(connections.size()).toBe(1)
  const closed = once(socket, 'close')
  vi.advanceTimersByTime(PING_MS)
  expect(await closed).toEqual([1006, expect.anything()])
  expect(connections.size()).toBe(0)
})
