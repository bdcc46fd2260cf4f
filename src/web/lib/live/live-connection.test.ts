import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  afterClose,
  GIVEN_WAY_DELAY_MS,
  RECONNECT_DELAY_MS,
  RECONNECT_JITTER_MS,
  reconnectDelay,
} from './live-close-policy.ts'
import {
  createLiveConnection,
  type LiveConnectionDeps,
  type LiveSocket,
  SILENCE_MS,
  type SocketHandlers,
} from './live-connection.ts'

class FakeSocket implements LiveSocket {
  closedWith: number | undefined
  readonly handlers: SocketHandlers
  constructor(handlers: SocketHandlers) {
    this.handlers = handlers
  }
  close(code: number) {
    this.closedWith = code
  }
}

function setUp(over: Partial<LiveConnectionDeps> = {}) {
  const sockets: FakeSocket[] = []
  const log: string[] = []
  let tokens = 0
  const connection = createLiveConnection({
    fetchToken: async () => `t${++tokens}`,
    isUnauthorized: (error) => error instanceof Error && error.message === '401',
    socketUrl: (token) => `ws://here/ws?token=${token}`,
    openSocket: (url, handlers) => {
      log.push(url)
      const socket = new FakeSocket(handlers)
      sockets.push(socket)
      return socket
    },
    checkUser: async () => true,
    isShown: () => true,
    onConnected: (connected) => log.push(connected ? 'online' : 'offline'),
    onMessage: (message) => log.push(message.type),
    onTrouble: (trouble) => log.push(trouble),
    random: () => 0,
    ...over,
  })
  const last = () => sockets.at(-1) as FakeSocket
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { connection, sockets, log, last, settle }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('after a close', () => {
  it.each([
    [1000, 'stay_closed'],
    [1001, 'stay_closed'],
    [1006, 'reconnect'],
    [1012, 'reconnect'],
    [1013, 'reconnect'],
    [1008, 'reconnect'],
    [4401, 'check_user'],
    [4429, 'give_way'],
  ])('%i: %s', (code, next) => {
    expect(afterClose(code)).toBe(next)
  })

  it('waits five seconds and a jitter', () => {
    expect(reconnectDelay(0)).toBe(RECONNECT_DELAY_MS)
    expect(reconnectDelay(0.999)).toBeLessThan(RECONNECT_DELAY_MS + RECONNECT_JITTER_MS)
  })
})

describe('the live connection', () => {
  it('fetches a token, opens, reports and closes with 1000', async () => {
    const { connection, log, last, settle } = setUp()
    connection.start()
    await settle()
    last().handlers.opened()
    last().handlers.received('{"type":"hello","payload":{"seq":1}}')
    for (const noise of ['not json', '7', 'null', '{"type":"x"}']) last().handlers.received(noise)
    connection.stop()
    expect(log).toEqual(['ws://here/ws?token=t1', 'online', 'hello', 'offline'])
    expect(last().closedWith).toBe(1000)
    await vi.runAllTimersAsync()
    expect(log).toHaveLength(4)
  })

  it('reconnects after each close, with a new token', async () => {
    const { connection, sockets, log, last, settle } = setUp()
    connection.start()
    await settle()
    for (const code of [1006, 1012, 1013]) {
      last().handlers.opened()
      last().handlers.closed(code)
      await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MS - 1)
      const before = sockets.length
      await vi.advanceTimersByTimeAsync(1)
      expect(sockets.length).toBe(before + 1)
    }
    expect(log.filter((line) => line.startsWith('ws:'))).toHaveLength(4)
    expect(log.at(-1)).toBe('ws://here/ws?token=t4')
  })

  it('stays closed after 1000 and 1001, also when it is woken', async () => {
    const { connection, sockets, last, settle } = setUp()
    connection.start()
    await settle()
    last().handlers.opened()
    last().handlers.closed(1001)
    connection.wake()
    await vi.runAllTimersAsync()
    expect(sockets).toHaveLength(1)
  })

  it('gives way to other pages: comes back when it is looked at, or after two minutes while it is', async () => {
    let isShown = false
    const { connection, sockets, log, last, settle } = setUp({ isShown: () => isShown })
    connection.start()
    await settle()
    last().handlers.opened()
    last().handlers.closed(4429)
    expect(log.at(-1)).toBe('offline')
    await vi.advanceTimersByTimeAsync(3 * GIVEN_WAY_DELAY_MS)
    expect(sockets).toHaveLength(1)
    connection.wake()
    await settle()
    expect(sockets).toHaveLength(2)
    isShown = true
    last().handlers.opened()
    last().handlers.closed(4429)
    await vi.advanceTimersByTimeAsync(GIVEN_WAY_DELAY_MS - 1)
    expect(sockets).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets).toHaveLength(3)
    connection.stop()
  })

  it('reconnects at once when woken, with one socket', async () => {
    const { connection, sockets, last, settle } = setUp()
    connection.start()
    await settle()
    last().handlers.opened()
    connection.networkLost()
    connection.wake()
    connection.wake()
    await settle()
    expect(sockets).toHaveLength(2)
    last().handlers.opened()
    connection.wake()
    await vi.runAllTimersAsync()
    expect(sockets).toHaveLength(2)
  })

  const BEAT = '{"type":"heartbeat","payload":{}}'
  const UPDATE = '{"type":"entitlements_update","payload":{}}'

  it('opens another one when the heartbeats stop, and is offline until then', async () => {
    const { connection, sockets, log, last, settle } = setUp()
    connection.start()
    await settle()
    last().handlers.opened()
    last().handlers.received(BEAT)
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
    // Any message restarts the timeout.
    last().handlers.received(UPDATE)
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
    expect(sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets.map(({ closedWith }) => closedWith)).toEqual([1000, undefined])
    expect(log.filter((line) => !line.startsWith('ws:'))).toEqual([
      'online',
      'entitlements_update',
      'offline',
    ])
    connection.stop()
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS)
    expect(sockets).toHaveLength(2)
  })

  it('leaves a server alone that sends no heartbeats', async () => {
    const { connection, sockets, last, settle } = setUp()
    connection.start()
    await settle()
    last().handlers.opened()
    last().handlers.received(UPDATE)
    await vi.advanceTimersByTimeAsync(10 * SILENCE_MS)
    expect(sockets).toHaveLength(1)
    connection.stop()
  })

  it('times out a handshake', async () => {
    const { connection, sockets, settle } = setUp()
    connection.start()
    await settle()
    await vi.advanceTimersByTimeAsync(15_000 + RECONNECT_DELAY_MS)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.closedWith).toBe(1000)
  })

  it('asks for the user after 4401 and stops without one', async () => {
    let there = true
    const { connection, sockets, last, settle } = setUp({ checkUser: async () => there })
    connection.start()
    await settle()
    last().handlers.closed(4401)
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MS)
    expect(sockets).toHaveLength(2)
    there = false
    last().handlers.closed(4401)
    await vi.runAllTimersAsync()
    expect(sockets).toHaveLength(2)
  })

  it('stops without a session (401 for the token), retries without a network', async () => {
    const asked: string[] = []
    const unauthorized = setUp({
      fetchToken: async () => {
        asked.push('401')
        throw new Error('401')
      },
      checkUser: async () => false,
    })
    unauthorized.connection.start()
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(1)

    const offline = setUp({
      fetchToken: async () => {
        asked.push('down')
        throw new TypeError('down')
      },
    })
    offline.connection.start()
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MS * 3)
    expect(asked.filter((line) => line === 'down')).toHaveLength(4)
    offline.connection.stop()
  })

  it('reports once that no socket can be made', async () => {
    const { connection, log, settle } = setUp({
      openSocket: () => {
        throw new Error('blocked')
      },
    })
    connection.start()
    await settle()
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MS * 3)
    expect(log).toEqual(['no_socket'])
    connection.stop()
  })

  it('ignores an answer after it was stopped', async () => {
    let give: (token: string) => void = () => {}
    const { connection, sockets, settle } = setUp({
      fetchToken: () => new Promise((resolve) => (give = resolve)),
    })
    connection.start()
    connection.stop()
    give('late')
    await settle()
    expect(sockets).toHaveLength(0)
  })
})
