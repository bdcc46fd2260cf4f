import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import type { BusMessage } from '#server/live/bus/bus'
import { memoryBus } from '#server/live/bus/memory'
import { createConnections } from '#server/live/connections'
import { operatorOf, PASSWORD, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { httpClient } from '../support/http-client.ts'
import { goLive, listen } from '../support/socket.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

let t: TestApp
let target: { port: number; origin: string }
beforeAll(async () => {
  t = await createTestApp()
  target = await listen(t.app)
})
afterAll(() => t.close())

it('a desk that stops reading holds up nobody, is closed with 1013 and misses nothing', async () => {
  const boss = await register(t.app, 'supervisor')
  const driver = await operatorOf(t.app, boss)
  const client = httpClient(target)
  await client.post('/api/login', { username: boss.username, password: PASSWORD })
  const slow = openDesk(target, client)
  const quick = await goLive(target.port, boss)
  onTestFinished(() => {
    slow.stop()
    quick.close()
  })
  await expect.poll(() => slow.connections()).toBe(1)
  let heard: Extract<BusMessage, { kind: 'recorded' }> | null = null
  t.deps.bus.subscribe((message) => {
    if (message.kind === 'recorded') heard ??= message
  })
  const { body: operation } = await driver.post('/api/containers', { containerId: 'MSKU2000000' })
  await expect.poll(() => slow.shown).toEqual([1])
  slow.stall()

  // The same event again and again, grown: the kernel takes several megabytes before anything is held back.
  const first = heard as BusMessage | null
  if (first?.kind !== 'recorded') throw new Error('nothing was published')
  const filler = { ...first, event: { ...first.event, location: 'x'.repeat(400_000) } }
  for (let sent = 1; sent <= 50; sent++) {
    t.deps.bus.publish(filler)
    // The other one has heard it, while this one does not read.
    const heardBy = () => quick.messages.filter((m) => m.type === 'event_update').length
    await expect.poll(heardBy, { interval: 5 }).toBe(sent + 1)
  }
  for (const eventType of REST_OF_TRIP) {
    await driver.post('/api/events', { containerId: operation.containerId, eventType })
  }
  const numbers = [1, ...REST_OF_TRIP.map((_, i) => i + 2)]
  await quick.heard('event_update', (m) => m.payload.seq === numbers.length)
  expect(slow.shown).toEqual([1])

  slow.resume()
  await expect.poll(() => slow.closeCodes).toEqual([1013])
  slow.wake()
  await expect.poll(() => slow.shown).toEqual(numbers)
})

it('holds at most one mebibyte for a socket, greetings included, counted in bytes', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const connections = createConnections({
    bus: memoryBus(),
    clock: t.clock,
    perAccount: 1,
    onEntitlementsChanged: () => {},
  })
  const accepted = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)
  const [socket, request] = await accepted
  onTestFinished(async () => {
    client.terminate()
    await connections.stop()
    server.close()
  })
  await once(client, 'open')
  client.pause()
  const connection = connections.add(socket, request.socket, { role: 'operator', userId: 1, sessionId: 's' })
  // Two bytes a letter.
  const message = {
    type: 'error',
    payload: { message: 'ñ'.repeat(200_000), messageCode: 'internal' },
  } as const
  let most = 0
  for (let sent = 0; socket.readyState === socket.OPEN; sent++) {
    expect(sent).toBeLessThan(100)
    connections.send(connection, message)
    most = Math.max(most, socket.bufferedAmount)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(most).toBeGreaterThan(500_000)
  expect(most).toBeLessThanOrEqual(1024 * 1024)
  client.resume()
  expect((await once(client, 'close'))[0]).toBe(1013)
})
