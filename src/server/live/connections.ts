import type { WebSocket } from 'ws'
import { CLOSE_NORMAL, CLOSE_RESTART, CLOSE_SLOW } from '#contract/live/close-codes'
import type { LiveMessage } from '#contract/live/messages'
import type { Clock } from '../adapters/clock.ts'
import { hears, type Listener, liveMessages } from './audience.ts'
import type { Bus, BusMessage } from './bus.ts'

/** A slow reader beyond this buffer is disconnected; it catches up by `seq` when it reconnects. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const PING_MS = 25_000
/** Unanswered pings after which the socket is terminated. */
const MAX_MISSED = 2

export interface Connection {
  socket: WebSocket
  listener: Listener
  missed: number
  /** The highest `seq` of the supervisor that this socket was sent. */
  told: number
}

export interface Connections {
  /** Starts delivery to this socket. */
  add(socket: WebSocket, listener: Listener): Connection
  send(socket: WebSocket, message: LiveMessage): void
  /** The open connections whose listener `wanted` takes. */
  select(wanted: (listener: Listener) => boolean): Connection[]
  /** Number of open sockets. */
  size(): number
  close(): void
}

/** The sockets of this process, keyed by account, fed from the bus. */
export function createConnections(deps: {
  bus: Bus
  clock: Clock
  /** Reload a supervisor's entitlements and notify its sockets. */
  onEntitlementsChanged: (supervisorId: number) => void
}): Connections {
  const byUser = new Map<number, Set<Connection>>()

  const of = (userId: number): Connection[] => [...(byUser.get(userId) ?? [])]
  const all = (): Connection[] => [...byUser.values()].flatMap((set) => [...set])

  function sendText(connection: Connection, text: string): void {
    const { socket } = connection
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount + text.length > MAX_BUFFERED_BYTES) {
      socket.close(CLOSE_SLOW, 'slow')
      // A peer that reads nothing does not answer the close frame.
      setTimeout(() => socket.terminate(), 5_000).unref()
      return
    }
    socket.send(text)
  }

  function tell(message: BusMessage): void {
    switch (message.kind) {
      case 'recorded': {
        const now = deps.clock.now()
        const ids = new Set([
          message.userId,
          ...(message.supervisorId === null ? [] : [message.supervisorId]),
        ])
        const audience = [...ids].flatMap(of).filter(({ listener }) => hears(listener, message, now))
        if (audience.length === 0) return
        // Serialised once for all sockets.
        const texts = liveMessages(message).map((m) => JSON.stringify(m))
        for (const connection of audience) {
          for (const text of texts) sendText(connection, text)
          connection.told = Math.max(connection.told, message.event.seq)
        }
        return
      }
      case 'entitlements_changed':
        if (byUser.has(message.supervisorId)) deps.onEntitlementsChanged(message.supervisorId)
        return
      case 'session_ended': {
        const { kind: type, userIds, ...payload } = message
        const text = JSON.stringify({ type, payload })
        for (const connection of userIds.flatMap(of)) {
          sendText(connection, text)
          connection.socket.close(CLOSE_NORMAL, 'session ended')
        }
        return
      }
      case 'logged_out':
        for (const { socket, listener } of all()) {
          if (listener.sessionId === message.sessionId) socket.close(CLOSE_NORMAL, 'logged out')
        }
        return
      case 'settings_changed':
      case 'record_removed':
      case 'board_outdated':
        // Nothing to send: the audience has not changed.
        return
    }
  }

  /**
   * After a gap every socket must reconnect. A new `hello` would bring the `seq`, but the end of a session or of premium
   * may have been missed too: reconnecting checks all three. The clients' jitter spreads the load on the database.
   */
  function sendAway(): void {
    for (const { socket } of all()) socket.close(CLOSE_RESTART, 'restart')
  }

  const unsubscribe = deps.bus.subscribe(tell)
  const stopHearingOfGaps = deps.bus.onGap(sendAway)
  const pinging = setInterval(() => {
    for (const connection of all()) {
      if (connection.missed >= MAX_MISSED) {
        connection.socket.terminate()
        continue
      }
      connection.missed++
      connection.socket.ping()
    }
  }, PING_MS)
  pinging.unref()

  return {
    add(socket, listener) {
      const connection: Connection = { socket, listener, missed: 0, told: 0 }
      const set = byUser.get(listener.userId) ?? new Set()
      byUser.set(listener.userId, set.add(connection))
      socket.on('pong', () => {
        connection.missed = 0
      })
      socket.on('close', () => {
        set.delete(connection)
        if (set.size === 0 && byUser.get(listener.userId) === set) byUser.delete(listener.userId)
      })
      return connection
    },
    send(socket, message) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    },
    select: (wanted) => all().filter(({ listener }) => wanted(listener)),
    size: () => all().length,
    close() {
      unsubscribe()
      stopHearingOfGaps()
      clearInterval(pinging)
      sendAway()
    },
  }
}
