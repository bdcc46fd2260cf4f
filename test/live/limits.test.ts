import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { CLOSE_CLIENT_MESSAGE, CLOSE_TOO_MANY } from '#contract/live/close-codes'
import { readConfig } from '#server/config'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { goLive, type LiveClient, listen, openSocket, ticket } from '../support/socket.ts'

const CHANNELS = 3

let t: TestApp
let port: number
let supervisor: Actor
beforeAll(async () => {
  t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', LIVE_CHANNELS: String(CHANNELS) }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, liveTokenOfAccount: 6 * CHANNELS }),
  })
  port = (await listen(t.app)).port
  supervisor = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

/** The status of an upgrade that is answered before it becomes a socket. */
const upgrade = async ({ app }: TestApp, remoteAddress: string) =>
  (await app.inject({ url: '/ws?token=x', remoteAddress })).statusCode

async function live(actor: Actor): Promise<LiveClient> {
  const client = await goLive(port, actor)
  onTestFinished(() => client.socket.terminate())
  return client
}

describe('a client that sends', () => {
  it.each([
    ['a message', 'hola'],
    ['an empty message', ''],
  ])('is closed with 1008 at %s', async (_, text) => {
    const client = await live(supervisor)
    client.socket.send(text)
    expect(await client.closed).toBe(CLOSE_CLIENT_MESSAGE)
  })

  it('is closed at a message too long for any reason', async () => {
    const client = await live(supervisor)
    client.socket.send('x'.repeat(126))
    expect(await client.closed).toBe(1009)
  })

  it.each([
    ['pings', (client: LiveClient) => client.socket.ping()],
    ['pongs', (client: LiveClient) => client.socket.pong()],
    ['empty parts of a message', (client: LiveClient) => client.socket.send('', { fin: false })],
  ])('is closed for a flood of %s', async (_, send) => {
    const client = await live(supervisor)
    for (let i = 0; i < 500; i++) send(client)
    expect([CLOSE_CLIENT_MESSAGE, 1006]).toContain(await client.closed)
  })

  it('may ping now and then', async () => {
    const client = await live(supervisor)
    const answered = new Promise((resolve) => client.socket.once('pong', resolve))
    client.socket.ping()
    await answered
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('is not read any further, also when it ignores the close frame', async () => {
    const token = await ticket(supervisor)
    const wire = connect({ port, host: '127.0.0.1' })
    wire.on('error', () => {})
    const ended = new Promise((resolve) => wire.once('close', resolve))
    wire.write(
      [
        `GET /ws?token=${token} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `origin: http://127.0.0.1:${port}`,
        `cookie: ${SESSION_COOKIE}=${supervisor.cookie}`,
        'connection: Upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    )
    await new Promise((resolve) => wire.once('data', resolve))
    const frame = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x61])
    const flooding = setInterval(() => wire.write(frame), 5)
    onTestFinished(() => {
      clearInterval(flooding)
      wire.destroy()
    })
    expect(await Promise.race([ended.then(() => 'ended'), pause(3_000)])).toBe('ended')
  })
})

describe('an account with too many channels', () => {
  it('loses the oldest one, with a code by which its page does not come back at once', async () => {
    const boss = await register(t.app, 'supervisor')
    const clients: LiveClient[] = []
    for (let i = 0; i <= CHANNELS; i++) clients.push(await live(boss))
    const [oldest, ...others] = clients
    expect(await oldest?.closed).toBe(CLOSE_TOO_MANY)
    const driver = await operatorOf(t.app, boss)
    await driver.post('/api/containers', { containerId: 'MSKU2000000' })
    for (const client of others) await client.heard('event_update')
  })

  it('takes nothing from others', async () => {
    const boss = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, boss)
    const phone = await live(driver)
    for (let i = 0; i <= CHANNELS; i++) await live(boss)
    expect(phone.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('live tokens', () => {
  it('that are tried close the channel to their address, and to no other', async () => {
    const tried = await createTestApp({ rateLimits: createRateLimits({ liveMissOfAddress: 3 }) })
    onTestFinished(() => tried.close())
    const { port: door } = await listen(tried.app)
    const boss = await register(tried.app, 'supervisor')
    const junk = () => openSocket(door, { token: 'x'.repeat(43), cookie: boss.cookie })
    for (let i = 0; i < 3; i++) expect(await junk().closed).toBe(4401)
    await goLive(door, boss)
    expect(await junk().closed).toBe(4401)
    // Counted just after the close.
    await expect.poll(() => upgrade(tried, '127.0.0.1')).toBe(429)
    expect(await upgrade(tried, '203.0.113.7')).not.toBe(429)
  })

  it('keeps the newest unused ones of an account', async () => {
    const boss = await register(t.app, 'supervisor')
    const tokens: string[] = []
    for (let i = 0; i <= 2 * CHANNELS; i++) {
      tokens.push(await ticket(boss))
      t.clock.advance(1)
    }
    const [first = '', second = ''] = tokens
    expect(await openSocket(port, { token: first, cookie: boss.cookie }).closed).toBe(4401)
    const client = openSocket(port, { token: second, cookie: boss.cookie })
    onTestFinished(() => client.socket.terminate())
    await client.heard('hello')
  })

  it('keeps as many when they are asked for at the same time', async () => {
    const boss = await register(t.app, 'supervisor')
    await Promise.all(Array.from({ length: 4 * CHANNELS }, () => ticket(boss)))
    const { rows } = await t.deps.database.pool.query(
      'select count(*)::integer as n from live_tokens where user_id = $1',
      [boss.id],
    )
    expect(rows[0].n).toBeLessThanOrEqual(2 * CHANNELS)
  })

  it('gives an account so many a minute', async () => {
    const boss = await register(t.app, 'supervisor')
    const statuses: number[] = []
    for (let i = 0; i <= 6 * CHANNELS; i++) statuses.push((await boss.post('/api/live-token')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6 * CHANNELS)
    expect(statuses.at(-1)).toBe(429)
    expect((await supervisor.post('/api/live-token')).status).toBe(200)
  })
})
