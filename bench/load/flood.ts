import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { inGroups } from './crew.ts'
import { requestText } from './template.ts'

/** A text message of a kilobyte, which the receiver must unmask: the mask changes each letter to a space. */
const MESSAGE = Buffer.concat([Buffer.from([0x81, 0xfe, 4, 0, 1, 1, 1, 1]), Buffer.alloc(1024, '!')])

export interface Flood {
  /** Each channel sends `messages`, as fast as they are taken; none reads what comes. */
  send(messages: number): Promise<void>
  stop(): void
}

/** The longest that one flood may take: a server that stops reading would hold it for ever. */
const FLOOD_MS = 20_000

/** Opens `count` live channels, of the sessions in turn. */
export async function startFlood(origin: string, cookies: readonly string[], count: number): Promise<Flood> {
  const { hostname: host, port } = new URL(origin)
  const who = Array.from({ length: count }, (_, i) => cookies[i % cookies.length] ?? '')
  const sockets = await inGroups(who, async (cookie): Promise<Socket> => {
    const answer = await fetch(`${origin}/api/live-token`, { method: 'POST', headers: { cookie, origin } })
    if (answer.status !== 200) throw new Error(`live token: ${answer.status} ${await answer.text()}`)
    const { token } = (await answer.json()) as { token: string }
    const socket = connect({ host, port: Number(port) })
    socket.on('error', () => {})
    const headers = {
      origin,
      cookie,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    socket.write(requestText(`${host}:${port}`, { method: 'GET', path: `/ws?token=${token}`, headers }))
    await new Promise((resolve) => socket.once('data', resolve))
    return socket
  })
  return {
    async send(messages) {
      const burst = Buffer.concat(Array.from({ length: messages }, () => MESSAGE))
      const sent = sockets.map((socket) => new Promise((resolve) => socket.write(burst, resolve)))
      await Promise.race([Promise.all(sent), pause(FLOOD_MS, undefined, { ref: false })])
    },
    stop() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
