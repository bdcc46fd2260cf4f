import WebSocket from 'ws'
import { createLiveFeed } from '#web/api/desk/live-feed'
import { createLiveConnection } from '#web/lib/live/live-connection'
import type { HttpClient, Target } from './http-client.ts'

/** A supervisor's desk as the page makes it (its own connection and feed), without the page. */
export interface Desk {
  /** Numbers of the events shown, in the order in which they appeared. */
  shown: number[]
  /** How often the channel has greeted. */
  connections(): number
  /** Codes with which the server closed the channel. */
  closeCodes: number[]
  /** Stops reading from its socket, as a page on a stalled network does; `resume` reads on. */
  stall(): void
  resume(): void
  /** Reconnects at once, as a page does when it is shown again. */
  wake(): void
  stop(): void
}

/** `client` is signed in as the supervisor. */
export function openDesk(target: Target, client: HttpClient): Desk {
  const shown: number[] = []
  const closeCodes: number[] = []
  let connections = 0
  let socket: WebSocket | null = null
  const feed = createLiveFeed({
    async fetchEvents(after, limit) {
      const { status, body } = await client.get(`/api/events?after=${after}&limit=${limit}`)
      if (status !== 200) throw new Error(`events: ${status}`)
      return body
    },
    isDenied: () => false,
    emit(change) {
      if (change.type === 'event') shown.push(change.event.seq)
    },
  })
  const connection = createLiveConnection({
    async fetchToken() {
      const { status, body } = await client.post('/api/live-token')
      if (status !== 200) throw new Error(`ticket: ${status}`)
      return body.token
    },
    isUnauthorized: () => false,
    socketUrl: (token) => `${target.origin.replace('http', 'ws')}/ws?token=${token}`,
    openSocket(url, handlers) {
      socket = new WebSocket(url, { headers: { cookie: client.cookie }, origin: target.origin })
      socket.on('open', handlers.opened)
      socket.on('message', (data) => handlers.received(String(data)))
      socket.on('close', (code) => {
        closeCodes.push(code)
        handlers.closed(code)
      })
      socket.on('error', () => {})
      return socket
    },
    checkUser: async () => true,
    isShown: () => true,
    onConnected(connected) {
      if (!connected) feed.pause()
    },
    onMessage(message) {
      if (message.type === 'hello') connections++
      feed.hear(message)
    },
    onTrouble: () => {},
    random: Math.random,
  })
  connection.start()
  return {
    shown,
    connections: () => connections,
    closeCodes,
    stall: () => socket?.pause(),
    resume: () => socket?.resume(),
    wake: connection.wake,
    stop: connection.stop,
  }
}
