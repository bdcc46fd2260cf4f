import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { CLOSE_NORMAL, CLOSE_RESTART, CLOSE_SLOW, CLOSE_TOO_MANY } from '#contract/live/close-codes'
import type { LiveMessage } from '#contract/live/messages'
import type { Clock } from '../adapters/clock.ts'
import { hears, hearsAlerts, type Listener, liveMessages } from './audience.ts'
import { type Bus, type BusMessage, type Recorded, seqOf } from './bus/bus.ts'
import { presentAlert, presentDestination } from './present.ts'

/** A slow reader is disconnected before its buffer passes this; it catches up by `seq` when it reconnects. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const PING_MS = 25_000
/** Parts of the interval: each second a share of the sockets is pinged, instead of all of them at once. */
const PING_PARTS = 25
/** Unanswered pings after which the socket is terminated. */
const MAX_MISSED = 2
/** Sockets closed in one turn of the event loop, when all of them are. */
const CLOSED_AT_ONCE = 500

const AS_TEXT = { binary: false }

/** The TCP connection below a WebSocket. */
type Wire = Pick<Socket, 'cork' | 'uncork'>

export interface Connection {
  socket: WebSocket
  wire: Wire
  listener: Listener
  missed: number
  /** The highest `seq` of the supervisor that this socket was sent. */
  told: number
}

export interface Connections {
  /** Starts delivery to this socket, whose TCP connection is `wire`. Closes the account's oldest when it has too many. */
  add(socket: WebSocket, wire: Wire, listener: Listener): Connection
  send(connection: Connection, message: LiveMessage): void
  of(userId: number): Iterable<Connection>
  all(): Iterable<Connection>
  /** Number of open sockets. */
  size(): number
  /** Closes every socket, with pauses for other work. Delivery to those that are still open goes on meanwhile. */
  closeAll(code: number, reason: string): Promise<void>
  /** Ends delivery and closes every socket so that its client reconnects. */
  stop(): Promise<void>
}

/** The sockets of this process, keyed by account, fed from the bus. */
export function createConnections(deps: {
  bus: Bus
  clock: Clock
  /** Open sockets that an account may have in this process. */
  perAccount: number
  /** Reload a supervisor's entitlements and notify its sockets. */
  onEntitlementsChanged: (supervisorId: number) => void
}): Connections {
  const open = new Set<Connection>()
  const byUser = createIndex<number>()
  const bySession = createIndex<string>()
  const toPing = Array.from({ length: PING_PARTS }, () => new Set<Connection>())
  let added = 0
  const corked = new Set<Wire>()

  function uncorkAll(): void {
    for (const wire of corked) wire.uncork()
    corked.clear()
  }

  /** What one socket is sent in a turn of the event loop goes out in one system call, which is most of its cost. */
  function cork(wire: Wire): void {
    if (corked.has(wire)) return
    if (corked.size === 0) process.nextTick(uncorkAll)
    corked.add(wire)
    wire.cork()
  }

  function write({ socket, wire }: Connection, data: Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount + data.length > MAX_BUFFERED_BYTES) {
      socket.close(CLOSE_SLOW, 'slow')
      return
    }
    cork(wire)
    socket.send(data, AS_TEXT)
  }

  function recorded(message: Recorded): void {
    const [now, steady] = [deps.clock.now(), deps.clock.steady()]
    // Serialised once for all sockets, and not at all for none.
    let texts: Buffer[] | null = null
    const { operation } = message
    for (const userId of new Set([operation.userId, operation.supervisorId ?? operation.userId])) {
      for (const connection of byUser.of(userId)) {
        if (!hears(connection.listener, operation, steady)) continue
        texts ??= liveMessages(message, now).map(serialised)
        for (const text of texts) write(connection, text)
        connection.told = Math.max(connection.told, seqOf(message))
      }
    }
  }

  function tell(message: BusMessage): void {
    switch (message.kind) {
      case 'recorded':
      case 'corrected':
        recorded(message)
        return
      case 'entitlements_changed':
        if (byUser.has(message.supervisorId)) deps.onEntitlementsChanged(message.supervisorId)
        return
      case 'session_ended': {
        const { kind: type, userIds, sessionIds, ...payload } = message
        const text = serialised({ type, payload })
        for (const userId of userIds) {
          for (const connection of byUser.of(userId)) {
            if (sessionIds && !sessionIds.includes(connection.listener.sessionId)) continue
            write(connection, text)
            connection.socket.close(CLOSE_NORMAL, 'session ended')
          }
        }
        return
      }
      case 'logged_out':
        for (const { socket } of bySession.of(message.sessionId)) socket.close(CLOSE_NORMAL, 'logged out')
        return
      case 'destination_changed': {
        const now = deps.clock.steady()
        const text = serialised({
          type: 'destination_update',
          payload: presentDestination(message.operation),
        })
        for (const userId of [message.userId, message.supervisorId]) {
          for (const connection of byUser.of(userId)) {
            if (hears(connection.listener, message, now)) write(connection, text)
          }
        }
        return
      }
      case 'alert_changed': {
        const now = deps.clock.steady()
        const text = serialised({ type: 'alert_update', payload: presentAlert(message.alert) })
        for (const connection of byUser.of(message.alert.alert.supervisorId)) {
          if (hearsAlerts(connection.listener, now)) write(connection, text)
        }
        return
      }
      case 'places_changed':
      case 'alert_rules_changed':
      case 'step_refused':
      case 'account_changed':
      case 'settings_changed':
      case 'record_removed':
      case 'board_outdated':
        // Nothing to send: the audience has not changed.
        return
    }
  }

  async function closeAll(code: number, reason: string): Promise<void> {
    let closed = 0
    for (const { socket } of [...open]) {
      socket.close(code, reason)
      if (++closed % CLOSED_AT_ONCE === 0) await nextTurn()
    }
  }

  /**
   * After a gap every socket must reconnect. A new `hello` would bring the `seq`, but the end of a session or of premium
   * may have been missed too: reconnecting checks all three. The clients' jitter spreads the load on the database.
   */
  const sendAway = (): Promise<void> => closeAll(CLOSE_RESTART, 'restart')

  /** The oldest gives way: it may be of a phone that is gone, while somebody is looking at the page of the newest. */
  function makeRoom(userId: number): void {
    const mine = [...byUser.of(userId)].filter(({ socket }) => socket.readyState === socket.OPEN)
    for (const { socket } of mine.slice(0, Math.max(0, mine.length - deps.perAccount))) {
      socket.close(CLOSE_TOO_MANY, 'too many channels')
    }
  }

  const unsubscribe = deps.bus.subscribe(tell)
  const stopHearingOfGaps = deps.bus.onGap(() => void sendAway())
  let beat = 0
  const pinging = setInterval(() => {
    for (const connection of toPing[beat++ % PING_PARTS] ?? []) {
      if (connection.missed >= MAX_MISSED) {
        connection.socket.terminate()
        continue
      }
      connection.missed++
      // No script of a page hears a ping.
      write(connection, HEARTBEAT)
      connection.socket.ping()
    }
  }, PING_MS / PING_PARTS)
  pinging.unref()

  return {
    add(socket, wire, listener) {
      const connection: Connection = { socket, wire, listener, missed: 0, told: 0 }
      const part = toPing[added++ % PING_PARTS]
      open.add(connection)
      part?.add(connection)
      byUser.add(listener.userId, connection)
      bySession.add(listener.sessionId, connection)
      makeRoom(listener.userId)
      socket.on('pong', () => {
        connection.missed = 0
      })
      socket.on('close', () => {
        open.delete(connection)
        part?.delete(connection)
        byUser.delete(listener.userId, connection)
        bySession.delete(listener.sessionId, connection)
      })
      return connection
    },
    send: (connection, message) => write(connection, serialised(message)),
    of: byUser.of,
    all: () => open,
    size: () => open.size,
    closeAll,
    async stop() {
      unsubscribe()
      stopHearingOfGaps()
      clearInterval(pinging)
      await sendAway()
    },
  }
}

const serialised = (message: LiveMessage): Buffer => Buffer.from(JSON.stringify(message))

const HEARTBEAT = serialised({ type: 'heartbeat', payload: {} })

function createIndex<Key>() {
  const sets = new Map<Key, Set<Connection>>()
  return {
    has: (key: Key): boolean => sets.has(key),
    of: (key: Key): Iterable<Connection> => sets.get(key) ?? [],
    add(key: Key, connection: Connection): void {
      const set = sets.get(key)
      if (set) set.add(connection)
      else sets.set(key, new Set([connection]))
    },
    delete(key: Key, connection: Connection): void {
      const set = sets.get(key)
      set?.delete(connection)
      if (set?.size === 0) sets.delete(key)
    },
  }
}
